import { Document, type Material, type Mesh, type Primitive } from "@gltf-transform/core";
import { accessor, addExtras, limitScene } from "../scene/document.ts";
import { type Loss, LossLedger } from "../scene/loss.ts";
import { normalize } from "../scene/normals.ts";
import type { ResourceReader } from "../scene/read.ts";
import { sceneFault } from "../scene/sceneFault.ts";
import { SCENE_ALLOWANCE } from "../scene/sceneMemory.ts";
import { indexArrayFor } from "../scene/triangles.ts";
import { gather, weld } from "../scene/weld.ts";
import { EarLimit } from "./earLimit.ts";
import { engineFlavorOf } from "./engineFlavor.ts";
import { addEngineSkin } from "./engineSkin.ts";
import { type ObjPart, type ParsedObj, parseObj } from "./parse.ts";
import { triangulate } from "./polygons.ts";
import { readMaterials } from "./readMaterials.ts";

/**
 * A Wavefront OBJ as a document: a node per object, a primitive per group and material. Coordinates are taken as metres
 * with y up, the colours behind them stay as they are (display values in most programs). Quads are noted in
 * `extras.meshglot.faceRuns`, the file's own numbering of vertices in `_SOURCE_INDEX`.
 *
 * A file with lines of the PlayStation 1 engine's dialect (`aabb`, `bsphere`, `skel`, `bone`, `vw`) is in that engine's
 * axes and colours; its bones become a skin, its box and sphere `extras.meshglot.objEngine`.
 *
 * @param unitsPerMetre numbers are multiplied by this before they are rounded to single precision, under a root node with
 *   the inverse scale, so that a file written in metres from centimetres gives its centimetres back bit for bit
 * @param memory what the objects of the scene may take, in bytes
 * @throws MeshglotError `LIMIT_MEMORY`, `OBJ_SYNTAX`, `OBJ_INDEX_OUT_OF_RANGE`, `SCENE_EMPTY`
 */
export async function readObj(
  bytes: Uint8Array,
  resources: ResourceReader,
  unitsPerMetre = 1,
  memory = SCENE_ALLOWANCE,
): Promise<{ document: Document; losses: Loss[] }> {
  const obj = parseObj(bytes, memory);
  const ledger = new LossLedger();
  if (obj.parts.length === 0) {
    throw sceneFault("SCENE_EMPTY", "", "the OBJ has no faces", "Export meshes, not curves or points alone.");
  }
  const document = new Document();
  limitScene(document, memory);
  document.createBuffer();
  const materials = await readMaterials(document, obj.libraries, resources, ledger);
  const scale = 1 / unitsPerMetre;
  const root = document.createNode("obj").setScale([scale, scale, scale]);
  document.getRoot().setDefaultScene(document.createScene().addChild(root));
  const flavor = obj.engineLines.length > 0 ? engineFlavorOf(obj.engineLines, obj.positions.length / 3) : undefined;
  if (flavor) toGltfAxes(obj);
  const positions = Float32Array.from(obj.positions.values, (value) => value * unitsPerMetre);
  const limit = new EarLimit();
  for (const [name, parts] of objectsOf(obj)) {
    const mesh = document.createMesh(name);
    root.addChild(document.createNode(name).setMesh(mesh));
    for (const part of parts) addPart(document, mesh, obj, part, positions, materials, limit, ledger);
    const [only] = mesh.listPrimitives();
    if (only && mesh.listPrimitives().length === 1) mesh.setExtras(only.getExtras());
  }
  if (flavor) {
    addEngineSkin(document, root, flavor, unitsPerMetre);
    const { aabb, bsphere } = flavor;
    addExtras(document.getRoot(), { objEngine: { ...(aabb ? { aabb } : {}), ...(bsphere ? { bsphere } : {}) } });
  }
  listIgnored(obj.ignored, ledger);
  return { document, losses: ledger.losses };
}

/** The engine's dialect has y down and counts colours so that 128 is 1. */
function toGltfAxes(obj: ParsedObj): void {
  for (const stream of [obj.positions.values, obj.normals.values]) {
    for (let i = 0; i < stream.length; i++) if (i % 3 !== 0) stream[i] = -(stream[i] ?? 0);
  }
  const colors = obj.colors.values;
  for (let i = 0; i < colors.length; i++) colors[i] = (colors[i] ?? 0) / 128;
}

function listIgnored(ignored: ReadonlyMap<string, number>, ledger: LossLedger): void {
  const words = [...ignored.keys()];
  const lines = [...ignored.values()].reduce((sum, count) => sum + count, 0);
  const shown = words.slice(0, 5).join(", ") + (words.length > 5 ? ", …" : "");
  ledger.add("OBJ_LINES_IGNORED", "", lines, `lines that say nothing about meshes were left out: ${shown}`);
}

/** Parts by object; a file without objects has its groups as such. */
function objectsOf(obj: ParsedObj): Map<string, ObjPart[]> {
  const objects = new Map<string, ObjPart[]>();
  for (const part of obj.parts) {
    const name = part.object || part.group || "mesh";
    const parts = objects.get(name);
    if (parts) parts.push(part);
    else objects.set(name, [part]);
  }
  return objects;
}

function addPart(
  document: Document,
  mesh: Mesh,
  obj: ParsedObj,
  part: ObjPart,
  positions: Float32Array,
  materials: ReadonlyMap<string, Material>,
  limit: EarLimit,
  ledger: LossLedger,
): void {
  const path = [mesh.getName(), part.group, part.material].filter(Boolean).join("/");
  const { corners, runs, polygons, fans } = triangulate(part, obj.positions.values, limit);
  ledger.add("POLYGONS_TRIANGULATED", path, polygons, "faces of five and more corners became triangles");
  ledger.add(
    "POLYGONS_FANNED",
    path,
    fans,
    "faces too large to be cut became fans, which is wrong unless they are convex; triangulate them before exporting",
  );
  const tuples = part.corners.values;
  const { remap, first } = weld(tuples.length / 3, [{ array: tuples, stride: 3 }]);
  const vertices = gather(tuples, 3, first);
  const indices = corners.map((corner) => remap[corner] ?? 0);
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, `${path} indices`, "SCALAR", indexArrayFor(indices)))
    .setMaterial(materials.get(part.material) ?? (part.material ? named(document, part.material) : null));
  setStreams(document, primitive, path, obj, vertices, positions, ledger);
  if (runs.some(([kind]) => kind === "q")) addExtras(primitive, { faceRuns: runs });
  mesh.addPrimitive(primitive);
}

/** A material that only has a name, as it is when the library is missing. */
function named(document: Document, name: string): Material {
  const known = document
    .getRoot()
    .listMaterials()
    .find((material) => material.getName() === name);
  return known ?? document.createMaterial(name).setRoughnessFactor(1).setMetallicFactor(0);
}

/** @param vertices position, UV and normal of each vertex */
function setStreams(
  document: Document,
  primitive: Primitive,
  path: string,
  obj: ParsedObj,
  vertices: Int32Array,
  positions: Float32Array,
  ledger: LossLedger,
): void {
  const count = vertices.length / 3;
  const column = (which: 0 | 1 | 2) => Uint32Array.from({ length: count }, (_, i) => vertices[i * 3 + which] ?? 0);
  /** Corners of one part may leave a stream out; then the whole part does, since glTF has no such thing. */
  const complete = (which: 1 | 2, what: string): boolean => {
    let missing = 0;
    for (let i = 0; i < count; i++) if ((vertices[i * 3 + which] ?? -1) < 0) missing++;
    if (missing > 0 && missing < count)
      ledger.add("STREAM_INCOMPLETE", path, missing, `corners without ${what}: left out`);
    return missing === 0;
  };
  const source = column(0);
  const set = (semantic: string, type: "SCALAR" | "VEC2" | "VEC3", array: Float32Array) =>
    primitive.setAttribute(semantic, accessor(document, `${path} ${semantic}`, type, array));
  set("POSITION", "VEC3", gather(positions, 3, source));
  if (complete(1, "UVs")) {
    const uvs = gather(obj.uvs.values, 2, column(1));
    // glTF counts V from the top; 1 - V is rounded once, from double.
    set(
      "TEXCOORD_0",
      "VEC2",
      Float32Array.from(uvs, (value, i) => (i % 2 === 0 ? value : 1 - value)),
    );
  }
  if (complete(2, "normals")) {
    const { vectors, replaced } = normalize(gather(obj.normals.values, 3, column(2)));
    ledger.add("NORMALS_REPLACED", path, replaced, "normals without direction became (0, 1, 0)");
    set("NORMAL", "VEC3", vectors);
  }
  if (obj.colors.length > 0) set("COLOR_0", "VEC3", Float32Array.from(gather(obj.colors.values, 3, source)));
  set("_SOURCE_INDEX", "SCALAR", Float32Array.from(source));
}
