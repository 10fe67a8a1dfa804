import type { Accessor, Document, Node, Primitive } from "@gltf-transform/core";

/** The triangles of one primitive where they stand in the world, corner by corner. */
export interface ScenePart {
  /** Of the node that holds it. */
  name: string;
  material: string | null;
  vertices: number;
  triangles: number;
  /** By name as in glTF (`POSITION`, `NORMAL`, …): the numbers of every corner, three corners per triangle. */
  corners: Record<string, { stride: number; values: Float64Array }>;
}

/** A document as two formats can be compared: in metres, without the tree. */
export interface PlainScene {
  parts: ScenePart[];
  /** Joints, points and other nodes without a mesh: where they are, by name. */
  places: Map<string, [number, number, number]>;
}

/** What the vertices of any format may have; the rest is raw data of one format. */
const COMPARED = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0"] as const;

export function plainScene(document: Document): PlainScene {
  const parts: ScenePart[] = [];
  const places: PlainScene["places"] = new Map();
  for (const root of document.getRoot().getDefaultScene()?.listChildren() ?? []) {
    root.traverse((node) => {
      const mesh = node.getMesh();
      for (const primitive of mesh?.listPrimitives() ?? []) parts.push(partOf(node, primitive));
      if (mesh || node === root) return;
      const [x, y, z] = node.getWorldTranslation();
      places.set(unusedName(node.getName(), places), [x, y, z]);
    });
  }
  return { parts, places };
}

function unusedName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}#${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function partOf(node: Node, primitive: Primitive): ScenePart {
  const positions = primitive.getAttribute("POSITION");
  const vertices = positions?.getCount() ?? 0;
  const indices = primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: vertices }, (_, i) => i);
  const corners: ScenePart["corners"] = {};
  // A skinned mesh stands where its joints put it, whatever its own node says; in the bind pose that is where it is.
  const matrix = node.getSkin() ? undefined : node.getWorldMatrix();
  const skinScale = node.getSkin() ? node.getWorldScale()[0] : 1;
  for (const name of COMPARED) {
    const attribute = primitive.getAttribute(name);
    if (attribute) corners[name] = cornersOf(attribute, indices, name, matrix ?? scaling(skinScale));
  }
  const material = primitive.getMaterial()?.getName() ?? null;
  return { name: node.getName(), material, vertices, triangles: Math.floor(indices.length / 3), corners };
}

function scaling(s: number): number[] {
  return [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1];
}

function cornersOf(
  attribute: Accessor,
  indices: ArrayLike<number>,
  name: (typeof COMPARED)[number],
  matrix: readonly number[],
): { stride: number; values: Float64Array } {
  const stride = attribute.getElementSize();
  const count = indices.length - (indices.length % 3);
  const values = new Float64Array(stride * count);
  const element: number[] = [];
  for (let i = 0; i < count; i++) {
    attribute.getElement(indices[i] ?? 0, element);
    if (name === "POSITION") values.set(applied(matrix, element, 1), stride * i);
    else if (name === "NORMAL" || name === "TANGENT") {
      const turned = applied(matrix, element, 0);
      const length = Math.hypot(...turned) || 1;
      values.set([...turned.map((part) => part / length), ...element.slice(3)], stride * i);
    } else values.set(element, stride * i);
  }
  return { stride, values };
}

function applied(m: readonly number[], [x = 0, y = 0, z = 0]: readonly number[], w: 0 | 1): number[] {
  return [0, 1, 2].map(
    (row) => (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0) * w,
  );
}
