import type { Accessor } from "@gltf-transform/core";
import type { LossLedger } from "./loss.ts";

/**
 * UV sets as attributes. glTF has no second set without a first one, so a lone second set moves to the first place.
 *
 * @param path where the second set lies in the file
 */
export function texCoords(
  first: Accessor | undefined,
  second: Accessor | undefined,
  path: string,
  ledger: LossLedger,
): { TEXCOORD_0: Accessor | undefined; TEXCOORD_1: Accessor | undefined } {
  if (first || !second) return { TEXCOORD_0: first, TEXCOORD_1: second };
  ledger.add(
    "UV_SET_MOVED",
    path,
    1,
    "the second set of UVs became the first, as there is none before it",
    "TEXCOORD_0",
  );
  return { TEXCOORD_0: second, TEXCOORD_1: undefined };
}
