import type { Document, Node } from "@gltf-transform/core";
import { decode } from "fast-png";
import { describe, expect, it } from "vitest";
import { meshToScene } from "../../src/operations/convert.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { extrasOf } from "../../src/scene/document.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { loadArray } from "../../src/scene/rawData.ts";
import { signedVolume6 } from "../../src/scene/triangles.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";
import { expectValidGlb } from "../support/gltf.ts";
import { packL1, packL4 } from "./build.ts";
import { handmade } from "./handmade.ts";

const example = (name: string) => {
  const found = exampleFiles("splashpack").find((file) => file.name === `${name}.splashpack`);
  if (!found) throw new Error(`no example ${name}`);
  return found.bytes;
};
const nodeOf = (document: Document, name: string): Node => {
  const found = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name);
  if (!found) throw new Error(`no node ${name}`);
  return found;
};
const primitivesOf = (document: Document, name = "object0") => nodeOf(document, name).getMesh()?.listPrimitives() ?? [];
const arrayOf = (document: Document, attribute: string): number[] =>
  Array.from(primitivesOf(document)[0]?.getAttribute(attribute)?.getArray() ?? []);
const floats = (...values: number[]) => Array.from(Float32Array.from(values));

/** r, g, b, a of a texel of the first primitive's texture. */
function texel(document: Document, x: number, y: number, primitive = 0): number[] {
  const image = primitivesOf(document)[primitive]?.getMaterial()?.getBaseColorTexture()?.getImage();
  if (!image) throw new Error("no texture");
  const { data, width, height, channels } = decode(image);
  expect([width, height, channels]).toEqual([256, 256, 4]);
  return Array.from(data.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4));
}

describe("texels", () => {
  it("of 16 bits are 5 bits each, red lowest; 0x0000 is a hole, bit 15 is lost and listed", async () => {
    const words = [0x0000, 0x001f, 0x03e0, 0x7c00, 0x8000, 0x4210];
    const { document, losses } = await meshToScene(packL1({ atlases: [{ at: [320, 0, 256, 256], words }] }));
    expect([0, 1, 2, 3, 4, 5].map((x) => texel(document, x, 0))).toEqual([
      [0, 0, 0, 0],
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
      [0, 0, 0, 255],
      [132, 132, 132, 255], // 16 becomes 16 * 8 + 16 / 4
    ]);
    expect(primitivesOf(document)[0]?.getMaterial()?.getAlphaMode()).toBe("MASK");
    expect(losses).toContainEqual(expect.objectContaining({ code: "SEMI_TRANSPARENCY_DROPPED", count: 1 }));
  });

  it("without holes make an opaque material, seen from one side, sampled as the console does", async () => {
    const { document } = await meshToScene(packL1());
    const material = primitivesOf(document)[0]?.getMaterial();
    expect(material?.getAlphaMode()).toBe("OPAQUE");
    expect(material?.getDoubleSided()).toBe(false);
    expect(material?.getExtension("KHR_materials_unlit")).toBeTruthy();
    const info = material?.getBaseColorTextureInfo();
    expect([info?.getMagFilter(), info?.getMinFilter(), info?.getWrapS(), info?.getWrapT()]).toEqual([
      9728, 9728, 33071, 33071,
    ]);
  });

  const palette = Array.from({ length: 16 }, (_, i) => (i === 0 ? 0 : i));
  const red = (index: number) => (index << 3) | (index >> 2);

  it("of 4 bits begin with the lowest nibble and go through the palette of the triangle", async () => {
    const document = (
      await meshToScene(
        packL4({
          atlases: [{ at: [320, 0, 64, 256], words: [0x4321] }],
          rows: [
            { texturePage: 0x0205, clutX: 1, clutY: 240 },
            { texturePage: 0x0205, clutX: 2, clutY: 240 },
          ],
          cluts: [
            { clutX: 1, clutY: 240, colors: palette },
            { clutX: 2, clutY: 240, colors: palette.map((color) => color << 5) },
          ],
        }),
      )
    ).document;
    expect([0, 1, 2, 3].map((x) => texel(document, x, 0))).toEqual([1, 2, 3, 4].map((i) => [red(i), 0, 0, 255]));
    expect(texel(document, 2, 0, 1)).toEqual([0, red(3), 0, 255]);
    expect(primitivesOf(document).map((primitive) => primitive.getMaterial()?.getName())).toEqual([
      "atlas0_4bit_clut0",
      "atlas0_4bit_clut1",
    ]);
    expect(primitivesOf(document).map((primitive) => extrasOf(primitive))).toMatchObject([
      { texturePage: 0x0205, clutX: 1, triangles: [0] },
      { texturePage: 0x0205, clutX: 2, triangles: [1] },
    ]);
  });

  it("of 8 bits begin with the low byte", async () => {
    const { document } = await meshToScene(
      packL4({
        atlases: [{ at: [320, 0, 128, 256], words: [0x0201] }],
        rows: [{ texturePage: 0x0285 }],
        cluts: [{ clutX: 0, clutY: 0, colors: palette }],
      }),
    );
    expect([0, 1].map((x) => texel(document, x, 0))).toEqual([
      [red(1), 0, 0, 255],
      [red(2), 0, 0, 255],
    ]);
    // Indices beyond the palette are not invented.
    expect(texel(document, 2, 0)).toEqual([0, 0, 0, 0]);
  });

  it("without a palette are shades of grey, and that is listed", async () => {
    const { document, losses } = await meshToScene(
      packL1({ atlases: [{ at: [320, 0, 64, 256], words: [0xf8c0] }], object: { texturePage: 0x0205 } }),
    );
    expect([0, 1, 2, 3].map((x) => texel(document, x, 0)[0])).toEqual([0, 0xcc, 0x88, 0xff]);
    expect(losses).toContainEqual(expect.objectContaining({ code: "PALETTE_MISSING" }));
  });

  it("survive as words in the extras of a GLB", async () => {
    const words = [0x0000, 0x8001, 0xffff];
    const { document } = await meshToScene(packL1({ atlases: [{ at: [320, 0, 256, 256], words }] }));
    const read = await readGlb(await writeGlb(document));
    const [atlas] = extrasOf(read.getRoot()).atlases as { words: unknown; vramX: number }[];
    expect(atlas?.vramX).toBe(320);
    expect(Array.from(loadArray(read, atlas?.words, "u16")?.subarray(0, 4) ?? [])).toEqual([...words, 0x7fff]);
  });
});

describe("texture pages", () => {
  it("find the atlas that begins there", async () => {
    const { document } = await meshToScene(
      packL1({
        object: { texturePage: 0x0300 | 9 | 16 },
        atlases: [{ at: [320, 0, 256, 256] }, { at: [576, 256, 256, 256], words: [0x001f] }],
      }),
    );
    expect(texel(document, 0, 0)).toEqual([255, 0, 0, 255]);
  });

  it("find the window inside a larger atlas", async () => {
    // Page (384, 0) begins 64 words, at 4 bits 256 texels, right of the atlas' corner.
    const words = new Array<number>(128).fill(0x1111);
    words[64] = 0x000f;
    const { document } = await meshToScene(
      packL1({ object: { texturePage: 0x0206 }, atlases: [{ at: [320, 0, 128, 256], words }] }),
    );
    expect([0, 1].map((x) => texel(document, x, 0)[0])).toEqual([255, 0]);
    expect(primitivesOf(document)[0]?.getMaterial()?.getName()).toBe("atlas0_at64x0_4bit_grey");
  });

  it("of the first exporter name no atlas: the only one is taken", async () => {
    const { document, losses } = await meshToScene(packL1({ object: { texturePage: 0x0300 } }));
    expect(texel(document, 5, 5)).toEqual([255, 255, 255, 255]);
    expect(losses).toContainEqual(expect.objectContaining({ code: "ATLAS_ASSUMED", count: 1 }));
    expect(extrasOf(nodeOf(document, "object0")).texturePage).toBe(0x0300);
  });

  it("without an atlas leave triangles untextured if there are several", async () => {
    const atlases = [{ at: [320, 0, 256, 256] as [number, number, number, number] }];
    const { document, losses } = await meshToScene(
      packL1({ object: { texturePage: 0x0300 }, atlases: [...atlases, { at: [576, 0, 256, 256] }] }),
    );
    expect(primitivesOf(document)[0]?.getMaterial()?.getBaseColorTexture()).toBeNull();
    expect(losses).toContainEqual(expect.objectContaining({ code: "TEXTURE_MISSING", count: 1 }));
    expect(losses).toContainEqual(expect.objectContaining({ code: "ATLAS_UNUSED", count: 2 }));
  });
});

describe("geometry", () => {
  const rows = [
    {
      positions: [1, 2, 3, 4096, 0, 0, 0, 0, 8192],
      uv0: [0, 255, 16, 32, 64, 128],
      colors: [255, 128, 64, 9, 0, 1, 2, 0, 3, 4, 5, 0],
    },
  ];

  it("is turned round the x axis, 25/1024 metre per unit, v0 v2 v1", async () => {
    const { document } = await meshToScene(packL1({ rows }));
    const unit = 25 / 1024;
    expect(arrayOf(document, "POSITION")).toEqual([unit, -2 * unit, -3 * unit, 0, 0, -200, 100, 0, 0]);
    expect(arrayOf(document, "TEXCOORD_0")).toEqual(
      floats(...[0.5, 255.5, 64.5, 128.5, 16.5, 32.5].map((texels) => texels / 256)),
    );
    expect(arrayOf(document, "_COLOR_RAW")).toEqual([255, 128, 64, 9, 3, 4, 5, 0, 0, 1, 2, 0]);
    expect(arrayOf(document, "COLOR_0").slice(0, 3)).toEqual([1, 1, 0.5]);
  });

  it("follows the scale option", async () => {
    const { document } = await meshToScene(packL1({ rows }), { scale: 1 });
    expect(arrayOf(document, "POSITION").slice(6)).toEqual([1, 0, 0]);
    expect(extrasOf(document.getRoot()).scale).toBe(1);
    await expect(meshToScene(packL1(), { scale: 0 })).rejects.toMatchObject({ code: "OPTION_VALUE" });
    await expect(meshToScene(packL1(), { scale: "big" })).rejects.toMatchObject({ code: "OPTION_VALUE" });
    await expect(meshToScene(packL1(), { normals: "round" })).rejects.toMatchObject({ code: "OPTION_VALUE" });
  });

  it("lists overbright corners, and can apply the sRGB curve", async () => {
    const { document, losses } = await meshToScene(packL1({ rows }), { colorSpace: "srgb" });
    expect(losses).toContainEqual(expect.objectContaining({ code: "COLORS_CLAMPED", count: 1, keptIn: "_COLOR_RAW" }));
    // 64 is half of 128; sRGB 0.5 is 0.2140 linear.
    expect(arrayOf(document, "COLOR_0")[2]).toBeCloseTo(0.21404, 5);
  });

  it("gets a normal even where there is none to be had", async () => {
    const dot = { positions: [1, 1, 1, 1, 1, 1, 1, 1, 1] };
    const { document, losses } = await meshToScene(packL1({ rows: [{ ...dot, normal: [0, 0, 0] }, dot] }));
    expect(arrayOf(document, "NORMAL").slice(0, 3)).toEqual([0, 1, 0]);
    expect(arrayOf(document, "NORMAL").slice(9, 12)).toEqual([0, 0, 1]); // the stored one stands in
    expect(losses).toContainEqual(expect.objectContaining({ code: "NORMALS_REPLACED", count: 1 }));
    await expectValidGlb(await writeGlb(document));
  });

  it("keeps set pads, scripts, player, gaps and trailing bytes in extras", async () => {
    const { document } = await meshToScene(
      packL1({
        rows: [{ uvPad: 0x0102 }],
        change: (file) => {
          file.trailing = Uint8Array.of(1, 2);
        },
      }),
    );
    expect(extrasOf(primitivesOf(document)[0] ?? document.getRoot()).uvPads).toEqual([0x0102]);
    expect(extrasOf(document.getRoot())).toMatchObject({
      format: "splashpack",
      version: 1,
      layout: "L1",
      trailing: [1, 2],
    });
    const later = (await meshToScene(handmade("L8").bytes)).document;
    expect(extrasOf(later.getRoot())).toMatchObject({
      layout: "L8",
      luas: [[...new TextEncoder().encode("x = 1")]],
      playerPosition: [-5, 6, 7],
      playerRotation: [1, 2, 3],
      playerHeight: 400,
      sceneLuaIndex: 0xffff,
    });
    expect(extrasOf(nodeOf(later, "object0"))).toMatchObject({ position: [100, -200, 300], luaIndex: -1, flags: 1 });
  });

  it("has navigation meshes as nodes of their own, the same way up", async () => {
    const { document } = await meshToScene(handmade("L5").bytes);
    const node = nodeOf(document, "navmesh0");
    expect(extrasOf(node).navmesh).toBe(true);
    const primitive = node.getMesh()?.listPrimitives()[0];
    const unit = 25 / 1024;
    expect(Array.from(primitive?.getAttribute("POSITION")?.getArray() ?? [])).toEqual(
      floats(1, -2, -3, 4, -5, -6, 7, -8, 9).map((value) => value * unit),
    );
    expect(Array.from(primitive?.getIndices()?.getArray() ?? [])).toEqual([0, 2, 1]);
  });
});

describe("transforms of objects", () => {
  // A quarter round Unity's y axis: z to x, x to -z.
  const rotation = Int32Array.of(0, 0, 4096, 0, 4096, 0, -4096, 0, 0);
  const position = Int32Array.of(4096, 8192, 12288);
  const world = (document: Document) =>
    nodeOf(document, "object0")
      .getWorldMatrix()
      .map((value) => Math.round(value * 1e6) / 1e6 + 0);

  it("are ignored in L1, as its engine does, and kept", async () => {
    const { document, losses } = await meshToScene(packL1({ object: { position, rotation } }));
    expect(world(document)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(losses).toContainEqual(expect.objectContaining({ code: "TRANSFORMS_IGNORED", count: 1 }));
    expect(extrasOf(nodeOf(document, "object0"))).toMatchObject({
      position: [4096, 8192, 12288],
      rotation: [...rotation],
    });
  });

  it("of L1 are in Unity's frame and were never scaled", async () => {
    const { document } = await meshToScene(packL1({ object: { position, rotation } }), { applyTransforms: true });
    // Z * R * Z with Z = diag(1, 1, -1): rows (0, 0, -1), (0, 1, 0), (1, 0, 0); the matrix is by columns.
    expect(world(document)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 2, -3, 1]);
  });

  it("are applied from L3 on, as the engine does, in the file's own frame", async () => {
    const { document } = await meshToScene(packL4({ object: { position, rotation } }));
    // C * R * C with C = diag(1, -1, -1): rows (0, 0, -1), (0, 1, 0), (1, 0, 0).
    expect(world(document)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0, 100, -200, -300, 1]);
    const ignored = await meshToScene(packL4({ object: { position, rotation } }), { applyTransforms: false });
    expect(world(ignored.document)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(ignored.losses).toContainEqual(expect.objectContaining({ code: "TRANSFORMS_IGNORED" }));
  });

  it("of L2 are of two kinds, so the user has to say which", async () => {
    const { bytes } = handmade("L2");
    await expect(meshToScene(bytes, { applyTransforms: true })).rejects.toMatchObject({
      code: "SPLASHPACK_TRANSFORM_FRAME",
    });
    const options = { applyTransforms: true, transformFrame: "file" };
    expect(nodeOf((await meshToScene(bytes, options)).document, "object0").getTranslation()).toEqual(
      [100, 200, -300].map((value) => (value * 25) / 1024),
    );
  });

  it("that are no rotation are left out and listed", async () => {
    const { document, losses } = await meshToScene(packL4({ object: { rotation: new Int32Array(9) } }));
    expect(nodeOf(document, "object0").getRotation()).toEqual([0, 0, 0, 1]);
    expect(losses).toContainEqual(expect.objectContaining({ code: "ROTATIONS_IGNORED", count: 1 }));
  });
});

describe("stored normals", () => {
  it("of the first exporter are turned by evidence, and then agree with the triangles", async () => {
    const bytes = example("crate_l1_first_exporter");
    const flat = (await meshToScene(bytes)).document;
    const stored = (await meshToScene(bytes, { normals: "stored" })).document;
    const [a, b] = [arrayOf(flat, "NORMAL"), arrayOf(stored, "NORMAL")];
    for (const [i, value] of a.entries()) expect(b[i]).toBeCloseTo(value, 5);
    expect((await inspectMesh(bytes)).details.storedNormals).toContain("unity 1.00");
    const wrong = (await meshToScene(bytes, { normals: "stored", normalFrame: "none" })).document;
    expect(arrayOf(wrong, "NORMAL")).not.toEqual(b);
  });
});

/** Six times the volume of one node's mesh, in its own axes. */
function volumeOfNode(node: Node): number {
  return (node.getMesh()?.listPrimitives() ?? []).reduce(
    (sum, primitive) =>
      sum +
      signedVolume6(primitive.getAttribute("POSITION")?.getArray() ?? [], primitive.getIndices()?.getArray() ?? []),
    0,
  );
}

describe("every closed object of the examples", () => {
  it.each(exampleFiles("splashpack"))("$name is right side out", async ({ bytes }) => {
    const { document } = await meshToScene(bytes);
    for (const node of document.getRoot().listNodes()) {
      if (node.getName().startsWith("object") && node.getMesh()) expect(volumeOfNode(node)).toBeGreaterThan(0);
    }
  });
});

describe("inspect", () => {
  it("shows the layout with its days and the map of video memory", async () => {
    const { details, counts } = await inspectMesh(example("lighthouse_l3"));
    expect(details.layout).toBe("L3 (30 March 2025: 12-byte header, palettes of 256 colours in a table)");
    expect(details.scale).toBe("100 (assumed: it is not in the file)");
    expect(details.vram).toMatchObject([
      { place: [320, 0], words: [64, 128], bitsPerTexel: "4", objects: [0, 2] },
      { place: [384, 0], words: [128, 64], bitsPerTexel: "8", objects: [1] },
    ]);
    expect(details.palettes).toEqual([
      { place: [0, 240], colours: 16 },
      { place: [16, 240], colours: 16 },
      { place: [0, 242], colours: 256 },
    ]);
    expect(counts).toMatchObject({ surfaces: 3, textures: 2, materials: 3 });
  });

  it("tells the depth of an unused atlas from its width", async () => {
    const { details } = await inspectMesh(packL1({ rows: [], atlases: [{ at: [320, 0, 128, 256] }] }));
    expect(details.vram).toMatchObject([{ bitsPerTexel: "8 (from its width)", triangles: 0 }]);
  });
});

describeCorpus("splashpack/L1", ["splashpack"], (files) => {
  it.each(files)("$name: stored normals agree with the triangles once they are turned", async ({ bytes }) => {
    const { document } = await meshToScene(bytes, { normals: "stored" });
    const flat = (await meshToScene(bytes)).document;
    const [a, b] = [arrayOf(flat, "NORMAL"), arrayOf(document, "NORMAL")];
    const mean = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / (a.length / 3);
    expect(mean).toBeGreaterThan(0.95);
  });
});
