import type { Accessor, Animation, Document, Node, Primitive } from "@gltf-transform/core";
import {
  type ClipEvent,
  locateArray,
  type PrimitiveSource,
  type SceneSources,
  type SourceRows,
  type Span,
} from "@meshglot/core";
import type {
  LocatedRows,
  Model,
  ModelMaterial,
  ModelNode,
  ModelPrimitive,
  ModelSkin,
  ModelTexture,
  MorphTarget,
} from "../protocol.ts";
import { clipsOf } from "./clips.ts";

/** Name of the texture filter "nearest" in glTF. */
const NEAREST = 9728;
/** Number of the mode of primitives that are points. */
const POINTS = 0;

/** A document as plain data. Arrays are taken, not copied: the document is of no use afterwards. */
export function modelOf(
  document: Document,
  sources: SceneSources | undefined,
  spans: readonly Span[],
  events: ReadonlyMap<Animation, ClipEvent[]> = new Map(),
): Model {
  const root = document.getRoot();
  const nodes = root.listNodes();
  const materials = root.listMaterials();
  const textures = root.listTextures();
  const skins = root.listSkins();
  const joints = new Set(skins.flatMap((skin) => skin.listJoints()));
  const primitives: ModelPrimitive[] = [];
  const locate = locator(spans);
  const modelNodes = nodes.map((node, n): ModelNode => {
    const mesh = node.getMesh();
    const targetNames = namesIn(mesh?.getExtras().targetNames);
    const own = (mesh?.listPrimitives() ?? []).map((primitive, i) => {
      const material = primitive.getMaterial();
      const source = sources?.primitives.get(primitive);
      primitives.push({
        ...arraysOf(primitive, targetNames),
        name: material?.getName() || mesh?.getName() || `part ${i}`,
        path: source?.path ?? "",
        node: n,
        material: material ? materials.indexOf(material) : -1,
        ...sourcesOf(source, locate),
      });
      return primitives.length - 1;
    });
    const parent = node.getParentNode();
    const skin = node.getSkin();
    return {
      name: node.getName(),
      parent: parent ? nodes.indexOf(parent) : -1,
      matrix: Array.from(node.getMatrix()),
      kind: joints.has(node) ? "joint" : kindOf(node, own.length > 0),
      path: sources?.nodes.get(node) ?? "",
      primitives: own,
      skin: skin ? skins.indexOf(skin) : -1,
    };
  });
  return {
    nodes: modelNodes,
    primitives,
    materials: materials.map((material): ModelMaterial => {
      const texture = material.getBaseColorTexture();
      return {
        name: material.getName(),
        color: material.getBaseColorFactor(),
        texture: texture ? textures.indexOf(texture) : -1,
        doubleSided: material.getDoubleSided(),
        unlit: material.listExtensions().some(({ extensionName }) => extensionName === "KHR_materials_unlit"),
        cutout: material.getAlphaMode() !== "OPAQUE",
      };
    }),
    textures: textures.map((texture): ModelTexture => {
      const user = materials.find((material) => material.getBaseColorTexture() === texture);
      return {
        name: texture.getName() || texture.getURI(),
        mimeType: texture.getMimeType(),
        bytes: texture.getImage() ?? new Uint8Array(0),
        nearest: user?.getBaseColorTextureInfo()?.getMagFilter() === NEAREST,
        source: user?.getName() ?? "",
      };
    }),
    skins: skins.map((skin): ModelSkin => {
      const matrices = skin.getInverseBindMatrices()?.getArray();
      return {
        joints: skin.listJoints().map((joint) => nodes.indexOf(joint)),
        inverseBindMatrices: matrices ? Float32Array.from(matrices) : new Float32Array(0),
      };
    }),
    trees: [],
    vram: [],
    clips: clipsOf(document, nodes, floats, events),
    collision: undefined,
  };
}

function kindOf(node: Node, drawn: boolean): ModelNode["kind"] {
  const own = node.getExtras().meshglot;
  const kind = typeof own === "object" && own !== null && "kind" in own ? own.kind : undefined;
  if (kind === "joint" || kind === "bone") return "joint"; // a bone of the skeleton may carry no vertex
  if (kind === "controlPoint" || kind === "hardpoint") return "point";
  if (kind === "surface") return "surface";
  return drawn ? "object" : "other";
}

function arraysOf(primitive: Primitive, targetNames: readonly string[]) {
  const colors = primitive.getAttribute("COLOR_0");
  const positions = floats(primitive.getAttribute("POSITION")) ?? new Float32Array(0);
  const points = primitive.getMode() === POINTS;
  const targets = primitive.listTargets().map(
    (target, i): MorphTarget => ({
      name: targetNames[i] || target.getName() || `target ${i + 1}`,
      positions: floats(target.getAttribute("POSITION")) ?? new Float32Array(positions.length),
      normals: floats(target.getAttribute("NORMAL")),
    }),
  );
  const joints = primitive.getAttribute("JOINTS_0")?.getArray();
  return {
    indices: points ? new Uint16Array(0) : indicesOf(primitive, positions.length / 3),
    points,
    positions,
    normals: floats(primitive.getAttribute("NORMAL")),
    tangents: floats(primitive.getAttribute("TANGENT")),
    uv0: floats(primitive.getAttribute("TEXCOORD_0")),
    uv1: floats(primitive.getAttribute("TEXCOORD_1")),
    colors: floats(colors),
    colorSize: colors?.getElementSize() ?? 0,
    joints: joints ? Uint16Array.from(joints) : undefined,
    weights: floats(primitive.getAttribute("WEIGHTS_0")),
    targets,
  };
}

const converted = new WeakMap<Accessor, Float32Array>();

/** The numbers of an accessor; the same array for the same accessor, whole numbers taken as fractions where they are meant so. */
function floats(accessor: Accessor | null): Float32Array | undefined {
  const array = accessor?.getArray();
  if (!accessor || !array) return undefined;
  if (array instanceof Float32Array) return array;
  const known = converted.get(accessor);
  if (known) return known;
  const size = accessor.getElementSize();
  const result = new Float32Array(array.length);
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i++) result.set(accessor.getElement(i, element), i * size);
  converted.set(accessor, result);
  return result;
}

function indicesOf(primitive: Primitive, vertexCount: number): Uint16Array | Uint32Array {
  const array = primitive.getIndices()?.getArray();
  if (array instanceof Uint16Array || array instanceof Uint32Array) return array;
  return array ? Uint32Array.from(array) : Uint32Array.from({ length: vertexCount }, (_, i) => i);
}

/** Finds places of arrays, each path once: many primitives of one file share theirs. */
function locator(spans: readonly Span[]): (group: SourceRows) => LocatedRows {
  const known = new Map<string, ReturnType<typeof locateArray>>();
  const rowsKnown = new Map<ArrayLike<number>, Int32Array>();
  return ({ rows, arrays }) => ({
    rows: rows && remembered(rowsKnown, rows, () => Int32Array.from(rows)),
    arrays: arrays.flatMap((source) => {
      const key = JSON.stringify(source);
      const array = remembered(known, key, () => locateArray(spans, source));
      return array ? [array] : [];
    }),
  });
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before as V; // the key is there, so the value is a V
  const made = make();
  known.set(key, made);
  return made;
}

function sourcesOf(source: PrimitiveSource | undefined, locate: (group: SourceRows) => LocatedRows) {
  const groups = (list: readonly SourceRows[] = []) => list.map(locate).filter(({ arrays }) => arrays.length > 0);
  return { triangles: groups(source?.triangles), vertices: groups(source?.vertices) };
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
