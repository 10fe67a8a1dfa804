import { inverseOf, mapVectors } from "../../scene/space.ts";
import { finiteOf } from "./attributes.ts";
import { MSH_SPACE } from "./space.ts";

/** Where the node of a control point stands; numbers that are not finite become 0. */
export function nodePlace(position: Float32Array): Float32Array {
  return mapVectors(finiteOf(position).numbers, MSH_SPACE);
}

/** The way back of {@link nodePlace}, without -0, which a mirror makes of 0 and JSON does not have. */
export function filePlace(place: readonly number[] | Float32Array): Float32Array {
  return mapVectors(place, inverseOf(MSH_SPACE)).map((value) => value + 0);
}
