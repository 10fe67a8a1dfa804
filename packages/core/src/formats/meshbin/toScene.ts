import type { Accessor, Document, Node } from "@gltf-transform/core";
import { KHRMaterialsUnlit } from "@gltf-transform/extensions";
import type { ConvertOptions, FormatScene } from "../../format.ts";
import { accessor, addExtras, newDocument, setAttributes } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { normalize, normalsFromFaces } from "../../scene/normals.ts";
import { storeArray } from "../../scene/rawData.ts";
import { type PrimitiveSource, SceneSources } from "../../scene/sources.ts";
import { mapVectors } from "../../scene/space.ts";
import { indexArrayFor } from "../../scene/triangles.ts";
import { extentOf } from "./buildBounds.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";
import { geometryOf, type MeshbinGeometry, normalKind } from "./geometry.ts";
import { addSkeleton } from "./skeleton.ts";
import { smoothNormals } from "./smoothNormals.ts";
import { MESHBIN_SPACE } from "./space.ts";
import { textureSize } from "./textureSize.ts";
import { unusedElements } from "./unused.ts";
import { type MeshbinVertices, splitVertices } from "./vertices.ts";
import { triangleWinding } from "./winding.ts";

/** A MESHBIN as a glTF document: y up, metres, every face counter-clockwise, quads noted so that they can be rebuilt. */
export function meshbinToScene(
  file: MeshbinFile | HeaderlessFile,
  dialect: string,
  options: ConvertOptions,
): FormatScene {
  const ledger = new LossLedger();
  const { document, root } = newDocument(options, "mesh", MESHBIN_SPACE);
  const geometry = geometryOf(file);
  const winding = triangleWinding(geometry, options.triangleWinding);
  const texture = textureSize(geometry.uvs, options.textureSize);
  const vertices = splitVertices(geometry, winding.triangles, options.normals === "flat");
  const meshbin = "version" in file ? file : undefined;
  const sources = new SceneSources();
  const skin = meshbin && addSkeleton(document, root, meshbin, ledger);
  skin?.listJoints().forEach((joint, i) => {
    sources.nodes.set(joint, `bones[${i}]`);
  });
  ledger.add(
    "FACES_DROPPED",
    "positionIndices",
    vertices.dropped,
    "faces with a corner that has no position were left out",
  );
  if (vertices.indices.length === 0) {
    ledger.add("NO_FACES", "positionIndices", 1, "the file has no usable face, so there is nothing to show");
    skin?.dispose();
    addFileExtras(document, root, file, dialect);
    return { document, losses: ledger.losses, sources };
  }
  const attributes = attributesOf(document, geometry, vertices, texture.size, options, ledger);
  if (skin && meshbin) Object.assign(attributes, rigidWeights(document, meshbin, vertices, ledger));
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, "indices", "SCALAR", indexArrayFor(vertices.indices)))
    .setMaterial(unlitMaterial(document));
  sources.primitives.set(primitive, sourceOf(vertices, options.normals === "flat"));
  const mesh = document.createMesh(root.getName()).addPrimitive(setAttributes(primitive, attributes));
  const node = document.createNode(root.getName()).setMesh(mesh);
  if (skin) node.setSkin(skin);
  root.addChild(node);

  const quads = vertices.faceRuns.reduce((sum, [kind, count]) => (kind === "q" ? sum + count : sum), 0);
  ledger.add("QUADS_TRIANGULATED", "positionIndices", quads, "quads became two triangles each", "mesh extras faceRuns");
  addExtras(mesh, {
    textureSize: texture.size,
    textureSizeGuessed: texture.guessed,
    triangleWinding: winding.triangles,
    windingEvidence: winding.evidence,
    faceRuns: vertices.faceRuns,
    unused: unusedElements(document, geometry),
  });
  addFileExtras(document, node, file, dialect);
  return { document, losses: ledger.losses, sources };
}

/** The corners of a face lie in three arrays; a vertex is a position, a UV and a normal that met in a corner. */
function sourceOf({ faces, position, uv, normal }: MeshbinVertices, flat: boolean): PrimitiveSource {
  return {
    path: "positionIndices",
    triangles: [
      { rows: faces, arrays: [{ path: "positionIndices" }, { path: "normalIndices" }, { path: "uv0Indices" }] },
    ],
    vertices: [
      { rows: position, arrays: [{ path: "positions" }, { path: "colors" }, { path: "vertexBone" }] },
      { rows: uv, arrays: [{ path: "uv0" }] },
      ...(flat ? [] : [{ rows: normal, arrays: [{ path: "normals" }] }]),
    ],
  };
}

function attributesOf(
  document: Document,
  geometry: MeshbinGeometry,
  vertices: MeshbinVertices,
  size: number,
  options: ConvertOptions,
  ledger: LossLedger,
): Record<string, Accessor | undefined> {
  const positions = mapVectors(gather(geometry.positions, vertices.position, 3), MESHBIN_SPACE, MESHBIN_SPACE.metres);
  const normals = options.normals === "none" ? undefined : normalsOf(geometry, vertices, positions, options, ledger);
  const colors = colorsOf(geometry, vertices, ledger);
  return {
    POSITION: accessor(document, "positions", "VEC3", positions),
    NORMAL: normals && accessor(document, "normals", "VEC3", normals),
    TEXCOORD_0:
      geometry.uvCount > 0 ? accessor(document, "uv0", "VEC2", uvsOf(geometry, vertices, size, ledger)) : undefined,
    COLOR_0: accessor(document, "colors", "VEC3", colors.modulation),
    _COLOR_RAW: accessor(document, "colors as in the file", "VEC4", colors.raw),
    _SOURCE_INDEX: accessor(document, "position indices", "SCALAR", Float32Array.from(vertices.position)),
    _SOURCE_UV:
      geometry.uvCount > 0 ? accessor(document, "UV indices", "SCALAR", Float32Array.from(vertices.uv)) : undefined,
    _SOURCE_NORMAL:
      geometry.normalCount > 0 && options.normals !== "flat"
        ? accessor(document, "normal indices", "SCALAR", Float32Array.from(vertices.normal))
        : undefined,
  };
}

/** `stride` numbers of each of the given elements, in the precision that they will have in glTF. */
function gather(source: ArrayLike<number>, elements: Int32Array, stride: number): Float32Array {
  const result = new Float32Array(elements.length * stride);
  for (let i = 0, to = 0; i < elements.length; i++) {
    const from = (elements[i] ?? 0) * stride;
    for (let k = 0; k < stride; k++) result[to++] = source[from + k] ?? 0;
  }
  return result;
}

function normalsOf(
  geometry: MeshbinGeometry,
  vertices: MeshbinVertices,
  positions: Float32Array,
  options: ConvertOptions,
  ledger: LossLedger,
): Float32Array {
  const kind = normalKind(geometry);
  if (options.normals === "flat") return normalsFromFaces(positions, vertices.indices);
  const fromFaces = smoothNormals(positions, vertices.position, vertices.indices);
  if (options.normals === "smooth" || kind !== "scaled") {
    if (kind === "truncated") {
      ledger.add(
        "NORMALS_RECOMPUTED",
        "normals",
        geometry.normalCount,
        "normals that an old exporter truncated were computed anew",
      );
    }
    return fromFaces;
  }
  const stored = mapVectors(gather(geometry.normals, vertices.normal, 3), MESHBIN_SPACE);
  const { vectors, replaced } = normalize(stored, fromFaces);
  ledger.add("NORMALS_REPLACED", "normals", replaced, "corners without a usable normal got one from their faces");
  return vectors;
}

/** Texels with v from the bottom become glTF's 0..1 with v from the top, at the texel's middle. */
function uvsOf(geometry: MeshbinGeometry, vertices: MeshbinVertices, size: number, ledger: LossLedger): Float32Array {
  const result = new Float32Array(vertices.uv.length * 2);
  vertices.uv.forEach((uv, vertex) => {
    if (uv < 0) return;
    result[vertex * 2] = ((geometry.uvs[uv * 2] ?? 0) + 0.5) / size;
    result[vertex * 2 + 1] = 1 - ((geometry.uvs[uv * 2 + 1] ?? 0) + 0.5) / size;
  });
  ledger.add("UV_MISSING", "uv0Indices", vertices.withoutUv, "corners without a UV got (0, 0)");
  return result;
}

/** The GPU multiplies texels by colour / 128; glTF has no more than 1, so brighter ones are clamped. */
function colorsOf(
  geometry: MeshbinGeometry,
  vertices: MeshbinVertices,
  ledger: LossLedger,
): { modulation: Float32Array; raw: Uint8Array } {
  const modulation = new Float32Array(vertices.position.length * 3);
  const raw = new Uint8Array(vertices.position.length * 4);
  let overbright = 0;
  let absent = 0;
  for (let vertex = 0; vertex < vertices.position.length; vertex++) {
    const from = (vertices.position[vertex] ?? 0) * 3;
    const red = geometry.colors[from] ?? 0;
    const green = geometry.colors[from + 1] ?? 0;
    const blue = geometry.colors[from + 2] ?? 0;
    const none = red < 0 && green < 0 && blue < 0;
    if (none) absent++;
    if (red > 128 || green > 128 || blue > 128) overbright++;
    modulation[vertex * 3] = none ? 1 : modulationOf(red);
    modulation[vertex * 3 + 1] = none ? 1 : modulationOf(green);
    modulation[vertex * 3 + 2] = none ? 1 : modulationOf(blue);
    raw[vertex * 4] = none ? 255 : byteOf(red);
    raw[vertex * 4 + 1] = none ? 255 : byteOf(green);
    raw[vertex * 4 + 2] = none ? 255 : byteOf(blue);
  }
  ledger.add(
    "COLORS_CLAMPED",
    "colors",
    overbright,
    "vertices brighter than the texture (above 128) were clamped",
    "_COLOR_RAW",
  );
  ledger.add("COLORS_ABSENT", "colors", absent, 'vertices marked "no colour" got the neutral one', "_COLOR_RAW");
  return { modulation, raw };
}

function modulationOf(channel: number): number {
  return Math.min(Math.max(channel, 0) / 128, 1);
}

function byteOf(channel: number): number {
  return Math.min(Math.max(channel, 0), 255);
}

function rigidWeights(
  document: Document,
  file: MeshbinFile,
  vertices: MeshbinVertices,
  ledger: LossLedger,
): Record<string, Accessor> {
  const boneCount = file.bones?.length ?? 0;
  const joints = new Uint8Array(vertices.position.length * 4);
  const weights = new Float32Array(vertices.position.length * 4);
  let replaced = 0;
  vertices.position.forEach((position, vertex) => {
    const bone = file.vertexBone?.[position] ?? 0;
    if (bone >= boneCount) replaced++;
    joints[vertex * 4] = bone < boneCount ? bone : 0;
    weights[vertex * 4] = 1;
  });
  ledger.add("BONE_NUMBERS_REPLACED", "vertexBone", replaced, "vertices of bones that do not exist hang on bone 0");
  return {
    JOINTS_0: accessor(document, "joints", "VEC4", joints),
    WEIGHTS_0: accessor(document, "weights", "VEC4", weights),
  };
}

/** Unlit, as the console has no lights; both sides, as the engine draws both. */
function unlitMaterial(document: Document) {
  const unlit = document.createExtension(KHRMaterialsUnlit).createUnlit();
  return document
    .createMaterial("meshbin")
    .setDoubleSided(true)
    .setRoughnessFactor(1)
    .setMetallicFactor(0)
    .setExtension("KHR_materials_unlit", unlit);
}

function addFileExtras(document: Document, holder: Node, file: MeshbinFile | HeaderlessFile, dialect: string): void {
  const common = {
    format: "meshbin",
    dialect,
    facesCount: file.facesCount,
    indicesCount: file.indicesCount,
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  };
  const target = holder.getMesh() ?? holder;
  if (!("version" in file)) {
    addExtras(target, {
      ...common,
      bounds: file.bounds && Array.from(file.bounds),
      tail: file.tail && Array.from(file.tail),
    });
    return;
  }
  addExtras(target, {
    ...common,
    version: file.version,
    type: file.type,
    extent: Array.from(extentOf(file.positions)),
    normalsRaw: file.normalsCount > 0 ? storeArray(document, file.normals) : undefined,
    boundsMin: Array.from(file.boundsMin),
    boundsMax: Array.from(file.boundsMax),
    sphereCenter: file.sphereCenter && Array.from(file.sphereCenter),
    sphereRadius: file.sphereRadius,
    hasSkeleton: file.hasSkeleton,
    numBones: file.numBones,
    // Integers of the file: a node holds them normalised, and that rounds.
    bones: file.bones?.map((bone) => [bone.parent, ...bone.localPosition, ...bone.localRotation]),
  });
}
