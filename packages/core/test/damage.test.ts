import { describe, expect, it } from "vitest";
import { MeshglotError } from "../src/bytes/fault.ts";
import { openMesh } from "../src/operations/open.ts";
import { validateMesh } from "../src/operations/validate.ts";
import { FORMATS } from "../src/registry.ts";
import { truncations, wrongCounts } from "./support/damage.ts";
import { surviveAnything } from "./support/fidelity.ts";
import { exampleFiles } from "./support/files.ts";

const examples = FORMATS.flatMap(({ id }) => exampleFiles(id).map((file) => ({ ...file, name: `${id}/${file.name}` })));

describe("damage where it hurts", () => {
  it.each(examples)("$name, cut at every border of a field, says where it ends", ({ bytes }) => {
    for (const damage of truncations(bytes)) {
      surviveAnything(damage.bytes);
      try {
        const { fault } = openMesh(damage.bytes);
        // A cut that leaves a whole file (before trailing bytes) is none.
        if (fault) expect(fault.offset, damage.what).toBeLessThanOrEqual(damage.bytes.byteLength);
      } catch (error) {
        expect(error, damage.what).toBeInstanceOf(MeshglotError); // too short to be recognised
      }
    }
  });

  it.each(examples)("$name, with wrong counts, is a fault, an issue, or still a whole file", ({ bytes }) => {
    const before = validateMesh(bytes).issues.length;
    for (const damage of wrongCounts(bytes)) {
      if (surviveAnything(damage.bytes) === "fault") continue;
      const { issues, mesh } = validateMesh(damage.bytes);
      const said = issues.length > before || mesh.bytes.byteLength > 0;
      expect(said, damage.what).toBe(true);
    }
  });
});
