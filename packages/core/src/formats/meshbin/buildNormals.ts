import { normalize } from "../../scene/normals.ts";
import { mapVectors } from "../../scene/space.ts";
import { streamOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { smoothNormals } from "./smoothNormals.ts";
import { MESHBIN_SPACE } from "./space.ts";

/** 4096 = 1. */
const ONE = 4096;
/** Closer than this, two components are the same number that went through single precision. */
const SAME = 1e-6;

/** The stored normals of the source, and which of them each vertex came from. */
export interface SourceNormals {
  table: Int16Array;
  numbers: ArrayLike<number>;
}

/**
 * Normals in the file's integers, 3 per vertex.
 *
 * @param normals unit vectors in the file's axes
 * @param source taken where a vertex still shows the stored normal
 */
export function quantizeNormals(normals: Float32Array, source: SourceNormals | undefined): Int32Array {
  const quantized = Int32Array.from(normals, (value) => Math.min(Math.max(Math.round(value * ONE), -32768), 32767));
  if (!source) return quantized;
  const { table, numbers } = source;
  const unit = normalize(mapVectors(table, MESHBIN_SPACE)).vectors;
  const shown = mapVectors(unit, MESHBIN_SPACE); // the map is its own inverse
  for (let vertex = 0; vertex * 3 < normals.length; vertex++) {
    const number = numbers[vertex] ?? -1;
    const same = [0, 1, 2].every((k) => Math.abs((normals[vertex * 3 + k] ?? 0) - (shown[number * 3 + k] ?? 2)) < SAME);
    if (same) quantized.set(table.subarray(number * 3, number * 3 + 3), vertex * 3);
  }
  return quantized;
}

/**
 * The stored normals themselves where an old exporter had truncated them: such a scene shows normals that were computed
 * from the faces. Undefined if they are no such normals, or if somebody has edited those that are shown.
 */
export function truncatedNormals(surface: SceneSurface, source: SourceNormals | undefined): Int32Array | undefined {
  const places = surface.primitive.getAttribute("_SOURCE_INDEX")?.getArray();
  const positions = streamOf(surface, "POSITION");
  const normals = streamOf(surface, "NORMAL");
  if (!source || !places || !positions || !normals) return undefined;
  if (source.table.some((component) => Math.abs(component) > 1)) return undefined;
  const computed = smoothNormals(positions, places, surface.indices);
  if (normals.some((component, i) => Math.abs(component - (computed[i] ?? 2)) > SAME)) return undefined;
  const { table, numbers } = source;
  return Int32Array.from(normals, (_, i) => table[(numbers[Math.floor(i / 3)] ?? -1) * 3 + (i % 3)] ?? 0);
}
