import type { Accessor, Document, Node, Primitive, Scene } from "@gltf-transform/core";
import { attributeSizes } from "../../scene/attributeSizes.ts";
import { requireInstances } from "../../scene/instances.ts";
import { determinantOf, type Matrix, normalMatrix, transformPoint } from "../../scene/matrices.ts";
import { checkRange, trianglesOf } from "../../scene/primitiveTriangles.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { skinPlace } from "../../scene/skinPlace.ts";
import { flipTriangles } from "../../scene/triangles.ts";
import { worldMatrices } from "../../scene/worldMatrices.ts";
import { unusedName } from "./sceneNames.ts";

/** The numbers of every corner, `stride` of them each. */
export interface CornerValues {
  stride: number;
  values: Float64Array;
}

/** Which joints move the corners, and how much: `perCorner` pairs each. */
export interface CornerWeights {
  perCorner: number;
  /** Places in `names`. */
  joints: Uint32Array;
  weights: Float64Array;
  /** The joints of the skin. */
  names: string[];
}

/** The triangles of one primitive where they stand in the world, corner by corner. */
export interface ScenePart {
  /** Of the node that holds it. */
  name: string;
  material: string | null;
  vertices: number;
  /** 3 of triangles, 1 where the primitive is points or lines. */
  cornersPerFace: 3 | 1;
  /** Triangles, or points. */
  triangles: number;
  /** By name as in glTF (`POSITION`, `NORMAL`, …). */
  corners: Record<string, CornerValues>;
  weights: CornerWeights | undefined;
}

/** A document as two formats can be compared: in metres, without the tree. */
export interface PlainScene {
  parts: ScenePart[];
  /** Joints, points and other nodes without a mesh: where they are, by name. */
  places: Map<string, [number, number, number]>;
}

/** What the vertices of any format may have; the rest is raw data of one format. */
export const COMPARED = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0"] as const;

/** The scene that a viewer shows. */
export function shownScene(document: Document): Scene | undefined {
  return document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
}

/** The nodes of the scene that is shown, in the order of the tree, however deep it is. */
export function shownNodes(document: Document): Node[] {
  const nodes: Node[] = [];
  const open = [...(shownScene(document)?.listChildren() ?? [])].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node);
    open.push(...node.listChildren().reverse());
  }
  return nodes;
}

/**
 * @param maxMemory what the corners may take, in bytes; by default it follows from what the document holds
 * @throws MeshglotError `SCENE_INDEX_OUT_OF_RANGE`, `SCENE_ATTRIBUTE_COUNT`, `LIMIT_MEMORY` for more copies of its meshes
 *   than a scene has any use for
 */
export function plainScene(document: Document, maxMemory?: number): PlainScene {
  requireInstances(document, maxMemory);
  const parts: ScenePart[] = [];
  const places: PlainScene["places"] = new Map();
  const worldOf = worldMatrices();
  const joints = new Set(
    document
      .getRoot()
      .listSkins()
      .flatMap((skin) => skin.listJoints()),
  );
  for (const node of shownNodes(document)) {
    const mesh = node.getMesh();
    for (const primitive of mesh?.listPrimitives() ?? []) parts.push(partOf(node, primitive, worldOf));
    // A node on top that only holds others is what a file or an exporter calls the whole.
    const holder = node.getParentNode() === null && !joints.has(node) && node.listChildren().length > 0;
    if (mesh || holder || isLone(node, document)) continue;
    places.set(unusedName(node.getName(), places), transformPoint(worldOf(node), [0, 0, 0]));
  }
  return { parts, places };
}

/** The root of a file that holds nothing: it has nothing to show, and stands for no point. */
function isLone(node: Node, document: Document): boolean {
  return node.getParentNode() === null && document.getRoot().listNodes().length === 1;
}

function partOf(node: Node, primitive: Primitive, worldOf: (node: Node) => Matrix): ScenePart {
  const name = node.getName();
  const vertices = primitive.getAttribute("POSITION")?.getCount() ?? 0;
  // A skinned mesh stands where its joints put it, whatever its own node says; in the bind pose that is where it is.
  const skin = node.getSkin();
  const place = skin ? skinPlace(skin) : worldOf(node);
  const triangles = trianglesOf(primitive, vertices);
  const listed = triangles ?? pointsOf(primitive, vertices);
  checkRange(listed, vertices, `${name}.indices`);
  const indices = triangles && determinantOf(place) < 0 ? flipTriangles(listed) : listed;
  const corners: ScenePart["corners"] = {};
  for (const semantic of COMPARED) {
    const attribute = primitive.getAttribute(semantic);
    if (attribute) corners[semantic] = cornersOf(whole(attribute, vertices, name, semantic), indices, semantic, place);
  }
  const cornersPerFace = triangles ? 3 : 1;
  return {
    name,
    material: primitive.getMaterial()?.getName() ?? null,
    vertices,
    cornersPerFace,
    triangles: indices.length / cornersPerFace,
    corners,
    weights: skin ? weightsOf(primitive, indices, vertices, name, skin.listJoints()) : undefined,
  };
}

function pointsOf(primitive: Primitive, vertices: number): Uint32Array {
  const stored = primitive.getIndices()?.getArray();
  return stored ? Uint32Array.from(stored) : Uint32Array.from({ length: vertices }, (_, i) => i);
}

/** @throws MeshglotError `SCENE_ATTRIBUTE_COUNT` if there are fewer entries than vertices, or entries of another type */
function whole(attribute: Accessor, vertices: number, part: string, semantic: string): Accessor {
  const sizes = attributeSizes(semantic) ?? [];
  if (attribute.getCount() >= vertices && sizes.includes(attribute.getElementSize())) return attribute;
  throw sceneFault(
    "SCENE_ATTRIBUTE_COUNT",
    `${part}.${semantic}`,
    `there are ${attribute.getCount()} entries of ${attribute.getElementSize()} numbers for ${vertices} vertices`,
    "The file was damaged or written by a faulty exporter; gltf-validator shows more.",
  );
}

function cornersOf(
  attribute: Accessor,
  indices: Uint32Array,
  name: (typeof COMPARED)[number],
  place: Matrix,
): CornerValues {
  const stride = attribute.getElementSize();
  const values = new Float64Array(stride * indices.length);
  const mirrored = determinantOf(place) < 0 ? -1 : 1;
  const directions = name === "NORMAL" ? normalMatrix(place) : place;
  const element: number[] = [];
  for (let i = 0; i < indices.length; i++) {
    attribute.getElement(indices[i] ?? 0, element);
    if (name === "POSITION") values.set(transformPoint(place, element), stride * i);
    else if (name === "NORMAL" || name === "TANGENT") {
      const [x, y, z] = turned(directions, element);
      const length = Math.hypot(x, y, z) || 1;
      values.set([x / length, y / length, z / length, ...element.slice(3).map((w) => w * mirrored)], stride * i);
    } else values.set(element, stride * i);
  }
  return { stride, values };
}

function turned(m: Matrix, [x = 0, y = 0, z = 0]: readonly number[]): [number, number, number] {
  const row = (r: number) => (m[r] ?? 0) * x + (m[r + 4] ?? 0) * y + (m[r + 8] ?? 0) * z;
  return [row(0), row(1), row(2)];
}

function weightsOf(
  primitive: Primitive,
  indices: Uint32Array,
  vertices: number,
  part: string,
  members: readonly Node[],
): CornerWeights | undefined {
  const sets: [Accessor, Accessor][] = [];
  for (let n = 0; ; n++) {
    const [joints, weights] = [primitive.getAttribute(`JOINTS_${n}`), primitive.getAttribute(`WEIGHTS_${n}`)];
    if (!joints || !weights) break;
    sets.push([whole(joints, vertices, part, `JOINTS_${n}`), whole(weights, vertices, part, `WEIGHTS_${n}`)]);
  }
  if (sets.length === 0) return undefined;
  const perCorner = 4 * sets.length;
  const joints = new Uint32Array(perCorner * indices.length);
  const weights = new Float64Array(perCorner * indices.length);
  const element: number[] = [];
  for (let i = 0; i < indices.length; i++) {
    for (const [n, [jointSet, weightSet]] of sets.entries()) {
      joints.set(jointSet.getElement(indices[i] ?? 0, element), perCorner * i + 4 * n);
      weights.set(weightSet.getElement(indices[i] ?? 0, element), perCorner * i + 4 * n);
    }
  }
  return { perCorner, joints, weights, names: members.map((joint) => joint.getName()) };
}
