import type { ConvertOptions } from "../../format.ts";
import { normalize } from "../../scene/normals.ts";
import { inverseOf, mapVectors } from "../../scene/space.ts";
import { MSH_SPACE } from "./space.ts";

/**
 * TANGENT with the handedness in w, and the binormals in glTF axes.
 *
 * w is the sign of dot(cross(N, T), B) with all three in glTF axes. Whether the game's binormal follows +V or -V is
 * open, so the option `flipBinormal` turns it.
 *
 * @param normals unit vectors in glTF axes
 */
export function gltfTangents(
  fileTangents: Float32Array,
  fileBinormals: Float32Array | undefined,
  normals: Float32Array | undefined,
  options: ConvertOptions,
): { tangents: Float32Array; binormals: Float32Array | undefined; replaced: number } {
  const { vectors: t, replaced } = normalize(mapVectors(fileTangents, MSH_SPACE), [1, 0, 0]);
  const binormals = fileBinormals && mapVectors(fileBinormals, MSH_SPACE, senseOf(options));
  const tangents = new Float32Array((t.length / 3) * 4);
  for (let v = 0; v * 3 < t.length; v++) {
    for (let axis = 0; axis < 3; axis++) tangents[v * 4 + axis] = t[v * 3 + axis] ?? 0;
    let dot = 0;
    if (binormals)
      for (let axis = 0; axis < 3; axis++) dot += crossOf(normals, t, 3, v, axis) * (binormals[v * 3 + axis] ?? 0);
    tangents[v * 4 + 3] = dot < 0 ? -1 : 1;
  }
  return { tangents, binormals, replaced };
}

/**
 * Binormals in the file's axes: cross(N, T) * w, mirrored back.
 * @param tangents TANGENT, 4 per vertex
 */
export function binormalsFrom(
  normals: Float32Array | undefined,
  tangents: Float32Array,
  options: ConvertOptions,
): Float32Array {
  const count = tangents.length / 4;
  const binormals = new Float32Array(count * 3);
  for (let v = 0; v < count; v++) {
    const w = tangents[v * 4 + 3] ?? 1;
    for (let axis = 0; axis < 3; axis++) binormals[v * 3 + axis] = crossOf(normals, tangents, 4, v, axis) * w;
  }
  // + 0 turns the -0 that a mirror makes into the 0 that other programs write.
  return mapVectors(binormals, inverseOf(MSH_SPACE), senseOf(options)).map((value) => value + 0);
}

function senseOf(options: ConvertOptions): number {
  return options.flipBinormal === true ? -1 : 1;
}

/** One component of cross(normal, tangent) of a vertex. */
function crossOf(
  normals: Float32Array | undefined,
  tangents: Float32Array,
  stride: number,
  vertex: number,
  axis: number,
): number {
  const n = (i: number) => normals?.[vertex * 3 + (i % 3)] ?? 0;
  const t = (i: number) => tangents[vertex * stride + (i % 3)] ?? 0;
  return n(axis + 1) * t(axis + 2) - n(axis + 2) * t(axis + 1);
}
