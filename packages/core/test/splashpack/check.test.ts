import { describe, expect, it } from "vitest";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import type { Issue } from "../../src/issues/issue.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { fileL1, type Parts, packL1, packL4, rowsL1 } from "./build.ts";
import { handmade } from "./handmade.ts";

const issuesOf = async (bytes: Uint8Array, code: string): Promise<Issue[]> =>
  (await validateMesh(bytes, { dialect: "L1" })).issues.filter((issue) => issue.code === code);
const codesOf = async (parts: Parts) =>
  (await validateMesh(packL1(parts), { dialect: "L1" })).issues.map(({ code }) => code);

describe("a clean pack", () => {
  it("has nothing to report", async () => expect(await codesOf({})).toEqual([]));
});

describe("the findings about atlases", () => {
  it.each<[string, Parts, Partial<Issue>]>([
    ["SPLASHPACK_ATLAS_SIZE", { atlases: [{ at: [320, 0, 256, 255] }] }, { path: "atlases[0]", severity: "warning" }],
    ["SPLASHPACK_ATLAS_SIZE", { atlases: [{ at: [320, 0, 96, 256] }] }, { path: "atlases[0]" }],
    ["SPLASHPACK_ATLAS_PLACE", { atlases: [{ at: [330, 0, 256, 256] }] }, { severity: "warning" }],
    ["SPLASHPACK_ATLAS_PLACE", { atlases: [{ at: [320, 8, 256, 256] }] }, { severity: "warning" }],
    ["SPLASHPACK_ATLAS_PLACE", { atlases: [{ at: [832, 0, 256, 256] }] }, { severity: "error" }],
    ["SPLASHPACK_ATLAS_PLACE", { atlases: [{ at: [320, 320, 256, 256] }] }, { severity: "error" }],
    ["SPLASHPACK_ATLAS_IN_FRAMEBUFFER", { atlases: [{ at: [256, 0, 256, 256] }] }, { path: "atlases[0].vramX" }],
    [
      "SPLASHPACK_ATLAS_OVERLAP",
      { atlases: [{ at: [320, 0, 256, 256] }, { at: [512, 0, 256, 256] }] },
      { path: "atlases[1]", message: "atlases 0 and 1 share video memory" },
    ],
    [
      "SPLASHPACK_DEPTH_WIDTH_MISMATCH",
      { atlases: [{ at: [320, 0, 128, 256] }] },
      { path: "atlases[0].width", message: "16 bits per texel want 256 words, atlas 0 has 128" },
    ],
    [
      "SPLASHPACK_NO_PALETTE",
      { atlases: [{ at: [320, 0, 128, 256] }], object: { texturePage: 0x0285 } },
      { path: "atlases[0]", severity: "warning" },
    ],
    [
      "SPLASHPACK_PAGE_WITHOUT_ATLAS",
      { object: { texturePage: 0x0300 } },
      { path: "objects[0].texturePage", message: "1 triangles use a page without an atlas; the only atlas is assumed" },
    ],
    [
      "SPLASHPACK_PAGE_WITHOUT_ATLAS",
      { object: { texturePage: 0x0300 }, atlases: [{ at: [320, 0, 256, 256] }, { at: [576, 0, 256, 256] }] },
      { message: "1 triangles use a page without an atlas; they have no texture" },
    ],
    ["SPLASHPACK_TEXTURE_DEPTH", { object: { texturePage: 0x0385 } }, { severity: "error" }],
    ["SPLASHPACK_TPAGE_RESERVED_BITS", { object: { texturePage: 0x0705 } }, { path: "objects[0].texturePage" }],
  ])("%s", async (code, parts, expected) => {
    expect(await issuesOf(packL1(parts), code)).toMatchObject([{ code, ...expected }]);
  });

  it("atlases that only touch do not overlap", async () => {
    expect(
      await codesOf({
        atlases: [{ at: [320, 0, 256, 256] }, { at: [576, 0, 256, 256] }, { at: [320, 256, 256, 256] }],
      }),
    ).toEqual([]);
  });

  it("a palette that is there is not missed, one that is not there is", async () => {
    const atlases: Parts["atlases"] = [{ at: [320, 0, 64, 256] }];
    const rows = [{ texturePage: 0x0205, clutX: 1, clutY: 240 }];
    const colors = Array.from({ length: 16 }, (_, i) => i + 1);
    const with1 = packL4({ atlases, rows, cluts: [{ clutX: 1, clutY: 240, colors }] });
    const with2 = packL4({ atlases, rows, cluts: [{ clutX: 2, clutY: 240, colors }] });
    const found = async (bytes: Uint8Array) =>
      (await validateMesh(bytes)).issues.filter(({ code }) => code === "SPLASHPACK_NO_PALETTE");
    expect(await found(with1)).toEqual([]);
    expect(await found(with2)).toMatchObject([{ path: "meshes[0].triangles[0]" }]);
  });
});

describe("the findings about triangles", () => {
  it.each<[string, Parts, Partial<Issue>]>([
    [
      "SPLASHPACK_PAD_NOT_ZERO",
      { rows: [{}, { uvPad: 1 }] },
      { path: "meshes[0].triangles[1]", offset: 76 + 44, length: 44 },
    ],
    ["SPLASHPACK_PAD_NOT_ZERO", { rows: [{ colors: [9, 9, 9, 0, 9, 9, 9, 1, 9, 9, 9, 0] }] }, {}],
    ["SPLASHPACK_COORDINATE_RANGE", { rows: [{ positions: [0, 0, 0, 16385, 0, 0, 0, 41, 0] }] }, {}],
    ["SPLASHPACK_DEGENERATE_FACE", { rows: [{ positions: [1, 1, 1, 2, 2, 2, 3, 3, 3] }] }, { severity: "warning" }],
    [
      "SPLASHPACK_NORMAL_LENGTH",
      { rows: [{ normal: [1, 0, 0] }, {}] },
      { severity: "info", message: "1 of 2 normals are not of length 4096" },
    ],
    [
      "SPLASHPACK_OVERBRIGHT",
      { rows: [{ colors: [129, 0, 0, 0, 128, 128, 128, 0, 0, 0, 255, 0] }] },
      { severity: "info", message: "2 of 3 colours are above 128" },
    ],
    ["SPLASHPACK_EMPTY_OBJECT", { rows: [] }, { path: "objects[0].triangleCount" }],
    ["SPLASHPACK_TRIANGLE_BUDGET", { rows: new Array<object>(2001).fill({}) }, { message: "2001 triangles in all" }],
    [
      "SPLASHPACK_ROTATION_INVALID",
      { object: { rotation: Int32Array.of(4096, 0, 0, 0, 4096, 0, 0, 0, 0) } },
      { path: "objects[0].rotation" },
    ],
    ["SPLASHPACK_ROTATION_INVALID", { object: { rotation: Int32Array.of(4096, 0, 0, 0, 4096, 0, 0, 0, -4096) } }, {}],
  ])("%s", async (code, parts, expected) => {
    expect(await issuesOf(packL1(parts), code)).toMatchObject([{ code, ...expected }]);
  });

  it("a coordinate of 16384 is still fine", async () => {
    expect(await codesOf({ rows: [{ positions: [0, 0, 0, -16384, 0, 0, 0, 16384, 0] }] })).toEqual([]);
  });

  it("the rounding of real rotations is fine", async () => {
    const real = Int32Array.of(3176, -1582, 2045, 1198, -1970, -3385, 2292, 3223, -1064);
    expect(await codesOf({ object: { rotation: real } })).toEqual([]);
  });
});

describe("the findings about places", () => {
  it.each([
    [1, "error"],
    [2, "warning"],
  ])("a block %i byte(s) off is an unaligned one", async (shift, severity) => {
    const bytes = packL1({
      atlases: [],
      change: (file) => {
        const [object] = file.objects;
        if (!object) return;
        object.meshOffset += shift;
        file.gaps = [{ offset: 64, bytes: new Uint8Array(shift) }];
      },
    });
    expect(await issuesOf(bytes, "SPLASHPACK_OFFSET_UNALIGNED")).toMatchObject([
      { path: "objects[0].meshOffset", severity, message: `offset ${64 + shift} is no multiple of 4` },
    ]);
  });

  it("a script that does not exist", async () => {
    const bytes = handmade("L7").bytes.slice();
    new DataView(bytes.buffer).setInt16(32 + 8 + 54, 3, true);
    const { issues } = await validateMesh(bytes);
    expect(issues.filter(({ code }) => code === "SPLASHPACK_LUA_INDEX")).toMatchObject([
      { path: "objects[0].luaIndex", message: "script 3 of 1" },
    ]);
  });

  it("a later layout is named with its days", async () => {
    expect((await validateMesh(handmade("L6").bytes)).issues[0]).toMatchObject({
      code: "SPLASHPACK_LAYOUT_NOT_L1",
      severity: "info",
      message:
        "SPLASHPACK header says version 1, the content uses layout L6 (April 2025: 28-byte header, palette table). Read-only; writing gives layout L1.",
    });
  });

  it("many findings of one kind are counted, and quickly", async () => {
    const file = fileL1({ atlases: [] });
    const [object] = file.objects;
    if (object) object.triangleCount = 60_000;
    file.meshes[0] = { triangles: new Uint8Array(60_000 * 44).fill(7) };
    expect(rowsL1({}).byteLength).toBe(44);
    const bytes = splashpack.write(file, "L1");
    const start = performance.now();
    const { truncated } = await validateMesh(bytes);
    expect(truncated.SPLASHPACK_DEGENERATE_FACE).toBe(60_000);
    expect(performance.now() - start).toBeLessThan(2600);
  });
});
