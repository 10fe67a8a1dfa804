import type { Accessor, Document, Node } from "@gltf-transform/core";
import type { CodePage } from "../../bytes/codePage.ts";
import type { ConvertOptions, FormatScene } from "../../format.ts";
import { colorsFromBytes } from "../../scene/colors.ts";
import { accessor, addExtras, newDocument, setAttributes } from "../../scene/document.ts";
import { replaceNonFinite } from "../../scene/finite.ts";
import { LossLedger } from "../../scene/loss.ts";
import { normalize, normalsFromFaces } from "../../scene/normals.ts";
import { storeArray } from "../../scene/rawData.ts";
import { SceneSources, type SourceArray, type SourceRows } from "../../scene/sources.ts";
import { mapVectors } from "../../scene/space.ts";
import { dropOutOfRange, flipTriangles, indexArrayFor } from "../../scene/triangles.ts";
import type { MshFile } from "./file.ts";
import { codePageOf, nameForExtras } from "./names.ts";
import { addSkin, type MshSkin } from "./skin.ts";
import { MSH_SPACE } from "./space.ts";
import { facesOutsideSubMeshes, subMeshIndices } from "./subMeshes.ts";
import { tangentsOf } from "./tangents.ts";

/** A Lost Saga mesh as a glTF document: root node scaled to metres, below it mesh, joints and control points. */
export async function mshToScene(file: MshFile, options: ConvertOptions): Promise<FormatScene> {
  const codePage = await codePageOf(file, options);
  const ledger = new LossLedger();
  const name = String(options.name ?? "mesh");
  const { document, root } = newDocument(name, MSH_SPACE);
  const sources = new SceneSources();
  const skin = addSkin(document, root, file, codePage, ledger);
  skin?.skin.listJoints().forEach((joint, i) => {
    sources.nodes.set(joint, `boneNames[${i}]`);
  });
  const meshNode = addMesh(document, root, file, options, skin, ledger, sources);
  if (meshNode && skin) meshNode.setSkin(skin.skin);
  addControlPoints(document, root, file, codePage, skin, sources);
  addDocumentExtras(document, meshNode ?? root, file, codePage);
  return { document, losses: ledger.losses, sources };
}

function addMesh(
  document: Document,
  root: Node,
  file: MshFile,
  options: ConvertOptions,
  skin: MshSkin | undefined,
  ledger: LossLedger,
  sources: SceneSources,
): Node | undefined {
  if (!file.positions || file.vertexCount === 0) {
    ledger.add("NO_POSITIONS", "positions", 1, "the mesh has no positions, so there is nothing to show");
    return undefined;
  }
  const attributes = vertexAttributes(document, file, options, skin, ledger);
  const mesh = document.createMesh(root.getName());
  const addPrimitive = (
    source: ArrayLike<number>,
    label: string,
    faces: { path: string; first?: number; numbers?: number[] },
    extras: { subMesh?: number; kind?: string },
  ): void => {
    const { indices, dropped, numbers } = dropOutOfRange(source, file.vertexCount);
    ledger.add("FACES_DROPPED", label, dropped, "faces that use vertices which do not exist were left out");
    if (indices.length === 0) return;
    const primitive = document
      .createPrimitive()
      .setIndices(accessor(document, `${label} indices`, "SCALAR", indexArrayFor(flipTriangles(indices))))
      .setMaterial(document.createMaterial(`${root.getName()}/${label}`).setRoughnessFactor(1).setMetallicFactor(0));
    addExtras(primitive, extras);
    mesh.addPrimitive(setAttributes(primitive, attributes));
    const rows = numbers && faces.numbers ? Array.from(numbers, (i) => faces.numbers?.[i] ?? -1) : numbers;
    sources.primitives.set(primitive, {
      path: faces.path,
      triangles: [{ rows: rows ?? faces.numbers, arrays: [faceSource(file, faces.first)] }],
      vertices: VERTEX_SOURCES,
    });
  };
  file.subMeshes.forEach((subMesh, i) => {
    const indices = subMeshIndices(file, i);
    const lost = subMesh.faceCount - indices.length / 3;
    ledger.add(
      "SUBMESH_CUT",
      `subMeshes[${i}]`,
      lost,
      "faces beyond the index array were left out",
      "mesh extras subMeshes",
    );
    const faces = { path: `subMeshes[${i}]`, first: Math.max(0, subMesh.indexStart) };
    addPrimitive(indices, `Sub${i + 1}`, faces, { subMesh: i });
  });
  const outside = facesOutsideSubMeshes(file);
  if (outside.length > 0) {
    const indices = outside.flatMap((face) => [...file.indices.subarray(3 * face, 3 * face + 3)]);
    addPrimitive(indices, "unassigned", { path: "indices", numbers: outside }, { kind: "unassigned" });
  }
  if (mesh.listPrimitives().length === 0) {
    ledger.add("NO_FACES", "indices", 1, "the mesh has no usable face, so there is nothing to show");
    mesh.dispose();
    for (const attribute of Object.values(attributes)) attribute?.dispose();
    return undefined;
  }
  const node = document.createNode(root.getName()).setMesh(mesh);
  root.addChild(node);
  return node;
}

/** Three indices per face from index `first` on, which need not be the first one of a face. */
function faceSource({ indices }: MshFile, first = 0): SourceArray {
  const width = indices.BYTES_PER_ELEMENT;
  return { path: "indices", start: width * first, step: 3 * width };
}

/** A vertex has the same number in all of its arrays. */
const VERTEX_SOURCES: SourceRows[] = [
  {
    arrays: [
      { path: "positions" },
      { path: "normals" },
      { path: "tangents" },
      { path: "binormals" },
      { path: "colors" },
      { path: "uv0" },
      { path: "uv1" },
      { path: "vertexWeights" },
      { path: "billboardCenters" },
    ],
  },
];

function vertexAttributes(
  document: Document,
  file: MshFile,
  options: ConvertOptions,
  skin: MshSkin | undefined,
  ledger: LossLedger,
): Record<string, Accessor | undefined> {
  const vec = (name: string, type: "VEC2" | "VEC3" | "VEC4", array: Float32Array | undefined) =>
    array && accessor(document, name, type, array);
  const finite = (path: string, array: Float32Array | undefined): Float32Array | undefined => {
    if (!array) return undefined;
    const copy = array.slice();
    const replaced = replaceNonFinite(copy);
    if (replaced === 0) return copy;
    addExtras(document.getRoot(), { [`${path}Raw`]: storeArray(document, array) });
    ledger.add("NOT_FINITE", path, replaced, "numbers that are not finite became 0", `document extras ${path}Raw`);
    return copy;
  };
  const positions = mapVectors(finite("positions", file.positions) ?? [], MSH_SPACE);
  const normals = normalsOf(file, positions, ledger);
  const tangents = tangentsOf(file, normals, options, ledger);
  const uvs = uvSets(file, options);
  if (uvs[0] === "uv1") addExtras(document.getRoot(), { uvSwapped: true });
  const centers = finite("billboardCenters", file.billboardCenters);
  const curve = options.colors === "linear" ? "linear" : "srgb";
  return {
    POSITION: vec("positions", "VEC3", positions),
    NORMAL: vec("normals", "VEC3", normals),
    TANGENT: vec("tangents", "VEC4", tangents?.tangents),
    _BINORMAL: vec("binormals", "VEC3", tangents?.binormals),
    TEXCOORD_0: uvs[0] && vec(uvs[0], "VEC2", finite(uvs[0], file[uvs[0]])),
    TEXCOORD_1: uvs[1] && vec(uvs[1], "VEC2", finite(uvs[1], file[uvs[1]])),
    COLOR_0: vec("colors", "VEC4", file.colors && colorsFromBytes(file.colors, [2, 1, 0, 3], curve)),
    _COLOR_RAW: file.colors && accessor(document, "colors as in the file", "VEC4", file.colors.slice()),
    JOINTS_0: skin?.joints,
    WEIGHTS_0: skin?.weights,
    _BILLBOARD_CENTER: vec("billboardCenters", "VEC3", centers && mapVectors(centers, MSH_SPACE)),
  };
}

/**
 * Which UVs become TEXCOORD_0 and TEXCOORD_1. In a lightmap mesh uv1 is the base texture's and comes first; glTF has no
 * second set without a first one.
 */
function uvSets(file: MshFile, options: ConvertOptions): ("uv0" | "uv1")[] {
  const present = (["uv0", "uv1"] as const).filter((name) => file[name] !== undefined);
  return file.meshType === 2 && options.uvSwap !== false ? present.reverse() : present;
}

/** Normals in glTF axes; those without direction get the face's, and all of them are kept if any was changed. */
function normalsOf(file: MshFile, positions: Float32Array, ledger: LossLedger): Float32Array | undefined {
  if (!file.normals) return undefined;
  const { indices } = dropOutOfRange(file.indices, file.vertexCount);
  const mapped = mapVectors(file.normals, MSH_SPACE);
  const first = normalize(mapped);
  if (first.replaced === 0) return first.vectors;
  ledger.add("NORMALS_REPLACED", "normals", first.replaced, "normals without direction became face normals");
  return normalize(mapped, normalsFromFaces(positions, flipTriangles(indices))).vectors;
}

function addControlPoints(
  document: Document,
  root: Node,
  file: MshFile,
  codePage: CodePage,
  skin: MshSkin | undefined,
  sources: SceneSources,
): void {
  for (const [i, point] of (file.controlPoints ?? []).entries()) {
    const [x = 0, y = 0, z = 0] = mapVectors(point.position, MSH_SPACE);
    const place = [x, y, z].map((value) => (Number.isFinite(value) ? value : 0)) as [number, number, number];
    const node = document.createNode(codePage.decode(point.typeIndex.raw).text).setTranslation(place);
    sources.nodes.set(node, `controlPoints[${i}]`);
    addExtras(node, {
      kind: "controlPoint",
      typeIndex: nameForExtras(point.typeIndex, codePage),
      linkedBone: nameForExtras(point.linkedBone, codePage),
      extraInfo: nameForExtras(point.extraInfo, codePage),
    });
    // Without a skeleton every joint stands at the origin, so the place under the joint is the place in the mesh.
    (skin?.jointOf(point.linkedBone.raw) ?? root).addChild(node);
  }
}

function addDocumentExtras(document: Document, holder: Node, file: MshFile, codePage: CodePage): void {
  const subMeshes = Int32Array.from(
    file.subMeshes.flatMap((s) => [s.minIndex, s.vertexCount, s.indexStart, s.faceCount]),
  );
  addExtras(holder.getMesh() ?? holder, {
    format: "msh",
    version: file.version,
    meshType: file.meshType,
    vertexMask: file.vertexMask,
    boundsMin: storeArray(document, file.boundsMin),
    boundsMax: storeArray(document, file.boundsMax),
    sphereRadius: storeArray(document, Float32Array.of(file.sphereRadius)),
    subMeshes: storeArray(document, subMeshes),
    indexWidth: file.indices instanceof Uint32Array ? 32 : 16,
    codePage: codePage.id,
    boneNames: file.boneNames?.map((name) => nameForExtras(name, codePage)),
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  });
}
