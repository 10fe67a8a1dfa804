import { describe, expect, it } from "vitest";
import { MeshglotError } from "../src/bytes/fault.ts";
import { inspectMesh } from "../src/operations/inspect.ts";
import { openMesh } from "../src/operations/open.ts";
import { validateMesh } from "../src/operations/validate.ts";
import { FORMATS } from "../src/registry.ts";
import { truncations, wrongCounts } from "./support/damage.ts";
import { surviveAnything } from "./support/fidelity.ts";
import { exampleFiles } from "./support/files.ts";

const examples = FORMATS.flatMap(({ id }) => exampleFiles(id).map((file) => ({ ...file, name: `${id}/${file.name}` })));

const findings = async (bytes: Uint8Array) =>
  (await validateMesh(bytes)).issues.map(({ code, message }) => `${code} ${message}`);

/** Wrong counts that give another file in which nothing is wrong, and why. */
const MEANINGFUL: readonly ((name: string, what: string) => boolean)[] = [
  // The client reads nothing for a length of zero or less, so an empty string may say any of them.
  (name, what) => name.startsWith("msh/") && /\.length = (0|42949672\d\d)$/.test(what),
  // 12 faces from 12 on, or faces 12 to 24: "start and end" is the other reading of sections.
  (name, what) => name.endsWith("crates_unnamed.bMesh") && what === "materialSections[1].faceCount = 24",
  // One colour for one position; the zeros behind it are counts of nothing either way.
  (name, what) => name.endsWith("point.bMesh") && what === "colors.count = 1",
];

describe("damage where it hurts", () => {
  it.each(examples)(
    "$name, cut at every border of a field, says where it ends and can be inspected",
    async ({ bytes }) => {
      for (const damage of truncations(bytes)) {
        surviveAnything(damage.bytes);
        try {
          const { fault } = openMesh(damage.bytes);
          await inspectMesh(damage.bytes);
          // A cut that leaves a whole file (before trailing bytes) is none.
          if (fault) expect(fault.offset, damage.what).toBeLessThanOrEqual(damage.bytes.byteLength);
        } catch (error) {
          expect(error, damage.what).toBeInstanceOf(MeshglotError); // too short to be recognised
        }
      }
    },
  );

  it.each(examples)(
    "$name, with a wrong count, is a fault or makes validate say something else",
    async ({ name, bytes }) => {
      const before = await findings(bytes);
      for (const damage of wrongCounts(bytes)) {
        if (surviveAnything(damage.bytes) === "fault" || MEANINGFUL.some((test) => test(name, damage.what))) continue;
        expect(await findings(damage.bytes), damage.what).not.toEqual(before);
      }
    },
  );
});
