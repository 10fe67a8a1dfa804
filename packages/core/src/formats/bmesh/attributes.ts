import type { Accessor, Document } from "@gltf-transform/core";
import type { ConvertOptions } from "../../format.ts";
import { accessor, addExtras } from "../../scene/document.ts";
import { replaceNonFinite } from "../../scene/finite.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { normalize, normalsFromFaces } from "../../scene/normals.ts";
import { wordOption } from "../../scene/options.ts";
import { storeArray } from "../../scene/rawData.ts";
import { mapVectors, type Space } from "../../scene/space.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { texCoords } from "../../scene/uvSets.ts";
import type { BmeshModel } from "./model.ts";
import { COLOR_ORDERS } from "./options.ts";
import { decodeVectors } from "./quantize.ts";

/** Names of the arrays that glTF holds in full when there is one element per vertex. */
type VertexArray = "normals" | "uv0" | "uv1" | "tangents" | "colors";
const ELEMENT_SIZES: Record<VertexArray, number> = { normals: 4, uv0: 2, uv1: 2, tangents: 4, colors: 4 };

/** What the vertices carry, in glTF's axes; bytes as in the file beside what was made of them. */
export function vertexAttributes(
  document: Document,
  model: BmeshModel,
  triangles: Uint32Array,
  space: Space,
  options: ConvertOptions,
  ledger: LossLedger,
): { attributes: Record<string, Accessor | undefined>; carried: Set<string> } {
  const { file, vertexCount } = model;
  const carried = new Set<string>(["positions"]);
  const usable = <N extends VertexArray>(name: N): (typeof file)[N] | undefined => {
    const count = file[name].length / ELEMENT_SIZES[name];
    if (count === 0) return undefined;
    if (count === vertexCount) {
      carried.add(name);
      return file[name];
    }
    ledger.add(
      "VERTEX_ARRAY_DROPPED",
      name,
      count,
      `${name} has ${count} elements for ${vertexCount} positions`,
      `mesh extras ${name}`,
    );
    return undefined;
  };
  const keepRaw = (name: string, source: Float32Array) =>
    addExtras(document.getRoot(), { [`${name}Raw`]: storeArray(document, source) });
  const finite = (name: "positions" | "uv0" | "uv1", source: Float32Array): Float32Array => {
    const copy = source.slice();
    const replaced = replaceNonFinite(copy);
    if (replaced === 0) return copy;
    keepRaw(name, source);
    ledger.add("NOT_FINITE", name, replaced, "numbers that are not finite became 0", `document extras ${name}Raw`);
    return copy;
  };
  const uvs = (name: "uv0" | "uv1"): Accessor | undefined => {
    const source = usable(name);
    if (!source) return undefined;
    const numbers = finite(name, source);
    const uvs = uvNumbers(numbers, options.flipV === true);
    // 1 - v is rounded, so the way back may miss the last bit.
    if (uvs !== numbers && !sameBits(source, uvNumbers(uvs, true))) keepRaw(name, source);
    return accessor(document, name, "VEC2", uvs);
  };
  const raw = (name: "normals" | "tangents" | "colors", bytes: Uint8Array | undefined) =>
    bytes && accessor(document, `${name} as in the file`, "VEC4", bytes.slice());

  const positions = mapVectors(finite("positions", file.positions), space);
  const normals = usable("normals");
  const tangents = usable("tangents");
  const colors = usable("colors");
  const attributes = {
    POSITION: accessor(document, "positions", "VEC3", positions),
    NORMAL: normals && accessor(document, "normals", "VEC3", normalsOf(normals, positions, triangles, space, ledger)),
    TANGENT: tangents && accessor(document, "tangents", "VEC4", tangentsOf(tangents, space, options, ledger)),
    ...texCoords(uvs("uv0"), uvs("uv1"), "uv1", ledger),
    COLOR_0: colors && accessor(document, "colors", "VEC4", colorsOf(colors, colorOrderOf(options)), true),
    _NORMAL_RAW: raw("normals", normals),
    _TANGENT_RAW: raw("tangents", tangents),
    _COLOR_RAW: raw("colors", colors),
  };
  return { attributes, carried };
}

/** Unit vectors of normal bytes in glTF's axes, and how many had no direction. */
export function normalVectors(bytes: Uint8Array, space: Space): ReturnType<typeof normalize> {
  return normalize(mapVectors(decodeVectors(bytes), space));
}

/** No byte is zero, so there is always a direction; the fallback is for the rule's sake. */
function normalsOf(
  bytes: Uint8Array,
  positions: Float32Array,
  triangles: Uint32Array,
  space: Space,
  ledger: LossLedger,
): Float32Array {
  const first = normalVectors(bytes, space);
  if (first.replaced === 0) return first.vectors;
  const message = "normals without direction became face normals";
  ledger.add("NORMALS_REPLACED", "normals", first.replaced, message, "_NORMAL_RAW");
  return normalize(mapVectors(decodeVectors(bytes), space), normalsFromFaces(positions, triangles)).vectors;
}

/**
 * TANGENT with the handedness in w: -1 where the bitangent is mirrored. Which sign the game means is a first guess,
 * so the option `tangentSign` turns it; a mirrored space turns it too.
 * @param plain TANGENT.w where the bitangent is not mirrored
 */
export function tangentVectors(
  bytes: Uint8Array,
  space: Space,
  plain: number,
): { tangents: Float32Array; odd: number } {
  const { vectors } = normalize(mapVectors(decodeVectors(bytes), space), [1, 0, 0]);
  const tangents = new Float32Array(bytes.length);
  let odd = 0;
  for (let vertex = 0; vertex < bytes.length / 4; vertex++) {
    const flag = bytes[4 * vertex + 3] ?? 0;
    if (flag !== 0 && flag !== 255) odd++;
    for (let axis = 0; axis < 3; axis++) tangents[4 * vertex + axis] = vectors[3 * vertex + axis] ?? 0;
    tangents[4 * vertex + 3] = flag === 255 ? -plain : plain;
  }
  return { tangents, odd };
}

function tangentsOf(bytes: Uint8Array, space: Space, options: ConvertOptions, ledger: LossLedger): Float32Array {
  const plain = (options.tangentSign === -1 ? -1 : 1) * (options.mirror === true ? -1 : 1);
  const { tangents, odd } = tangentVectors(bytes, space, plain);
  const message = "flags that are neither 0 nor 255 were taken as 0";
  ledger.add("TANGENT_FLAGS_CHANGED", "tangents", odd, message, "_TANGENT_RAW");
  return tangents;
}

/** UVs as glTF has them; the way back is the same. */
export function uvNumbers(uvs: Float32Array, flipV: boolean): Float32Array {
  return flipV ? uvs.map((value, i) => (i % 2 === 1 ? 1 - value : value)) : uvs;
}

function colorOrderOf(options: ConvertOptions): readonly [number, number, number, number] {
  return wordOption(options, "colorOrder", COLOR_ORDERS) === "bgra" ? [2, 1, 0, 3] : [0, 1, 2, 3];
}

/** Bytes as r, g, b, a; no curve is known. @param order where they lie */
export function colorsOf(bytes: Uint8Array, order: readonly [number, number, number, number]): Uint8Array {
  return bytes.map((_, i) => bytes[i - (i % 4) + (order[i % 4] ?? 0)] ?? 0);
}
