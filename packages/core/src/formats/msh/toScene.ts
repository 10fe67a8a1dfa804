import type { Document, Material, Node } from "@gltf-transform/core";
import type { CodePage } from "../../bytes/codePage.ts";
import type { Companions, ConvertOptions, FormatScene } from "../../format.ts";
import { accessor, addExtras, extrasOf, newDocument, setAttributes } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { transformPoint } from "../../scene/matrices.ts";
import { storeArray } from "../../scene/rawData.ts";
import { SceneSources, type SourceRows } from "../../scene/sources.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { flipTriangles, indexArrayFor } from "../../scene/triangles.ts";
import { addAnimations } from "./ani/animations.ts";
import { namesOf } from "./ani/names.ts";
import { uvSets, vertexAttributes } from "./attributes.ts";
import { mshBounds, packBounds } from "./bounds.ts";
import { animationsAmong, skeletonAmong } from "./companions.ts";
import { facesFromParts, packRecords } from "./faces.ts";
import type { MshFile } from "./file.ts";
import { KEPT_BLOCKS, keepBlock } from "./keep.ts";
import { applyMaterialText } from "./material/toGltf.ts";
import { codePageOf, nameForExtras } from "./names.ts";
import { partsOf } from "./parts.ts";
import { nodePlace } from "./pointPlace.ts";
import { addSkin, type MshSkin } from "./skin.ts";
import { addBones, type BoneNodes } from "./skl/nodes.ts";
import { MSH_SPACE } from "./space.ts";

/**
 * A Lost Saga mesh as a glTF document: root node scaled to metres, below it mesh, joints and control points; with
 * companions also the bones of its skeleton, its animations and its materials.
 */
export async function mshToScene(
  file: MshFile,
  options: ConvertOptions,
  companions: Companions = {},
): Promise<FormatScene> {
  const skeleton = skeletonAmong(companions);
  const animations = animationsAmong(companions);
  const codePage = await codePageOf(file, options, [
    ...(skeleton?.bones.flatMap(({ name, parentName, childNames }) => [name, parentName, ...childNames]) ?? []),
    ...animations.flatMap((animation) => namesOf(animation.file)),
  ]);
  const ledger = new LossLedger();
  const { document, root } = newDocument(options, "mesh", MSH_SPACE, 2 * file.subMeshes.length);
  const sources = new SceneSources();
  const bones = skeleton && addBones(document, root, skeleton, codePage, ledger);
  const skin = addSkin(document, root, file, codePage, ledger, bones);
  skin?.skin.listJoints().forEach((joint, i) => {
    sources.nodes.set(joint, `boneNames[${i}]`);
  });
  if (!skin) keepBlock(document, file, "vertexWeights");
  const meshNode = addMesh(document, root, file, options, skin, ledger, sources);
  if (meshNode && skin) meshNode.setSkin(skin.skin);
  addControlPoints(document, root, file, codePage, skin, bones, sources);
  addDocumentExtras(document, meshNode ?? root, file, codePage, options);
  if (bones) addAnimations(document, animations, bones, codePage, ledger);
  else
    ledger.add(
      "ANIMATION_WITHOUT_SKELETON",
      "animations",
      animations.length,
      "animations need a skeleton (--skeleton), and there is none",
    );
  const uvs = uvSets(file, options);
  const texCoordOf = ({ texCoordSet }: { texCoordSet: number }) =>
    // tex_coord_set 1 also stands in toon-shaded materials of meshes that have no uv1 (3 real material texts)
    Math.max(0, uvs.indexOf(texCoordSet === 1 && file.uv1 ? "uv1" : "uv0"));
  await applyMaterialText(document, subMeshMaterials(document, file), companions, texCoordOf, ledger);
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
  const parts = partsOf(file);
  for (const { label, subMesh, dropped, cut } of parts) {
    ledger.add("FACES_DROPPED", label, dropped, "faces that use vertices which do not exist were left out");
    const message = "faces beyond the index array were left out";
    ledger.add("SUBMESH_CUT", `subMeshes[${subMesh}]`, cut, message, "mesh extras subMeshes");
  }
  const drawn = file.positions ? parts.filter(({ corners }) => corners.length > 0) : [];
  if (drawn.length === 0) {
    const [code, path, what] = file.positions
      ? ["NO_FACES", "indices", "usable face"]
      : ["NO_POSITIONS", "positions", "position"];
    ledger.add(code, path, 1, `the mesh has no ${what}, so there is nothing to show`, "document extras");
    for (const name of KEPT_BLOCKS) keepBlock(document, file, name);
    return undefined;
  }
  const faces = facesFromParts(drawn.map(({ corners }) => corners));
  if (!isSameFaces(faces, file)) keepBlock(document, file, "indices");
  const corners = flipTriangles(faces.indices);
  const attributes = vertexAttributes(document, file, corners, options, skin, ledger);
  const mesh = document.createMesh(root.getName());
  for (const { label, subMesh, corners, source } of drawn) {
    const primitive = document
      .createPrimitive()
      .setIndices(accessor(document, `${label} indices`, "SCALAR", indexArrayFor(corners)))
      .setMaterial(document.createMaterial(`${root.getName()}/${label}`).setRoughnessFactor(1).setMetallicFactor(0));
    addExtras(primitive, subMesh === undefined ? { kind: "unassigned" } : { subMesh });
    mesh.addPrimitive(setAttributes(primitive, attributes));
    const path = subMesh === undefined ? "indices" : `subMeshes[${subMesh}]`;
    sources.primitives.set(primitive, { path, triangles: [source], vertices: VERTEX_SOURCES });
  }
  const node = document.createNode(root.getName()).setMesh(mesh);
  root.addChild(node);
  return node;
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

/** Whether index array and records follow from the parts alone. */
function isSameFaces({ indices, subMeshes }: ReturnType<typeof facesFromParts>, file: MshFile): boolean {
  return (
    sameBits(indices, Uint32Array.from(file.indices)) && sameBits(packRecords(subMeshes), packRecords(file.subMeshes))
  );
}

/** The materials that the sub-meshes have got, in their order; a sub-mesh without a usable face has none to show. */
function subMeshMaterials(document: Document, file: MshFile): Material[] {
  const made = new Map<unknown, Material>();
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const material = primitive.getMaterial();
      if (material) made.set(extrasOf(primitive).subMesh, material);
    }
  }
  return file.subMeshes.map((_, i) => made.get(i) ?? document.createMaterial(`Sub${i + 1}`));
}

function addControlPoints(
  document: Document,
  root: Node,
  file: MshFile,
  codePage: CodePage,
  skin: MshSkin | undefined,
  bones: BoneNodes | undefined,
  sources: SceneSources,
): void {
  file.controlPoints?.forEach((point, index) => {
    const bone = bones?.find(point.linkedBone.raw) ?? -1;
    const inverseBind = bones?.inverseBinds[bone];
    const place = nodePlace(point.position);
    // Stored in the space of the mesh in bind pose; the client takes it into the bone by the inverse bind matrix.
    const [x = 0, y = 0, z = 0] = inverseBind ? transformPoint(inverseBind, place) : place;
    const node = document.createNode(codePage.decode(point.typeIndex.raw).text).setTranslation([x, y, z]);
    sources.nodes.set(node, `controlPoints[${index}]`);
    addExtras(node, {
      kind: "controlPoint",
      index,
      typeIndex: nameForExtras(point.typeIndex, codePage),
      linkedBone: nameForExtras(point.linkedBone, codePage),
      extraInfo: nameForExtras(point.extraInfo, codePage),
      position: storeArray(document, point.position),
    });
    // Without a skeleton every joint stands at the origin, so the place under the joint is the place in the mesh.
    (bones?.nodes[bone] ?? skin?.jointOf(point.linkedBone.raw) ?? root).addChild(node);
  });
}

function addDocumentExtras(
  document: Document,
  holder: Node,
  file: MshFile,
  codePage: CodePage,
  options: ConvertOptions,
): void {
  const computed = packBounds(mshBounds(file.positions ?? new Float32Array(0)));
  addExtras(holder.getMesh() ?? holder, {
    format: "msh",
    version: file.version,
    meshType: file.meshType,
    vertexMask: file.vertexMask,
    vertexCount: file.vertexCount,
    boundsMin: storeArray(document, file.boundsMin),
    boundsMax: storeArray(document, file.boundsMax),
    sphereRadius: storeArray(document, Float32Array.of(file.sphereRadius)),
    boundsOfPositions: sameBits(computed, packBounds(file)) ? undefined : storeArray(document, computed),
    subMeshes: storeArray(document, packRecords(file.subMeshes)),
    indexWidth: file.indices instanceof Uint32Array ? 32 : 16,
    codePage: codePage.id,
    boneNames: file.boneNames?.map((name) => nameForExtras(name, codePage)),
    uvSwapped: uvSets(file, options)[0] === "uv1" && file.uv0 ? true : undefined,
    flipBinormal: options.flipBinormal === true ? true : undefined,
    colors: file.colors && options.colors === "linear" ? "linear" : undefined,
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  });
}
