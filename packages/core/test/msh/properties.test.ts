import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { expectTiling } from "../support/fidelity.ts";
import { anyMesh } from "./anyMesh.ts";

describe("any MSH", () => {
  it("is read back as it was written, and tiled by its spans", () => {
    fc.assert(
      fc.property(anyMesh, (file) => {
        const bytes = msh.write(file, "MSH");
        const mesh = openMesh(bytes, { format: "msh", dialect: "MSH" });
        expect(mesh.fault).toBeUndefined();
        const { $raw: _, ...read } = mesh.file as MshFile;
        expect(read).toEqual(file);
        expectTiling(mapMesh(bytes, { format: "msh", dialect: "MSH" }).spans, bytes.byteLength);
        expect(msh.write(mesh.file as MshFile, "MSH")).toEqual(bytes);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("is refused when an array and its count disagree", () => {
    fc.assert(
      fc.property(anyMesh, (file) => {
        fc.pre(file.positions !== undefined);
        expect(() => msh.write({ ...file, vertexCount: file.vertexCount + 1 }, "MSH")).toThrow(
          /WRITE_COUNT_MISMATCH|due by vertexCount/,
        );
      }),
      { numRuns: 50, seed: 2 },
    );
  });
});
