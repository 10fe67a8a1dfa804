import type { Accessor, Document, Node, Primitive } from "@gltf-transform/core";
import { extrasOf } from "../scene/document.ts";
import { type Loss, LossLedger } from "../scene/loss.ts";
import { skinPlace } from "../scene/skinPlace.ts";
import { facesOf } from "./faces.ts";
import { Lines, objName } from "./lines.ts";
import { materialLibrary } from "./materials.ts";
import { shortestFlipped, shortestFloat32 } from "./numbers.ts";

export interface ObjFile {
  name: string;
  bytes: Uint8Array;
}

/** Indices that the next `v`, `vt` and `vn` lines get; OBJ counts from 1 through the whole file. */
interface Counters {
  v: number;
  vt: number;
  vn: number;
}

/** What was changed on the way to the document and holds for OBJ too: it keeps quads, and it has no extras. */
function lossesInObj(losses: readonly Loss[]): Loss[] {
  return losses.filter((loss) => loss.code !== "QUADS_TRIANGULATED").map((loss) => ({ ...loss, keptIn: null }));
}

/**
 * A document as Wavefront OBJ: world space in metres, V counted from the bottom, quads where the source had them,
 * vertex colours behind the coordinates.
 *
 * @param stem name of the files without extension
 * @param sceneLosses what was lost on the way from the mesh file to the document
 * @returns the OBJ, its material library and textures, and what OBJ could not hold
 */
export function writeObj(
  document: Document,
  stem: string,
  sceneLosses: readonly Loss[] = [],
): { files: ObjFile[]; losses: Loss[] } {
  const lines = new Lines();
  const ledger = new LossLedger();
  const library = materialLibrary(document, stem);
  lines.add("# meshglot: metres, right-handed, y up");
  if (library.files.length > 0) lines.add(`mtllib ${stem}.mtl`);
  const counters: Counters = { v: 1, vt: 1, vn: 1 };
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    if (!mesh) continue;
    lines.add(`o ${objName(node.getName() || mesh.getName())}`);
    const written = new Map<Accessor, number[]>();
    const primitives = mesh.listPrimitives();
    const isUsed = usedVertices(primitives);
    primitives.forEach((primitive, i) => {
      const material = primitive.getMaterial();
      if (primitives.length > 1) lines.add(`g ${objName(material?.getName() || `part${i + 1}`)}`);
      if (material) lines.add(`usemtl ${library.nameOf(material)}`);
      const quads = primitives.length === 1 ? extrasOf(mesh).faceRuns : extrasOf(primitive).faceRuns;
      writePrimitive(lines, node, primitive, quads, counters, { written, isUsed });
    });
  }
  listLosses(document, ledger);
  return {
    files: [{ name: `${stem}.obj`, bytes: lines.toBytes() }, ...library.files],
    losses: [...lossesInObj(sceneLosses), ...ledger.losses],
  };
}

function writePrimitive(
  lines: Lines,
  node: Node,
  primitive: Primitive,
  faceRuns: unknown,
  counters: Counters,
  { written, isUsed }: { written: Map<Accessor, number[]>; isUsed: (vertex: number) => boolean },
): void {
  const position = primitive.getAttribute("POSITION");
  const indices = primitive.getIndices();
  if (!position || !indices) return;
  const uv = primitive.getAttribute("TEXCOORD_0");
  const normal = primitive.getAttribute("NORMAL");
  // Primitives often share their accessors; their lines are written once.
  const once = (accessor: Accessor | null, write: (accessor: Accessor) => number[]): number[] | undefined => {
    if (!accessor) return undefined;
    const known = written.get(accessor) ?? write(accessor);
    written.set(accessor, known);
    return known;
  };
  const v = once(position, () => writePositions(lines, node, primitive, position, counters, isUsed)) ?? [];
  const vt = once(uv, (accessor) => writeUvs(lines, accessor, counters, isUsed));
  const vn = once(normal, (accessor) => writeNormals(lines, node, accessor, counters, isUsed));
  const corner = (index: number): string => {
    if (vt && vn) return `${v[index]}/${vt[index]}/${vn[index]}`;
    if (vt) return `${v[index]}/${vt[index]}`;
    return vn ? `${v[index]}//${vn[index]}` : `${v[index]}`;
  };
  for (const face of facesOf(indices, position, faceRuns)) lines.add(`f ${face.map(corner).join(" ")}`);
}

/**
 * Which vertices of its accessors a mesh writes: all of those that are its own, also if no face uses them; of those that
 * it shares with other meshes the ones that its faces use.
 */
function usedVertices(primitives: readonly Primitive[]): (vertex: number) => boolean {
  const own = new Set<unknown>(primitives);
  const isShared = primitives.some((primitive) =>
    primitive
      .getAttribute("POSITION")
      ?.listParents()
      .some((parent) => parent.propertyType === "Primitive" && !own.has(parent)),
  );
  if (!isShared) return () => true;
  const used = new Set(primitives.flatMap((primitive) => Array.from(primitive.getIndices()?.getArray() ?? [])));
  return (vertex) => used.has(vertex);
}

/** `v` lines, one per distinct position of the source; returns the number of each vertex's line. */
function writePositions(
  lines: Lines,
  node: Node,
  primitive: Primitive,
  position: Accessor,
  counters: Counters,
  isUsed: (vertex: number) => boolean,
): number[] {
  const matrix = meshMatrix(node);
  const color = primitive.getAttribute("COLOR_0");
  const source = primitive.getAttribute("_SOURCE_INDEX");
  const known = new Map<string, number>();
  const p: number[] = [];
  const c: number[] = [];
  return Array.from({ length: position.getCount() }, (_, vertex) => {
    if (!isUsed(vertex)) return 0;
    position.getElement(vertex, p);
    color?.getElement(vertex, c);
    const place = transformPoint(matrix, p).map((value) => String(value + 0));
    const rgb = color ? c.slice(0, 3).map(shortestFloat32) : [];
    const text = `v ${[...place, ...rgb].join(" ")}`;
    const key = source ? `${source.getScalar(vertex)} ${text}` : text;
    const found = known.get(key);
    if (found !== undefined) return found;
    lines.add(text);
    known.set(key, counters.v);
    return counters.v++;
  });
}

function writeUvs(lines: Lines, uv: Accessor, counters: Counters, isUsed: (vertex: number) => boolean): number[] {
  const element: number[] = [];
  return writeDistinct(lines, uv.getCount(), counters, "vt", isUsed, (vertex) => {
    const [u = 0, v = 0] = uv.getElement(vertex, element);
    return `vt ${shortestFloat32(u)} ${shortestFlipped(v)}`;
  });
}

function writeNormals(
  lines: Lines,
  node: Node,
  normal: Accessor,
  counters: Counters,
  isUsed: (vertex: number) => boolean,
): number[] {
  const element: number[] = [];
  const matrix = meshMatrix(node);
  return writeDistinct(lines, normal.getCount(), counters, "vn", isUsed, (vertex) => {
    const turned = transformDirection(matrix, normal.getElement(vertex, element));
    return `vn ${turned.map((value) => shortestFloat32(Math.fround(value) + 0)).join(" ")}`;
  });
}

function writeDistinct(
  lines: Lines,
  count: number,
  counters: Counters,
  counter: "vt" | "vn",
  isUsed: (vertex: number) => boolean,
  lineOf: (vertex: number) => string,
): number[] {
  const known = new Map<string, number>();
  return Array.from({ length: count }, (_, vertex) => {
    if (!isUsed(vertex)) return 0;
    const text = lineOf(vertex);
    const found = known.get(text);
    if (found !== undefined) return found;
    lines.add(text);
    known.set(text, counters[counter]);
    return counters[counter]++;
  });
}

/** Where the numbers of a mesh stand in the world: a skinned mesh ignores its own node. */
function meshMatrix(node: Node): readonly number[] {
  const skin = node.getSkin();
  return skin ? skinPlace(skin) : node.getWorldMatrix();
}

function transformPoint(m: readonly number[], p: readonly number[]): number[] {
  const [x = 0, y = 0, z = 0] = p;
  return [0, 1, 2].map((row) => (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0));
}

/** For matrices of rotation and even scale, which are all that our documents have. */
function transformDirection(m: readonly number[], d: readonly number[]): number[] {
  const [x = 0, y = 0, z = 0] = d;
  const turned = [0, 1, 2].map((row) => (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z);
  const length = Math.hypot(...turned) || 1;
  const before = Math.hypot(x, y, z) || 1;
  return turned.map((value) => (value / length) * before);
}

function listLosses(document: Document, ledger: LossLedger): void {
  const root = document.getRoot();
  const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
  const having = (name: string) => primitives.filter((primitive) => primitive.getAttribute(name)).length;
  const points = root.listNodes().filter((node) => ["controlPoint", "hardpoint"].includes(String(extrasOf(node).kind)));
  ledger.add("SKIN_DROPPED", "skins", root.listSkins().length, "OBJ has no skins");
  ledger.add(
    "MORPHS_DROPPED",
    "targets",
    primitives.filter((p) => p.listTargets().length > 0).length,
    "OBJ has no morph targets",
  );
  ledger.add("ANIMATIONS_DROPPED", "animations", root.listAnimations().length, "OBJ has no animations");
  ledger.add("TANGENTS_DROPPED", "TANGENT", having("TANGENT"), "OBJ has no tangents");
  ledger.add("UV1_DROPPED", "TEXCOORD_1", having("TEXCOORD_1"), "OBJ has one set of UVs");
  ledger.add("POINTS_DROPPED", "nodes", points.length, "OBJ has no attach points");
}
