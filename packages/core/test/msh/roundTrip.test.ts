import type { Document, Primitive } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MshFile, MshSubMesh } from "../../src/formats/msh/file.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { type BuiltMesh, buildMesh } from "../../src/operations/build.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { mapMesh, spansAtByte } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { describeCorpus, exampleFiles, type SampleFile } from "../support/files.ts";
import { worldTriangles } from "../support/worldTriangles.ts";
import { anyMesh } from "./anyMesh.ts";

const small = fc.integer({ min: -1, max: 12 });
const subMesh = fc.record({ minIndex: small, vertexCount: small, indexStart: small, faceCount: small });

/** The same file with faces that exist, dealt to sub-meshes that may overlap, start inside a triangle or end nowhere. */
function withFaces(file: MshFile, subMeshes: MshSubMesh[]): MshFile {
  const indices = file.indices.map((index) => index % Math.max(1, file.vertexCount));
  return { ...file, indices, subMeshCount: subMeshes.length, subMeshes };
}

describe("any MSH by way of GLB", () => {
  it("is the same file again, sensible or not", async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(anyMesh, fc.boolean(), fc.array(subMesh, { maxLength: 3 }), async (any, sound, subMeshes) => {
        const file = sound ? withFaces(any, subMeshes) : any;
        const bytes = msh.write(file, "MSH");
        const read = openMesh(bytes, { format: "msh", dialect: "MSH" }).file as MshFile;
        const { document } = await msh.toScene(read, "MSH", {});
        shown += document.getRoot().listMeshes().length;
        const { bytes: back } = await buildMesh(await readGlb(await writeGlb(document)), "msh");
        expect(back).toEqual(bytes);
      }),
      { numRuns: 1000, seed: 1 },
    );
    expect(shown).toBeGreaterThan(100); // else the property said little
  });
});

/** A file by way of GLB, with an edit in between. */
async function edited(bytes: Uint8Array, edit: (document: Document) => void, options = {}): Promise<BuiltMesh> {
  const document = await readGlb(await writeGlb((await meshToScene(bytes)).document));
  edit(document);
  return buildMesh(await readGlb(await writeGlb(document)), "msh", options);
}

const example = (name: string): Uint8Array => {
  const found = exampleFiles("msh").find((file) => file.name === name);
  if (!found) throw new Error(`no example ${name}`);
  return found.bytes;
};

/** Fields of the file that lie over bytes which differ. */
function changedFields(a: Uint8Array, b: Uint8Array): string[] {
  expect(b.byteLength).toBe(a.byteLength);
  const { spans } = mapMesh(a);
  const fields = new Set<string>();
  a.forEach((byte, offset) => {
    if (byte !== b[offset])
      fields.add(spansAtByte(spans, offset)[1]?.path ?? spansAtByte(spans, offset)[0]?.path ?? "");
  });
  return [...fields];
}

function primitivesOf(document: Document): Primitive[] {
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
}

const isExample = ({ name }: { name: string }) => name.endsWith(".msh");
const describeFiles = (files: SampleFile[]) => {
  it.each(files.filter(isExample))("$name is the same by way of GLB", async ({ bytes }) => {
    expect((await edited(bytes, () => undefined)).bytes).toEqual(bytes);
  });
};
describe("examples", () => describeFiles(exampleFiles("msh")));
describeCorpus("msh", ["msh"], describeFiles);

describe("an edit in between", () => {
  it("of one position changes that vertex alone", async () => {
    const bytes = example("everything.msh");
    const built = await edited(bytes, (document) => {
      const positions = primitivesOf(document)[0]?.getAttribute("POSITION");
      const [x = 0, y = 0, z = 0] = positions?.getElement(100, []) ?? [];
      positions?.setElement(100, [x * 0.75, y, z]); // inward, so that the box stays
    });
    expect(changedFields(bytes, built.bytes)).toEqual(["positions[100]"]);
  });

  it("of a vertex on the box changes that vertex, the box and the radius", async () => {
    const bytes = example("ring_static.msh");
    const file = openMesh(bytes).file as MshFile;
    const top = file.positions?.findIndex((value, i) => i % 3 === 1 && value === file.boundsMax[1]) ?? -1;
    const built = await edited(bytes, (document) => {
      const positions = primitivesOf(document)[0]?.getAttribute("POSITION");
      for (let v = 0; v < (positions?.getCount() ?? 0); v++) {
        const [x = 0, y = 0, z = 0] = positions?.getElement(v, []) ?? [];
        if (y === file.boundsMax[1]) positions?.setElement(v, [x, y + 1, z]);
      }
    });
    const written = openMesh(built.bytes).file as MshFile;
    expect(top).toBeGreaterThan(-1);
    expect(written.boundsMax[1]).toBe(Math.fround((file.boundsMax[1] ?? 0) + 1));
    expect(written.sphereRadius).toBeGreaterThan(file.sphereRadius);
    expect(written.boundsMin).toEqual(file.boundsMin);
    expect(written.normals).toEqual(file.normals);
  });

  it("keeps a box that the file had wrong while the positions have theirs", async () => {
    const file = openMesh(example("ring_static.msh")).file as MshFile;
    const bytes = msh.write({ ...file, boundsMax: Float32Array.of(1000, 1000, 1000), sphereRadius: 7 }, "MSH");
    const inward = await edited(bytes, (document) => {
      const normals = primitivesOf(document)[0]?.getAttribute("NORMAL");
      normals?.setElement(3, [0, 0, 1]);
    });
    expect(changedFields(bytes, inward.bytes)).toEqual(["normals[3]"]);
    const outward = await edited(bytes, (document) => {
      primitivesOf(document)[0]?.getAttribute("POSITION")?.setElement(3, [0, 500, 0]);
    });
    expect((openMesh(outward.bytes).file as MshFile).boundsMax[1]).toBe(500);
  });

  it("of a bone's name changes its bytes alone, and the other names keep theirs", async () => {
    const bytes = example("column_bad_names.msh");
    const file = openMesh(bytes).file as MshFile;
    const built = await edited(bytes, (document) => {
      document.getRoot().listSkins()[0]?.listJoints()[1]?.setName("Head");
    });
    const written = openMesh(built.bytes).file as MshFile;
    expect(written.boneNames).toEqual([
      file.boneNames?.[0],
      { raw: new TextEncoder().encode("Head") },
      file.boneNames?.[2],
    ]);
    expect(written.vertexWeights).toEqual(file.vertexWeights);
  });

  it("of normals of odd length touches the edited one alone", async () => {
    const file = openMesh(example("ring_static.msh")).file as MshFile;
    const normals = file.normals?.map((value) => value * 2) ?? new Float32Array(0);
    const bytes = msh.write({ ...file, normals }, "MSH");
    const built = await edited(bytes, (document) => {
      primitivesOf(document)[0]?.getAttribute("NORMAL")?.setElement(7, [0, 1, 0]);
    });
    expect(changedFields(bytes, built.bytes)).toEqual(["normals[7]"]);
  });

  it("of a weight touches that vertex alone, where the file has weights no writer of ours would make", async () => {
    const bytes = example("column_skinned_addon.msh");
    const built = await edited(bytes, (document) => {
      const primitive = primitivesOf(document)[0];
      primitive?.getAttribute("WEIGHTS_0")?.setElement(5, [1, 0, 0, 0]);
      primitive?.getAttribute("JOINTS_0")?.setElement(5, [2, 0, 0, 0]);
    });
    expect(changedFields(bytes, built.bytes)).toEqual(["vertexWeights[5]"]);
    const written = openMesh(built.bytes).file as MshFile;
    expect(Array.from(written.vertexWeights?.subarray(40, 48) ?? [])).toEqual([1, 0, 0, 0, 2, 0, 0, 0]);
  });

  it("of a control point moves it, renames it, and hangs it on another bone", async () => {
    const bytes = example("column_points_on_bones.msh");
    const built = await edited(bytes, (document) => {
      const nodes = document.getRoot().listNodes();
      const hand = nodes.find((node) => node.getName() === "hand_left_1");
      hand?.setTranslation([1, 2, 3]).setName("trailstart_0");
      document
        .getRoot()
        .listSkins()[0]
        ?.listJoints()[0]
        ?.addChild(hand ?? document.createNode());
    });
    const before = openMesh(bytes).file as MshFile;
    const after = openMesh(built.bytes).file as MshFile;
    expect(after.controlPoints?.[0]).toEqual({
      typeIndex: { raw: new TextEncoder().encode("trailstart_0") },
      linkedBone: before.boneNames?.[0],
      extraInfo: { raw: new TextEncoder().encode("effect") },
      position: Float32Array.of(1, 2, -3),
    });
    expect(after.controlPoints?.[1]).toEqual(before.controlPoints?.[1]);
  });

  it("that takes faces away recomputes the records and leaves the vertices", async () => {
    const bytes = example("vase_and_ring_parts.msh");
    const before = openMesh(bytes).file as MshFile;
    const built = await edited(bytes, (document) => {
      const indices = primitivesOf(document)[0]?.getIndices();
      indices?.setArray(indices.getArray()?.slice(0, 30) ?? null);
    });
    const after = openMesh(built.bytes).file as MshFile;
    expect(after.positions).toEqual(before.positions);
    expect(after.subMeshes.map(({ faceCount }) => faceCount)).toEqual([10, before.subMeshes[1]?.faceCount]);
    expect(after.subMeshes[1]?.indexStart).toBe(30);
    expect((await validateMesh(built.bytes)).issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

/** What Blender's exporter leaves: no raw views, no extras, every primitive with vertices of its own, in another order. */
function resaved(document: Document): void {
  const root = document.getRoot();
  for (const property of [root, ...root.listNodes(), ...root.listMeshes(), ...primitivesOf(document)])
    property.setExtras({});
  for (const extension of root.listExtensionsUsed()) extension.dispose();
  for (const primitive of primitivesOf(document)) {
    const count = primitive.getAttribute("POSITION")?.getCount() ?? 0;
    for (const semantic of primitive.listSemantics()) {
      const source = primitive.getAttribute(semantic);
      if (!source || semantic.startsWith("_")) primitive.setAttribute(semantic, null);
      else {
        const turned = source.clone();
        for (let v = 0; v < count; v++) turned.setElement(count - 1 - v, source.getElement(v, []));
        primitive.setAttribute(semantic, turned);
      }
    }
    const indices = primitive.getIndices()?.clone() ?? null;
    indices?.setArray(
      Uint16Array.from((indices.getArray() ?? []) as Uint16Array, (index: number) => count - 1 - index),
    );
    primitive.setIndices(indices);
  }
}

describe("a GLB that another program has saved", () => {
  // Without its extras a bone of column_bad_names.msh has no name, which is refused.
  const named = exampleFiles("msh").filter((file) => isExample(file) && file.name !== "column_bad_names.msh");
  it.each(named)("of $name still makes the same triangles", async ({ bytes }) => {
    const before = openMesh(bytes).file as MshFile;
    const built = await edited(bytes, resaved);
    const after = openMesh(built.bytes).file as MshFile;
    expect(after.faceCount).toBe(before.faceCount);
    expect(after.subMeshes.map(({ faceCount }) => faceCount)).toEqual(
      before.subMeshes.map(({ faceCount }) => faceCount),
    );
    expect((await validateMesh(built.bytes)).issues.filter(({ severity }) => severity === "error")).toEqual([]);
    const triangles = async (file: Uint8Array) => worldTriangles((await meshToScene(file)).document);
    expect(await triangles(built.bytes)).toEqual(await triangles(bytes));
  });

  it("is refused where bones have no name, or one that the code page lacks", async () => {
    const withNames = (names: string[]) =>
      edited(example("column_bad_names.msh"), (document) => {
        resaved(document);
        const joints = document.getRoot().listSkins()[0]?.listJoints() ?? [];
        for (const [i, name] of names.entries()) joints[i]?.setName(name);
      });
    await expect(withNames([])).rejects.toMatchObject({ code: "TEXT_NOT_ENCODABLE", path: "joints[0]" });
    await expect(withNames(["a", "b"])).rejects.toMatchObject({ code: "MSH_CANNOT_HOLD_NAME", path: "joints[2]" });
    await expect(withNames(["a", "b", "a"])).rejects.toMatchObject({ code: "MSH_CANNOT_HOLD_NAME", path: "joints[2]" });
    await expect(withNames(["a", "b", "c".repeat(260)])).rejects.toMatchObject({ needed: 260, available: 259 });
    expect((await withNames(["a", "b", "c".repeat(259)])).bytes.length).toBeGreaterThan(0);
  });
});
