import type { Accessor, Document } from "@gltf-transform/core";
import type { ConvertOptions } from "../../format.ts";
import { type ColorCurve, colorsFromBytes } from "../../scene/colors.ts";
import { accessor } from "../../scene/document.ts";
import { replaceNonFinite } from "../../scene/finite.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { normalize, normalsFromFaces } from "../../scene/normals.ts";
import { inverseOf, mapVectors } from "../../scene/space.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import type { MshFile } from "./file.ts";
import { keepBlock } from "./keep.ts";
import type { MshSkin } from "./skin.ts";
import { MSH_SPACE } from "./space.ts";
import { binormalsFrom, gltfTangents } from "./tangents.ts";

/** Where the bytes B, G, R, A of a D3DCOLOR hold r, g, b and a. */
export const COLOR_ORDER = [2, 1, 0, 3] as const;

/** Blocks of floats that a document holds as they are. */
type FloatBlock = "positions" | "uv0" | "uv1" | "billboardCenters";

/**
 * What the vertices carry, in glTF's axes. Blocks that the way back would not give bit for bit are kept in the extras of
 * the document.
 *
 * @param corners all triangles, counter-clockwise
 */
export function vertexAttributes(
  document: Document,
  file: MshFile,
  corners: Uint32Array,
  options: ConvertOptions,
  skin: MshSkin | undefined,
  ledger: LossLedger,
): Record<string, Accessor | undefined> {
  const vec = (name: string, type: "VEC2" | "VEC3" | "VEC4", array: Float32Array | undefined) =>
    array && accessor(document, name, type, array);
  const finite = (name: FloatBlock): Float32Array | undefined => {
    const array = file[name];
    if (!array) return undefined;
    const { numbers, replaced } = finiteOf(array);
    if (replaced === 0) return numbers;
    const kept = keepBlock(document, file, name);
    ledger.add("NOT_FINITE", name, replaced, "numbers that are not finite became 0", kept);
    return numbers;
  };
  const positions = mapVectors(finite("positions") ?? [], MSH_SPACE);
  const normals = normalsOf(document, file, positions, corners, ledger);
  const tangents = tangentsOf(document, file, normals, options, ledger);
  const uvs = uvSets(file, options);
  const centers = finite("billboardCenters");
  return {
    POSITION: vec("positions", "VEC3", positions),
    NORMAL: vec("normals", "VEC3", normals),
    TANGENT: vec("tangents", "VEC4", tangents?.tangents),
    _BINORMAL: vec("binormals", "VEC3", tangents?.binormals),
    TEXCOORD_0: uvs[0] && vec(uvs[0], "VEC2", finite(uvs[0])),
    TEXCOORD_1: uvs[1] && vec(uvs[1], "VEC2", finite(uvs[1])),
    COLOR_0: vec("colors", "VEC4", file.colors && colorsFromBytes(file.colors, COLOR_ORDER, curveOf(options))),
    _COLOR_RAW: file.colors && accessor(document, "colors as in the file", "VEC4", file.colors.slice()),
    JOINTS_0: skin?.joints,
    WEIGHTS_0: skin?.weights,
    _BILLBOARD_CENTER: vec("billboardCenters", "VEC3", centers && mapVectors(centers, MSH_SPACE)),
  };
}

export function curveOf(options: ConvertOptions): ColorCurve {
  return options.colors === "linear" ? "linear" : "srgb";
}

/** A copy in which numbers that are not finite are 0. */
export function finiteOf(array: Float32Array): { numbers: Float32Array; replaced: number } {
  const numbers = array.slice();
  return { numbers, replaced: replaceNonFinite(numbers) };
}

/**
 * Which UVs become TEXCOORD_0 and TEXCOORD_1. In a lightmap mesh uv1 is the base texture's and comes first; glTF has no
 * second set without a first one.
 */
export function uvSets(file: Pick<MshFile, "uv0" | "uv1" | "meshType">, options: ConvertOptions): ("uv0" | "uv1")[] {
  const present = (["uv0", "uv1"] as const).filter((name) => file[name] !== undefined);
  return file.meshType === 2 && options.uvSwap !== false ? present.reverse() : present;
}

/** Normals in glTF axes; those without direction get the face's. */
export function gltfNormals(
  normals: Float32Array,
  positions: Float32Array,
  corners: Uint32Array,
): { vectors: Float32Array; replaced: number } {
  const mapped = mapVectors(normals, MSH_SPACE);
  const first = normalize(mapped);
  return first.replaced === 0 ? first : normalize(mapped, normalsFromFaces(positions, corners));
}

function normalsOf(
  document: Document,
  file: MshFile,
  positions: Float32Array,
  corners: Uint32Array,
  ledger: LossLedger,
): Float32Array | undefined {
  if (!file.normals) return undefined;
  const { vectors, replaced } = gltfNormals(file.normals, positions, corners);
  const kept = sameBits(file.normals, mapVectors(vectors, inverseOf(MSH_SPACE)))
    ? null
    : keepBlock(document, file, "normals");
  ledger.add("NORMALS_REPLACED", "normals", replaced, "normals without direction became face normals", kept);
  return vectors;
}

/** Tangents with their signs, and binormals where the signs do not say it all. */
function tangentsOf(
  document: Document,
  file: MshFile,
  normals: Float32Array | undefined,
  options: ConvertOptions,
  ledger: LossLedger,
): { tangents: Float32Array; binormals: Float32Array | undefined } | undefined {
  if (!file.tangents) {
    if (file.binormals) keepBlock(document, file, "binormals");
    return undefined;
  }
  const { tangents, binormals, replaced } = gltfTangents(file.tangents, file.binormals, normals, options);
  const directions = mapVectors(tangents, inverseOf(MSH_SPACE), 1, 4);
  const kept = sameBits(file.tangents, directions) ? null : keepBlock(document, file, "tangents");
  ledger.add("TANGENTS_REPLACED", "tangents", replaced, "tangents without direction became (1, 0, 0)", kept);
  if (!file.binormals || !binormals) return { tangents, binormals: undefined };
  if (sameBits(file.binormals, binormalsFrom(normals, tangents, options))) return { tangents, binormals: undefined };
  const { numbers, replaced: broken } = finiteOf(binormals);
  if (broken > 0) {
    const where = keepBlock(document, file, "binormals");
    ledger.add("NOT_FINITE", "binormals", broken, "numbers that are not finite became 0", where);
  }
  return { tangents, binormals: numbers };
}
