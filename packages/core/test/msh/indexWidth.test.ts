import { describe, expect, it } from "vitest";
import { Cursor } from "../../src/bytes/cursor.ts";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { openMesh } from "../../src/operations/open.ts";
import { GOLDEN } from "./golden.ts";

const golden = (): MshFile => msh.read(new Cursor(GOLDEN, { family: "MSH" }), "MSH");
const reread = (file: MshFile) => openMesh(msh.write(file, "MSH")).file as MshFile;

describe("the width of indices", () => {
  it("is 32 bits when exactly those fit and every index is in range", () => {
    const file = reread({ ...golden(), indices: Uint32Array.of(0, 1, 2) });
    expect(file.indices).toEqual(Uint32Array.of(0, 1, 2));
  });

  it("is 16 bits with trailing bytes when an index would be out of range", () => {
    const file = reread({ ...golden(), indices: Uint32Array.of(0, 1, 3) });
    expect(file.indices).toEqual(Uint16Array.of(0, 0, 1));
    expect(file.trailing).toEqual(Uint8Array.of(0, 0, 3, 0, 0, 0));
  });

  const point = {
    typeIndex: { raw: Uint8Array.of(0x61, 0x5f, 0x30) },
    linkedBone: { raw: new Uint8Array(0) },
    extraInfo: { raw: new Uint8Array(0) },
    position: Float32Array.of(1, 2, 3),
  };
  it.each([Uint16Array.of(0, 1, 2), Uint32Array.of(0, 1, 2)])(
    "is told by the control points in version 2002 (%o)",
    (indices) => {
      const file = reread({ ...golden(), version: 2002, indices, controlPointCount: 1, controlPoints: [point] });
      expect(file.indices).toEqual(indices);
      expect(file.controlPoints).toEqual([point]);
    },
  );
});
