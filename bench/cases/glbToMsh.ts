import { Document, WebIO } from "@gltf-transform/core";
import { buildMesh } from "@meshglot/core";
import { readGlb, writeGlb } from "../../packages/core/src/scene/glb.ts";
import type { BenchResult } from "../case.ts";
import { compare } from "../compare.ts";

/** Fewer vertices than 16-bit indices reach once equal ones are one, and 14 MB before that. */
const ROWS = 212;
const COLUMNS = 212;

/**
 * A skinned wavy sheet in which every triangle has three vertices of its own, as programs without an index leave it:
 * normals, UVs, two influences per vertex. 14 MB as GLB, 45 thousand vertices as MSH.
 */
async function makeGlb(): Promise<Uint8Array> {
  const triangles = ROWS * COLUMNS * 2;
  const count = triangles * 3;
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const joints = new Uint8Array(count * 4);
  const weights = new Float32Array(count * 4);
  let vertex = 0;
  const put = (row: number, column: number) => {
    const height = Math.sin(row / 9) * Math.cos(column / 7);
    const slope = Math.hypot(1, height);
    positions.set([column / 50, height, row / 50], vertex * 3);
    normals.set([0, 1 / slope, height / slope], vertex * 3);
    uvs.set([column / COLUMNS, row / ROWS], vertex * 2);
    joints.set([row % 40, (row + 1) % 40, 0, 0], vertex * 4);
    const weight = Math.fround((column % 50) / 100);
    weights.set([1 - weight, weight, 0, 0], vertex * 4);
    vertex++;
  };
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      for (const [r, c] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
        [1, 1],
        [0, 1],
      ] as const)
        put(row + r, column + c);
    }
  }
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: "VEC2" | "VEC3" | "VEC4" | "MAT4", array: Float32Array | Uint8Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", accessor("VEC3", positions))
    .setAttribute("NORMAL", accessor("VEC3", normals))
    .setAttribute("TEXCOORD_0", accessor("VEC2", uvs))
    .setAttribute("JOINTS_0", accessor("VEC4", joints))
    .setAttribute("WEIGHTS_0", accessor("VEC4", weights));
  const scene = document.createScene();
  const skin = document.createSkin();
  const inverses = Float32Array.from({ length: 40 * 16 }, (_, i) => ((i % 16) % 5 === 0 ? 1 : 0));
  for (let joint = 0; joint < 40; joint++) {
    const node = document.createNode(`Bip01 Bone${joint}`);
    scene.addChild(node);
    skin.addJoint(node);
  }
  skin.setInverseBindMatrices(accessor("MAT4", inverses));
  scene.addChild(document.createNode("sheet").setMesh(document.createMesh().addPrimitive(primitive)).setSkin(skin));
  return writeGlb(document);
}

/** What building an MSH from a GLB costs, against what the library alone needs to read that GLB and write it again. */
export async function run(): Promise<BenchResult[]> {
  const glb = (await makeGlb()) as Uint8Array<ArrayBuffer>;
  const io = new WebIO();
  const ours = async () => buildMesh(await readGlb(glb), "msh");
  const anchor = async () => io.writeBinary(await io.readBinary(glb));
  return [await compare(`glb to msh, ${(glb.length / 1e6).toFixed(1)} MB`, ours, anchor, 3)];
}
