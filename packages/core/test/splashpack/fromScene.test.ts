import type { Document } from "@gltf-transform/core";
import fc from "fast-check";
import { encode } from "fast-png";
import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import type { SplashpackFile } from "../../src/formats/splashpack/file.ts";
import { trianglesOf } from "../../src/formats/splashpack/triangles.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToGlb, meshToScene } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { extrasOf } from "../../src/scene/document.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";
import { documentOf, randomScene } from "../support/randomScene.ts";
import { largest, largestDifference, volumeOfTriangles, worldTriangles } from "../support/worldTriangles.ts";

type Options = Parameters<typeof buildMesh>[2];
type Pixel = readonly [number, number, number, number];

const png = (width: number, height: number, pixel: (x: number, y: number) => Pixel) =>
  encode({
    width,
    height,
    channels: 4,
    depth: 8,
    data: Uint8Array.from({ length: width * height * 4 }, (_, i) => {
      const at = Math.floor(i / 4);
      return pixel(at % width, Math.floor(at / width))[i % 4] ?? 0;
    }),
  });
const sceneOf = async (obj: string, textures: Record<string, Uint8Array> = {}) => {
  const names = Object.keys(textures);
  const library = names.map((name) => `newmtl ${name}\nmap_Kd ${name}`).join("\n");
  const read = async (name: string) => (name === "m.mtl" ? new TextEncoder().encode(library) : textures[name]);
  const text = names.length > 0 ? `mtllib m.mtl\n${obj}` : obj;
  return (await importScene(new TextEncoder().encode(text), "obj", { resources: read })).document;
};
const build = async (document: Document, options: Options = {}) => {
  const { bytes, losses } = await buildMesh(document, "splashpack", options);
  const { file } = openMesh(bytes) as { file: SplashpackFile }; // built as a splashpack
  return { bytes, file, losses: losses.map(({ code }) => code), triangles: trianglesOf(file, "L1", 0) };
};
const refusal = async (document: Document, options: Options = {}) => {
  const error: unknown = await build(document, options).catch((caught: unknown) => caught);
  return error instanceof MeshglotError ? error.code : `not refused: ${String(error)}`;
};
const throughGlb = async (bytes: Uint8Array, edit: (document: Document) => void = () => {}) => {
  const { document } = await importScene((await meshToGlb(bytes)).glb, "glb");
  edit(document);
  return build(document);
};
const TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
const UVS = "vt 0 0\nvt 1 0\nvt 0 1\n";

describe("SPLASHPACK from a scene", () => {
  it("stores clockwise triangles, y down, in units of scale / 4096 metre", async () => {
    const { triangles, file, losses } = await build(await sceneOf(`${TRIANGLE}f 1 2 3\n`));
    // 1 m at scale 100 is 40.96 units. v0, v2, v1 of glTF.
    expect([...triangles.positions]).toEqual([0, 0, 0, 0, -41, 0, 41, 0, 0]);
    // Outward is (v2 - v0) x (v1 - v0): +z of glTF, -z of the file.
    expect([...triangles.normals]).toEqual([0, 0, -4096]);
    expect([...triangles.colors]).toEqual([128, 128, 128, 0, 128, 128, 128, 0, 128, 128, 128, 0]);
    expect([...(file.objects[0]?.position ?? []), ...(file.objects[0]?.rotation ?? [])]).toEqual([
      0, 0, 0, 4096, 0, 0, 0, 4096, 0, 0, 0, 4096,
    ]);
    expect(losses).toEqual(["NAMES_DROPPED"]);
    expect([...(await build(await sceneOf(`${TRIANGLE}f 1 2 3\n`), { scale: 1 })).triangles.positions]).toEqual([
      0, 0, 0, 0, -4096, 0, 4096, 0, 0,
    ]);
  });

  it("gives untextured meshes a white texel of a page beside the frame buffers", async () => {
    const { file, triangles } = await build(await sceneOf(`${TRIANGLE}f 1 2 3\n`));
    expect(file.atlases).toMatchObject([{ width: 256, height: 256, vramX: 320, vramY: 0 }]);
    // Page x 320 / 64 = 5, 16 bits per texel (2 at bit 7), dither (bit 9).
    expect(file.objects[0]?.texturePage).toBe(5 | (2 << 7) | 0x200);
    const [u = 0, v = 0] = triangles.uvs;
    expect([...triangles.uvs]).toEqual([u, v, u, v, u, v]);
    expect(file.atlasData[0]?.[v * 256 + u]).toBe(0x7fff);
  });

  it("packs pictures into pages and moves UVs along", async () => {
    const red = png(64, 32, () => [255, 0, 0, 255]);
    const blue = png(128, 64, (x) => [0, 0, x < 64 ? 255 : 8, 255]);
    const obj = `${TRIANGLE}${UVS}o a\nusemtl red\nf 1/1 2/2 3/3\no b\nusemtl blue\nf 1/1 2/2 3/3\n`;
    const { file } = await build(await sceneOf(obj, { red, blue }));
    expect(file.atlases).toHaveLength(1);
    const corners = [0, 1].map((i) => {
      const { uvs } = trianglesOf(file, "L1", i);
      return [0, 2, 4].map((at) => file.atlasData[0]?.[(uvs[at + 1] ?? 0) * 256 + (uvs[at] ?? 0)]);
    });
    // glTF's V counts from the top, so (0,0) of OBJ is the lowest row; red has 31 in bits 0-4, blue in bits 10-14.
    expect(corners).toEqual([
      [31, 31, 31],
      [31 << 10, 31 << 10, 1 << 10],
    ]);
    // Red, the lower one, stands beside blue on the same shelf: v0, v2, v1 of its triangle.
    expect([...trianglesOf(file, "L1", 0).uvs]).toEqual([128, 31, 128, 0, 128 + 63, 31]);
  });

  it("keeps black opaque, transparency clear, and drops three bits", async () => {
    const pixels: Pixel[] = [
      [0, 0, 0, 255],
      [7, 7, 7, 255],
      [255, 255, 255, 127],
      [8, 16, 248, 128],
    ];
    const picture = png(4, 1, (x) => pixels[x] ?? [0, 0, 0, 0]);
    const obj = `${TRIANGLE}${UVS}usemtl p\nf 1/1 2/2 3/3\n`;
    const words = (file: SplashpackFile) => [...(file.atlasData[0]?.subarray(0, 4) ?? [])];
    expect(words((await build(await sceneOf(obj, { p: picture }))).file)).toEqual([
      0x8000,
      0x8000,
      0,
      1 | (2 << 5) | (31 << 10),
    ]);
    expect(words((await build(await sceneOf(obj, { p: picture }), { blackTexel: 0x421 })).file)[0]).toBe(0x421);
  });

  it("uses pages in the order of the page, five are too many", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const textures = Object.fromEntries(names.map((name) => [name, png(200, 200, () => [255, 255, 255, 255])]));
    const obj = (count: number) =>
      `${TRIANGLE}${UVS}${names
        .slice(0, count)
        .map((name) => `o ${name}\nusemtl ${name}\nf 1/1 2/2 3/3\n`)
        .join("")}`;
    const { file } = await build(await sceneOf(obj(4), textures));
    expect(file.atlases.map(({ vramX, vramY }) => [vramX, vramY])).toEqual([
      [320, 0],
      [576, 0],
      [320, 256],
      [576, 256],
    ]);
    expect(file.objects.map(({ texturePage }) => (texturePage ?? 0) & 31)).toEqual([5, 9, 21, 25]);
    expect(await refusal(await sceneOf(obj(5), textures))).toBe("SPLASHPACK_TEXTURES_DO_NOT_FIT");
    expect((await build(await sceneOf(obj(5), textures), { shrinkTextures: 100 })).file.atlases).toHaveLength(2);
  });

  it("makes large pictures smaller only when asked", async () => {
    const large = png(512, 256, (x) => (x < 256 ? [255, 0, 0, 255] : [0, 255, 0, 255]));
    const document = () => sceneOf(`${TRIANGLE}${UVS}usemtl p\nf 1/1 2/2 3/3\n`, { p: large });
    expect(await refusal(await document())).toBe("SPLASHPACK_TEXTURE_TOO_LARGE");
    const { file, losses } = await build(await document(), { shrinkTextures: 256 });
    expect(losses).toContain("TEXTURES_SHRUNK");
    expect([file.atlasData[0]?.[0], file.atlasData[0]?.[255], file.atlasData[0]?.[128 * 256]]).toEqual([
      31,
      31 << 5,
      0,
    ]);
  });

  it("gives each page its own object where a mesh has several", async () => {
    const picture = () => png(256, 256, () => [255, 255, 255, 255]);
    const obj = `${TRIANGLE}${UVS}o a\nusemtl p\nf 1/1 2/2 3/3\nusemtl q\nf 1/1 2/2 3/3\n`;
    const { file } = await build(await sceneOf(obj, { p: picture(), q: picture() }));
    expect(file.objects).toHaveLength(2);
  });

  it("multiplies the material's colour into the vertices", async () => {
    const document = await sceneOf(`${TRIANGLE}usemtl p\nf 1 2 3\n`);
    document.getRoot().listMaterials()[0]?.setBaseColorFactor([0.5, 0.25, 1, 1]);
    expect([...(await build(document)).triangles.colors.subarray(0, 4)]).toEqual([64, 32, 128, 0]);
  });

  it.each<[string, string, Options, string]>([
    ["what is too far away", "v 900 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", {}, "SPLASHPACK_COORDINATE_RANGE"],
    ["UVs across a border", `${TRIANGLE}vt 0.5 0\nvt 1.5 0\nvt 0.5 1\nf 1/1 2/2 3/3\n`, {}, "SPLASHPACK_UV_TILING"],
    ["65,536 triangles", TRIANGLE + "f 1 2 3\n".repeat(65536), {}, "SPLASHPACK_TOO_MANY_TRIANGLES"],
    ["a scale of 0", `${TRIANGLE}f 1 2 3\n`, { scale: 0 }, "OPTION_VALUE"],
  ])("refuses %s", async (_, obj, options, code) => {
    expect(await refusal(await sceneOf(obj), options)).toBe(code);
  });

  it("refuses damaged pictures", async () => {
    const broken = png(8, 8, () => [1, 2, 3, 255]).subarray(0, 60);
    const obj = `${TRIANGLE}${UVS}usemtl p\nf 1/1 2/2 3/3\n`;
    expect(await refusal(await sceneOf(obj, { p: broken }))).toBe("SCENE_IMAGE");
  });

  it("writes what the validator has nothing against", async () => {
    const picture = png(128, 128, (x, y) => [x * 2, y * 2, 128, 255]);
    const { bytes } = await build(await sceneOf(`${TRIANGLE}${UVS}usemtl p\nf 1/1 2/2 3/3\n`, { p: picture }));
    expect((await validateMesh(bytes)).issues).toEqual([]);
  });
});

describe("any scene of boxes as SPLASHPACK", () => {
  it("keeps geometry and winding within the grid, and validates without a warning", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomScene({ skins: false, morphTargets: 1 }),
        fc.constantFrom(10, 25),
        async (scene, scale) => {
          const document = documentOf(scene);
          const { bytes, losses } = await build(document, { scale });
          const { issues } = await validateMesh(bytes);
          expect(issues.filter(({ severity }) => severity !== "info")).toEqual([]);
          expect(losses.includes("MORPHS_DROPPED")).toBe(scene.morphTargets > 0);
          const before = worldTriangles(document);
          const after = worldTriangles((await meshToScene(bytes, { scale })).document);
          // Each coordinate is rounded to a whole number of scale / 4096 metres.
          const half = scale / 4096 / 2;
          expect(largestDifference(before, after)).toBeLessThanOrEqual(half + 2 ** -22 * largest(before));
          expect(volumeOfTriangles(after)).toBeGreaterThan(0);
        },
      ),
      { numRuns: 60, seed: 8 },
    );
  });
});

describe("SPLASHPACK -> GLB -> SPLASHPACK", () => {
  const isL1 = ({ bytes }: { bytes: Uint8Array }) => openMesh(bytes).dialect === "L1";
  it.each(exampleFiles("splashpack").filter(isL1))("$name is the same, byte for byte", async ({ bytes }) => {
    expect((await throughGlb(bytes)).bytes).toEqual(bytes);
  });

  it.each(exampleFiles("splashpack").filter((file) => !isL1(file)))(
    "$name becomes L1 with the same triangles",
    async ({ bytes }) => {
      const opened = openMesh(bytes);
      const before = opened.file as SplashpackFile;
      const { file } = await throughGlb(bytes);
      const total = (f: SplashpackFile) => f.objects.reduce((sum, object) => sum + object.triangleCount, 0);
      expect(total(file)).toBe(total(before));
    },
  );

  describeCorpus("splashpack", ["splashpack"], (files) => {
    it.each(files.filter(isL1))("$name is the same, byte for byte", async ({ bytes }) => {
      expect((await throughGlb(bytes)).bytes).toEqual(bytes);
    });
  });

  it("carries an edited pixel and nothing else", async () => {
    const bytes =
      exampleFiles("splashpack").find(({ name }) => name === "lighthouse_l1.splashpack")?.bytes ?? new Uint8Array();
    const before = openMesh(bytes).file as SplashpackFile;
    const { document } = await importScene((await meshToGlb(bytes)).glb, "glb");
    const [texture] = document.getRoot().listTextures();
    const material = document
      .getRoot()
      .listMaterials()
      .find((found) => found.getBaseColorTexture() === texture);
    const { decode } = await import("fast-png");
    const picture = decode(texture?.getImage() ?? new Uint8Array());
    picture.data.set([255, 0, 255, 255], (10 * 256 + 20) * 4);
    texture?.setImage(encode({ ...picture, data: Uint8Array.from(picture.data) }));
    const atlas = Number(material && extrasOf(material).atlas);
    const { bytes: edited } = await build(document);
    const changed = [...bytes].flatMap((byte, i) => (edited[i] === byte ? [] : [i]));
    const place = (before.atlases[atlas]?.dataOffset ?? 0) + (10 * 256 + 20) * 2;
    expect(edited).toHaveLength(bytes.byteLength);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.every((i) => i === place || i === place + 1)).toBe(true);
    expect((edited[place] ?? 0) | ((edited[place + 1] ?? 0) << 8)).toBe(31 | (31 << 10));
  });
});
