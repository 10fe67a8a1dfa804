import type { Document, Primitive } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BmeshFile } from "../../src/formats/bmesh/file.ts";
import { bmesh } from "../../src/formats/bmesh/index.ts";
import { nameText } from "../../src/formats/bmesh/names.ts";
import { type BuiltMesh, buildMesh } from "../../src/operations/build.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh, spansAtByte } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { exampleFiles, type SampleFile } from "../support/files.ts";
import { largestDifference, worldTriangles } from "../support/worldTriangles.ts";
import { anyMesh } from "./anyMesh.ts";

/** A file by way of GLB, with an edit in between. */
async function edited(bytes: Uint8Array, edit: (document: Document) => void, options = {}): Promise<BuiltMesh> {
  const document = await readGlb(await writeGlb((await meshToScene(bytes, options)).document));
  edit(document);
  return buildMesh(await readGlb(await writeGlb(document)), "bmesh");
}

const example = (name: string): Uint8Array => {
  const found = exampleFiles("bmesh").find((file) => file.name === name);
  if (!found) throw new Error(`no example ${name}`);
  return found.bytes;
};
const fileOf = (bytes: Uint8Array) => openMesh(bytes).file as BmeshFile;
const primitivesOf = (document: Document): Primitive[] =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
const nodeOf = (document: Document, name: string) => {
  const found = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name);
  if (!found) throw new Error(`no node ${name}`);
  return found;
};

/** Elements of the file that lie over bytes which differ. */
function changedElements(a: Uint8Array, b: Uint8Array): string[] {
  expect(b.byteLength).toBe(a.byteLength);
  const { spans } = mapMesh(a);
  const changed = new Set<string>();
  a.forEach((byte, offset) => {
    if (byte !== b[offset]) changed.add(spansAtByte(spans, offset).find(({ path }) => path.endsWith("]"))?.path ?? "");
  });
  return [...changed];
}

describe("any bMesh by way of GLB", () => {
  /** The same file with faces and sections that exist. */
  const withFaces = (file: BmeshFile): BmeshFile => {
    const vertexCount = Math.max(1, file.positions.length / 3);
    const faceCount = Math.max(1, file.faces.length / 3);
    const bytes = (array: Uint8Array) => Uint8Array.from({ length: 4 * vertexCount }, (_, i) => array[i] ?? i);
    const floats = (array: Float32Array) => Float32Array.from({ length: 2 * vertexCount }, (_, i) => array[i] ?? i);
    return {
      ...file,
      normals: bytes(file.normals),
      tangents: bytes(file.tangents),
      colors: bytes(file.colors),
      uv0: floats(file.uv0),
      uv1: floats(file.uv1),
      faceIndices: file.faceIndices.map((index) => index % vertexCount),
      faces: file.faces.map((index) => index % Math.max(1, Math.min(vertexCount, file.faceIndices.length))),
      materialSections: file.materialSections.map((section) => ({
        ...section,
        faceStart: section.faceStart % faceCount,
        faceCount: section.faceCount % faceCount,
      })),
    };
  };
  it("is the same file again, sensible or not", async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(anyMesh, fc.boolean(), async (any, sound) => {
        const bytes = bmesh.write(sound ? withFaces(any) : any, "bMesh");
        const { document } = await meshToScene(bytes);
        shown += document.getRoot().listMeshes().length;
        const { bytes: back } = await buildMesh(await readGlb(await writeGlb(document)), "bmesh");
        expect(back).toEqual(bytes);
      }),
      { numRuns: 600, seed: 1 },
    );
    expect(shown).toBeGreaterThan(100); // else the property said little
  });
});

const isExample = ({ name }: SampleFile) => name.endsWith(".bMesh");
describe("examples", () => {
  it.each(exampleFiles("bmesh").filter(isExample))("$name is the same by way of GLB", async ({ bytes }) => {
    expect((await edited(bytes, () => undefined)).bytes).toEqual(bytes);
  });
  it.each([{ mirror: true }, { flipV: true }, { colorOrder: "bgra" }, { tangentSign: -1 }])(
    "are the same when read with %o",
    async (options) => {
      for (const { bytes, name } of exampleFiles("bmesh").filter(isExample)) {
        expect((await edited(bytes, () => undefined, options)).bytes, name).toEqual(bytes);
      }
    },
  );
});

describe("an edit in between", () => {
  const inward = (document: Document, vertex: number) => {
    const positions = primitivesOf(document)[0]?.getAttribute("POSITION");
    positions?.setElement(
      vertex,
      positions.getElement(vertex, []).map((value) => value * 0.9375),
    );
  };
  it.each(["robot_skinned.bMesh", "odd_bytes.bMesh", "ring_direct.bMesh", "vase_clockwise.bMesh", "rod_pairs.bMesh"])(
    "of one position of %s changes that vertex alone",
    async (name) => {
      const bytes = example(name);
      const { positions, boundsMin, boundsMax } = fileOf(bytes);
      let vertex = 0;
      const onBox = (v: number) =>
        [0, 1, 2].some((axis) => {
          const value = positions[v * 3 + axis] ?? 0;
          return value === 0 || value === boundsMin[axis] || value === boundsMax[axis];
        });
      while (onBox(vertex)) vertex++;
      const built = await edited(bytes, (document) => inward(document, vertex));
      expect(changedElements(bytes, built.bytes)).toEqual([`positions[${vertex}]`]);
    },
  );

  it("of a normal changes its three bytes, and the pad stays", async () => {
    const bytes = example("odd_bytes.bMesh");
    const built = await edited(bytes, (document) => {
      primitivesOf(document)[0]?.getAttribute("NORMAL")?.setElement(4, [0, 1, 0]);
    });
    expect(changedElements(bytes, built.bytes)).toEqual(["normals[4]"]);
    // Up in glTF is z in the file.
    expect(Array.from(fileOf(built.bytes).normals.subarray(16, 19))).toEqual([128, 128, 255]);
  });

  it("of a bone's name changes its 64 bytes alone", async () => {
    const bytes = example("robot_skinned.bMesh");
    const [first] = fileOf(bytes).bones;
    const built = await edited(bytes, (document) =>
      nodeOf(document, nameText(first?.name ?? new Uint8Array(0))).setName("Hips"),
    );
    expect(changedElements(bytes, built.bytes)).toEqual(["bones[0]"]);
    expect(nameText(fileOf(built.bytes).bones[0]?.name ?? new Uint8Array(0))).toBe("Hips");
  });

  it("of a hardpoint recomputes its five matrices and leaves the rest", async () => {
    const bytes = example("robot_skinned.bMesh");
    const [point] = fileOf(bytes).hardpoints;
    const built = await edited(bytes, (document) => {
      const node = nodeOf(document, nameText(point?.name ?? new Uint8Array(0)));
      const [x, y, z] = node.getTranslation();
      node.setTranslation([x, y + 0.25, z]);
    });
    expect(changedElements(bytes, built.bytes)).toEqual(["hardpoints[0]"]);
    expect((await validateMesh(built.bytes)).issues).toEqual((await validateMesh(bytes)).issues);
  });

  it("of a pose is no edit: the bind matrices say where a skin's bones are", async () => {
    const bytes = example("robot_skinned.bMesh");
    const built = await edited(bytes, (document) => {
      document.getRoot().listSkins()[0]?.listJoints()[1]?.setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    });
    expect(built.bytes).toEqual(bytes);
  });

  it("of a material's name renames the section", async () => {
    const bytes = example("vase_sections.bMesh");
    const built = await edited(bytes, (document) => primitivesOf(document)[1]?.getMaterial()?.setName("glaze"));
    const [before, after] = [fileOf(bytes), fileOf(built.bytes)];
    expect(new TextDecoder().decode(after.materialSections[1]?.name.raw)).toBe("glaze");
    const rest = (file: BmeshFile) => file.materialSections.map(({ name: _, ...section }) => section);
    expect(rest(after)).toEqual(rest(before));
    expect(after.faces).toEqual(before.faces);
  });

  it("that takes faces away rebuilds faces and sections, and drops no vertex", async () => {
    const bytes = example("ring_direct.bMesh");
    const built = await edited(bytes, (document) => {
      const indices = primitivesOf(document)[0]?.getIndices();
      indices?.setArray(indices.getArray()?.slice(0, 30) ?? null);
    });
    const after = fileOf(built.bytes);
    expect(after.positions).toEqual(fileOf(bytes).positions);
    expect(after.materialSections[0]).toMatchObject({ faceStart: 0, faceCount: 10 });
    expect((await validateMesh(built.bytes)).issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("that changes the vertices lets go of the tie to a reference mesh, and says so", async () => {
    const kept = await edited(example("head_variant.bMesh"), (document) => {
      for (const primitive of primitivesOf(document)) {
        const indices = primitive.getIndices();
        const triangle = (indices?.getArray()?.slice(0, 3) ?? Uint16Array.of(0)) as Uint16Array<ArrayBuffer>;
        indices?.setArray(triangle);
        for (const semantic of primitive.listSemantics()) {
          const stream = primitive.getAttribute(semantic);
          const size = (Math.max(...triangle) + 1) * (stream?.getElementSize() ?? 0);
          stream?.setArray(stream.getArray()?.slice(0, size) ?? null);
        }
      }
    });
    expect(kept.losses.map(({ code }) => code)).toContain("VARIANT_DATA_DROPPED");
    expect(fileOf(kept.bytes)).toMatchObject({ meshType: 0, baseVariantDiffs: new Uint16Array(0) });
  });
});

/** What Blender's exporter leaves: no raw views, no extras, every primitive with vertices of its own, in another order. */
function resaved(document: Document): void {
  const root = document.getRoot();
  for (const property of [root, ...root.listNodes(), ...root.listMeshes(), ...primitivesOf(document)]) {
    property.setExtras({});
  }
  for (const extension of root.listExtensionsUsed()) extension.dispose();
  for (const primitive of primitivesOf(document)) {
    const count = primitive.getAttribute("POSITION")?.getCount() ?? 0;
    for (const semantic of primitive.listSemantics()) {
      const source = primitive.getAttribute(semantic);
      const turned = semantic.startsWith("_") ? null : (source?.clone() ?? null);
      for (let v = 0; turned && v < count; v++) turned.setElement(count - 1 - v, source?.getElement(v, []) ?? []);
      primitive.setAttribute(semantic, turned);
    }
    const indices = primitive.getIndices()?.clone() ?? null;
    const array = (indices?.getArray() ?? []) as Uint16Array;
    indices?.setArray(Uint16Array.from(array, (index) => count - 1 - index));
    primitive.setIndices(indices);
  }
}

describe("a GLB that another program has saved", () => {
  const shown = exampleFiles("bmesh").filter((file) => isExample(file) && fileOf(file.bytes).faceIndices.length > 2);
  it.each(shown)("of $name still makes the same triangles", async ({ bytes }) => {
    const built = await edited(bytes, resaved);
    expect((await validateMesh(built.bytes)).issues.filter(({ severity }) => severity === "error")).toEqual([]);
    const triangles = async (file: Uint8Array) => worldTriangles((await meshToScene(file)).document);
    const [before, after] = [await triangles(bytes), await triangles(built.bytes)];
    expect(largestDifference(before, after)).toBeLessThan(1e-5);
  });
});
