import { Document, type Material, type Node, type Primitive, type Skin } from "@gltf-transform/core";
import fc from "fast-check";
import { accessor } from "../../src/scene/document.ts";
import { invertAffine } from "../../src/scene/matrices.ts";

/** A box: closed, its faces as far from degenerate as a box is flat. */
export interface RandomBox {
  min: [number, number, number];
  size: [number, number, number];
  material: number;
}

/** A mesh of boxes, one primitive each, and where it stands. */
export interface RandomMesh {
  name: string;
  translation: [number, number, number];
  /** Turns about x, y and z in degrees. */
  turns: [number, number, number];
  /** Negative ones mirror. */
  scale: [number, number, number];
  boxes: RandomBox[];
  skinned: boolean;
}

export interface RandomJoint {
  name: string;
  translation: [number, number, number];
  /** Number of an earlier joint, or itself for a root. */
  parent: number;
}

/** A scene as plain numbers, so that a counterexample can be read. */
export interface RandomScene {
  meshes: RandomMesh[];
  joints: RandomJoint[];
  normals: boolean;
  uvs: boolean;
  colors: boolean;
  /** Seeds weights and colours. */
  seed: number;
  /** Influences per vertex. */
  influences: number;
  morphTargets: number;
}

/** Which scenes are wanted. */
export interface RandomSceneOptions {
  skins?: boolean;
  maxInfluences?: number;
  maxJoints?: number;
  morphTargets?: number;
  /** False where meshes without normals would be compared with computed ones. */
  withoutNormals?: boolean;
}

const steps = (min: number, max: number, by: number) =>
  fc.integer({ min: Math.round(min / by), max: Math.round(max / by) }).map((n) => n * by);
const triple = (of: fc.Arbitrary<number>) => fc.tuple(of, of, of);
const scale = fc.tuple(steps(0.25, 2, 0.25), fc.boolean()).map(([size, mirrored]) => (mirrored ? -size : size));
const word = fc.stringMatching(/^[A-Z][a-z]{2,7}$/);

/**
 * Scenes of boxes: several meshes under turned, scaled and mirrored nodes, several primitives each, static or skinned.
 * All names differ.
 */
export function randomScene(options: RandomSceneOptions = {}): fc.Arbitrary<RandomScene> {
  const { skins = true, maxInfluences = 4, maxJoints = 5, morphTargets = 0, withoutNormals = true } = options;
  const box = fc.record({
    min: triple(steps(-4, 4, 0.125)),
    size: triple(steps(0.125, 2, 0.125)),
    material: fc.nat(2),
  });
  const mesh = fc.record({
    name: word,
    translation: triple(steps(-5, 5, 0.1)),
    turns: triple(steps(-180, 180, 15)),
    scale: triple(scale),
    boxes: fc.array(box, { minLength: 1, maxLength: 3 }),
    skinned: skins ? fc.boolean() : fc.constant(false),
  });
  const joint = fc.record({ name: word, translation: triple(steps(-1, 1, 0.1)), parent: fc.nat(maxJoints) });
  return fc
    .record({
      meshes: fc.array(mesh, { minLength: 1, maxLength: 3 }),
      joints: fc.array(joint, { minLength: 1, maxLength: maxJoints }),
      normals: withoutNormals ? fc.boolean() : fc.constant(true),
      uvs: fc.boolean(),
      colors: fc.boolean(),
      seed: fc.nat(1 << 20),
      influences: fc.integer({ min: 1, max: maxInfluences }),
      morphTargets: fc.nat(morphTargets),
    })
    .map((scene) => ({
      ...scene,
      meshes: scene.meshes.map((own, i) => ({ ...own, name: `${own.name}_mesh${i}` })),
      joints: scene.joints.map((own, i) => ({ ...own, name: `${own.name} ${i}`, parent: Math.min(own.parent, i) })),
    }));
}

/** The scene as a document. */
export function documentOf(scene: RandomScene): Document {
  const document = new Document();
  document.createBuffer();
  const root = document.createScene("random");
  document.getRoot().setDefaultScene(root);
  const materials = [0, 1, 2].map((i) => document.createMaterial(`material ${i}`));
  const skin = scene.meshes.some(({ skinned }) => skinned) ? addSkin(document, scene) : undefined;
  if (skin) for (const joint of skin.listJoints()) if (!joint.getParentNode()) root.addChild(joint);
  for (const mesh of scene.meshes) {
    const node = document.createNode(mesh.name).setMesh(document.createMesh(mesh.name));
    node.setTranslation(mesh.translation).setRotation(quaternionOf(mesh.turns)).setScale(mesh.scale);
    if (mesh.skinned && skin) node.setSkin(skin);
    mesh.boxes.forEach((box, i) => {
      node.getMesh()?.addPrimitive(primitiveOf(document, scene, mesh, box, i, materials));
    });
    root.addChild(node);
  }
  return document;
}

const CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 0, 1],
  [1, 1, 1],
  [0, 1, 1],
] as const;
/** Corners of the six sides, counter-clockwise seen from outside, and the way that each looks. */
const SIDES = [
  { corners: [0, 3, 2, 1], normal: [0, 0, -1] },
  { corners: [4, 5, 6, 7], normal: [0, 0, 1] },
  { corners: [0, 1, 5, 4], normal: [0, -1, 0] },
  { corners: [3, 7, 6, 2], normal: [0, 1, 0] },
  { corners: [0, 4, 7, 3], normal: [-1, 0, 0] },
  { corners: [1, 2, 6, 5], normal: [1, 0, 0] },
] as const;

function primitiveOf(
  document: Document,
  scene: RandomScene,
  mesh: RandomMesh,
  box: RandomBox,
  number: number,
  materials: readonly Material[],
): Primitive {
  const random = randomOf(scene.seed + number);
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (const { corners, normal } of SIDES) {
    const first = positions.length / 3;
    corners.forEach((corner, k) => {
      const at = CORNERS[corner] ?? [0, 0, 0];
      positions.push(...box.min.map((min, axis) => min + (at[axis] ?? 0) * (box.size[axis] ?? 0)));
      normals.push(...normal);
      uvs.push(k === 1 || k === 2 ? 1 : 0, k > 1 ? 1 : 0);
    });
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  const count = positions.length / 3;
  const floats = (name: string, type: "VEC2" | "VEC3" | "VEC4", numbers: number[]) =>
    accessor(document, name, type, Float32Array.from(numbers));
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, "indices", "SCALAR", Uint16Array.from(indices)))
    .setAttribute("POSITION", floats("positions", "VEC3", positions))
    .setMaterial(materials[box.material] ?? null);
  if (scene.normals) primitive.setAttribute("NORMAL", floats("normals", "VEC3", normals));
  if (scene.uvs) primitive.setAttribute("TEXCOORD_0", floats("uvs", "VEC2", uvs));
  if (scene.colors) {
    const bytes = Uint8Array.from({ length: 4 * count }, () => Math.floor(random() * 256));
    primitive.setAttribute("COLOR_0", accessor(document, "colors", "VEC4", bytes, true));
  }
  if (mesh.skinned) addWeights(document, primitive, scene, count, random);
  for (let target = 0; target < scene.morphTargets; target++) {
    const offsets = positions.map(() => Math.round(random() * 16 - 8) / 32);
    primitive.addTarget(document.createPrimitiveTarget().setAttribute("POSITION", floats("offsets", "VEC3", offsets)));
  }
  return primitive;
}

function addWeights(
  document: Document,
  primitive: Primitive,
  scene: RandomScene,
  count: number,
  random: () => number,
): void {
  const used = Math.min(scene.influences, scene.joints.length, 4);
  const joints = new Uint8Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let vertex = 0; vertex < count; vertex++) {
    const first = Math.floor(random() * scene.joints.length);
    const parts = Array.from({ length: used }, () => 1 + Math.floor(random() * 8));
    const sum = parts.reduce((a, b) => a + b, 0);
    parts.forEach((part, slot) => {
      joints[vertex * 4 + slot] = (first + slot) % scene.joints.length;
      weights[vertex * 4 + slot] = part / sum;
    });
  }
  primitive
    .setAttribute("JOINTS_0", accessor(document, "joints", "VEC4", joints))
    .setAttribute("WEIGHTS_0", accessor(document, "weights", "VEC4", weights));
}

/** A skin in bind pose. */
function addSkin(document: Document, { joints }: RandomScene): Skin {
  const nodes: Node[] = [];
  const inverses: number[] = [];
  const skin = document.createSkin("skeleton");
  joints.forEach(({ name, translation, parent }, i) => {
    const node = document.createNode(name).setTranslation(translation);
    if (parent < i) nodes[parent]?.addChild(node);
    nodes.push(node);
    skin.addJoint(node);
  });
  for (const node of nodes) inverses.push(...(invertAffine(node.getWorldMatrix()) ?? []));
  return skin.setInverseBindMatrices(accessor(document, "inverse binds", "MAT4", Float32Array.from(inverses)));
}

function quaternionOf(turns: readonly [number, number, number]): [number, number, number, number] {
  const [x, y, z] = turns.map((degrees) => (degrees * Math.PI) / 360) as [number, number, number];
  const [cx, sx, cy, sy, cz, sz] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y), Math.cos(z), Math.sin(z)];
  return [
    sx * cy * cz - cx * sy * sz,
    cx * sy * cz + sx * cy * sz,
    cx * cy * sz - sx * sy * cz,
    cx * cy * cz + sx * sy * sz,
  ];
}

/** Any sequence will do, as long as it is the same each time. */
function randomOf(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
