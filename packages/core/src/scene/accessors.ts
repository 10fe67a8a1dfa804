import type { Accessor } from "@gltf-transform/core";
import { sceneFault } from "./sceneFault.ts";

/**
 * The numbers of an accessor as floats; normalised integers become -1..1 or 0..1. Floats are not copied, so the result
 * must not be written to.
 *
 * @param path named in the fault
 * @param checkFinite false for streams whose readers can bear NaN
 * @throws MeshglotError `SCENE_NOT_FINITE` naming the first vertex
 */
export function floatsOf(accessor: Accessor, path: string, checkFinite = true): Float32Array {
  const array = accessor.getArray();
  if (!array) return new Float32Array(0);
  const floats =
    array instanceof Float32Array
      ? array
      : Float32Array.from(array, accessor.getNormalized() ? dequantizer(array) : (value) => value);
  const bad = checkFinite ? firstNotFinite(floats) : -1;
  if (bad < 0) return floats;
  throw sceneFault(
    "SCENE_NOT_FINITE",
    `${path}[${Math.floor(bad / accessor.getElementSize())}]`,
    `${floats[bad]} is not a finite number`,
    "Find the broken vertex in the modelling program; NaN usually comes from a zero-length normal or a bad modifier.",
  );
}

/** By the table of glTF 2.0, "Animations": signed values are clamped, so that -128 and -127 are both -1. */
function dequantizer(array: ArrayLike<number>): (value: number) => number {
  if (array instanceof Uint8Array) return (value) => value / 255;
  if (array instanceof Uint16Array) return (value) => value / 65535;
  if (array instanceof Int8Array) return (value) => Math.max(value / 127, -1);
  if (array instanceof Int16Array) return (value) => Math.max(value / 32767, -1);
  return (value) => value;
}

function firstNotFinite(floats: Float32Array): number {
  for (let i = 0; i < floats.length; i++) if (!Number.isFinite(floats[i])) return i;
  return -1;
}
