import { describe, expect, it } from "vitest";
import { MeshglotError } from "../src/bytes/fault.ts";
import { leafSpans } from "../src/bytes/trace.ts";
import { meshToScene } from "../src/operations/convert.ts";
import { inspectMesh } from "../src/operations/inspect.ts";
import { locateArray } from "../src/operations/locate.ts";
import { mapMesh, spanAt } from "../src/operations/map.ts";
import { openMesh } from "../src/operations/open.ts";
import { FORMATS } from "../src/registry.ts";
import { writeGlb } from "../src/scene/glb.ts";
import { truncations, wrongCounts } from "./support/damage.ts";
import { exampleFiles } from "./support/files.ts";
import { expectValidGlb, numbersOf } from "./support/gltf.ts";

const example = (path: string): Uint8Array => {
  const [format = "", name] = path.split("/");
  const found = exampleFiles(format).find((file) => file.name === name);
  if (!found) throw new Error(`no example ${path}`);
  return found.bytes;
};
const salvage = (bytes: Uint8Array) => meshToScene(bytes, {}, { salvage: true });
/** Bytes of an example up to `elements` elements and half of the next one into an array. */
const cutInside = (path: string, array: string, elements: number, stride: number): Uint8Array => {
  const bytes = example(path);
  const span = leafSpans(mapMesh(bytes).spans).find(({ path: own, count = 0 }) => own === array && count > elements);
  if (!span) throw new Error(`no ${elements} of ${array}`);
  return bytes.subarray(0, span.offset + elements * stride + stride / 2);
};
const trianglesOf = (document: Awaited<ReturnType<typeof salvage>>["document"]) =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0);

describe("a file that ends inside its faces", () => {
  it.each([
    ["msh/ring_static.msh", "indices", 6, 10, 576 - 10],
    ["bmesh/vase_sections.bMesh", "faces", 12, 7, 644 - 7],
    ["splashpack/crate_l1_untextured.splashpack", "meshes[0].triangles", 44, 5, 7],
  ])("%s keeps the whole ones and counts the others", async (path, array, stride, kept, missing) => {
    const bytes = cutInside(path, array, kept, stride);
    const { document, losses } = await salvage(bytes);
    await expectValidGlb(await writeGlb(document));
    expect(trianglesOf(document)).toBe(kept);
    const [first] = losses;
    expect(first).toMatchObject({ code: "FILE_CUT", keptIn: null });
    expect(first?.path).toContain(array.split(".")[0]);
    if (missing !== undefined) {
      const counts = losses.filter(({ code }) => code === "FILE_CUT" || code === "TRIANGLES_MISSING");
      expect(counts.map(({ count }) => count)).toContain(missing);
    }
    expect(losses.filter(({ code }) => code === "NOT_READ").map(({ path: field }) => field)).toContain("trailing");
  });

  it("is refused without the option, with the same fault", async () => {
    const bytes = cutInside("msh/ring_static.msh", "indices", 10, 6);
    await expect(meshToScene(bytes)).rejects.toMatchObject({ code: "MSH_TRUNCATED", path: "indices" });
  });

  it("is inspected with the faces that are there, and mapped up to them", async () => {
    const bytes = cutInside("msh/ring_static.msh", "indices", 10, 6);
    const { spans, mesh } = mapMesh(bytes);
    expect(mesh.file).toHaveProperty("indices.length", 30);
    const [last, before] = [spans.at(-1), spans.at(-2)];
    expect(before).toMatchObject({ path: "indices", count: 10, size: 60 });
    expect(last).toMatchObject({ path: "indices", type: "unread", size: 3 });
    expect(last?.note).toContain("MSH_TRUNCATED");
    expect((await inspectMesh(bytes)).error).toMatchObject({ path: "indices" });
  });
});

describe("a file that ends before its faces", () => {
  it("is shown as points", async () => {
    const bytes = cutInside("msh/ring_static.msh", "positions", 4, 12);
    const whole = openMesh(example("msh/ring_static.msh")).file as { positions: Float32Array; vertexCount: number };
    const { document, losses } = await salvage(bytes);
    await expectValidGlb(await writeGlb(document));
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(primitive?.getMode()).toBe(0);
    // Left-handed to right-handed: z changes its sign; the centimetres stay, the root node scales.
    const expected = Array.from(whole.positions.subarray(0, 12), (value, i) => (i % 3 === 2 ? -value + 0 : value));
    expect(numbersOf(primitive?.getAttribute("POSITION"))).toEqual(expected);
    expect(losses).toContainEqual(expect.objectContaining({ code: "POINTS_ONLY", count: 4 }));
    expect(losses[0]).toMatchObject({ code: "FILE_CUT", path: "positions", count: whole.vertexCount - 4 });
  });

  it("leaves out a vertex block that is not whole, and says so", async () => {
    const { losses } = await salvage(cutInside("msh/ring_static.msh", "uv0", 100, 8));
    expect(losses).toContainEqual(expect.objectContaining({ code: "ARRAY_LEFT_OUT", path: "uv0", count: 100 }));
  });

  it("takes no list of vertices for faces", async () => {
    // Cut between the list and the faces that point into it; a file without faces would have triangles there.
    const bytes = example("bmesh/vase_sections.bMesh");
    const faces = spanAt(mapMesh(bytes).spans, "faces");
    const { document, losses } = await salvage(bytes.subarray(0, faces?.offset));
    expect(document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getMode()).toBe(0);
    expect(losses).toContainEqual(expect.objectContaining({ code: "ARRAY_LEFT_OUT", path: "faceIndices", count: 405 }));
  });

  it("is the fault itself where nothing can be shown", async () => {
    await expect(salvage(example("msh/ring_static.msh").subarray(0, 30))).rejects.toMatchObject({
      code: "MSH_TRUNCATED",
      path: "boundsMax",
    });
  });
});

describe("a damaged block of UNIGINE", () => {
  it("gives what was decoded before the damage, and the surfaces before it", async () => {
    const bytes = example("unigine/ring_lods_ms15.mesh").slice();
    const whole = trianglesOf((await meshToScene(bytes)).document);
    const second = spanAt(mapMesh(bytes).spans, "geometryBlocks[1].payload");
    const first = trianglesOf((await salvage(bytes.subarray(0, second?.offset))).document);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(whole);
    // An offset of zero in the middle of the payload: what precedes it still decodes.
    const cut = bytes.subarray(0, (second?.offset ?? 0) + Math.floor((second?.size ?? 0) / 2));
    const { geometryBlocks } = openMesh(cut).file as { geometryBlocks: { value: { positions: Float32Array } }[] };
    const original = openMesh(bytes).file as { geometryBlocks: { value: { positions: Float32Array } }[] };
    const positions = geometryBlocks[1]?.value.positions;
    expect(positions?.length).toBeGreaterThan(0);
    expect(positions).toEqual(original.geometryBlocks[1]?.value.positions.subarray(0, positions?.length));
  });
});

describe("the bytes of what was read", () => {
  it("are found behind triangles and points, and end where the fault is", async () => {
    const bytes = cutInside("msh/ring_static.msh", "indices", 10, 6);
    const { spans, mesh } = mapMesh(bytes);
    const { sources } = await meshToScene(mesh, {}, { salvage: true });
    expect(locateArray(spans, { path: "indices" })).toMatchObject({
      offset: bytes.byteLength - 63,
      size: 6,
      count: 10,
    });
    expect([...sources.primitives.values()]).toMatchObject([{ triangles: [{ arrays: [{ path: "indices" }] }] }]);

    const points = cutInside("msh/ring_static.msh", "positions", 4, 12);
    const part = await meshToScene(points, {}, { salvage: true });
    const [[primitive, source] = []] = [...part.sources.primitives];
    expect(primitive?.getMode()).toBe(0);
    expect(source).toMatchObject({ triangles: [], vertices: [{ arrays: [{ path: "positions" }] }] });
    // 68 bytes of header and one sub-mesh lie before the positions.
    expect(locateArray(mapMesh(points).spans, { path: "positions" })).toMatchObject({ offset: 68, size: 12, count: 4 });
  });

  it("of several surfaces of UNIGINE are those of each", async () => {
    const bytes = example("unigine/stand_ms12.mesh");
    const cut = spanAt(mapMesh(bytes).spans, "geometry[0].cIndexCount");
    const { sources, losses } = await salvage(bytes.subarray(0, cut?.offset));
    expect([...sources.primitives.values()].map(({ path }) => path)).toEqual(["geometry[0].targets[0].positions"]);
    expect(losses.map(({ code }) => code)).toContain("POINTS_ONLY");
  });
});

describe("triangles of UNIGINE that are not there", () => {
  it("are counted by surface", async () => {
    // The ring has 576 triangles, the plate before it 12. The second array of indices comes last: 26 of them are 8 triangles.
    const { document, losses } = await salvage(cutInside("unigine/stand_ms12.mesh", "geometry[1].tIndices", 26, 2));
    const missing = losses.filter(({ code }) => code === "TRIANGLES_MISSING");
    expect(missing.map(({ path, count }) => [path, count])).toEqual([["surfaces[1]", 576 - 8]]);
    expect(trianglesOf(document)).toBe(12 + 8);
  });
});

const examples = FORMATS.flatMap(({ id }) => exampleFiles(id).map((file) => ({ ...file, name: `${id}/${file.name}` })));

it.each(examples)("$name, cut at any border of a field, becomes a valid GLB or its fault", async ({ bytes }) => {
  for (const damage of truncations(bytes)) {
    try {
      const { fault } = openMesh(damage.bytes);
      if (!fault) continue; // a whole file without its trailing bytes
      const { document, losses } = await salvage(damage.bytes);
      expect(losses[0], damage.what).toMatchObject({ code: "FILE_CUT", path: fault.path });
      await expectValidGlb(await writeGlb(document));
    } catch (error) {
      expect(error, damage.what).toBeInstanceOf(MeshglotError);
    }
  }
});

it.each(examples)("$name, with any count far too large, becomes a scene or a fault", async ({ bytes }) => {
  for (const damage of wrongCounts(bytes).filter(({ largest }) => largest)) {
    const failed = await salvage(damage.bytes).catch((error: unknown) => error);
    if (failed instanceof Error) expect(failed, damage.what).toBeInstanceOf(MeshglotError);
  }
});
