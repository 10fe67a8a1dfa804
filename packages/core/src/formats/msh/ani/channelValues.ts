import { pickRows, usableKeys } from "../../../scene/animation.ts";
import { replaceNonFinite } from "../../../scene/finite.ts";
import { normalizeQuaternions } from "../../../scene/quaternions.ts";
import { mapQuaternions, mapVectors } from "../../../scene/space.ts";
import { MSH_SPACE } from "../space.ts";
import type { AniTrack, AniVersion } from "./file.ts";
import { keysOf } from "./keys.ts";

/** The keys of a track in glTF's axes, and how many of them glTF can not have as they are. */
export interface ChannelValues {
  values: { seconds: Float32Array; translations: Float32Array; rotations: Float32Array };
  /** Keys at negative times, or at another key's. */
  dropped: number;
  /** Numbers that were not finite. */
  replaced: number;
  /** Rotations that were not of unit length. */
  turned: number;
}

/** What the channels of a bone hold of a track. */
export function channelValues(track: Pick<AniTrack, "keys">, version: AniVersion): ChannelValues {
  const keys = keysOf(track, version);
  const usable = usableKeys(keys.times);
  const translations = mapVectors(pickRows(keys.translations, 3, usable.keys), MSH_SPACE);
  const replaced = replaceNonFinite(translations);
  const turned = normalizeQuaternions(mapQuaternions(pickRows(keys.rotations, 4, usable.keys), MSH_SPACE));
  return {
    values: { seconds: usable.seconds, translations, rotations: turned.rotations },
    dropped: usable.dropped,
    replaced: replaced + turned.replaced,
    turned: turned.normalized,
  };
}
