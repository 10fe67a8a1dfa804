import type { RecordNode } from "../../../layout/record.ts";
import { column, strideOf, tableOf } from "../../../layout/table.ts";
import type { AniTrack, AniVersion } from "./file.ts";
import { key4000Layout, key4001Layout, key4002Layout } from "./layout.ts";
import { decode4001, decode4002, encode4001, encode4002 } from "./quantize.ts";

/** The keys of a track, column by column. */
export interface AniKeys {
  /** ms */
  times: Int32Array;
  /** x, y, z, w each; of version 4000 as they are in the file, so not always of unit length. */
  rotations: Float32Array;
  /** Three each, cm, relative to the parent. */
  translations: Float32Array;
}

/** Bytes of one key. */
export const KEY_SIZES: Readonly<Record<AniVersion, number>> = {
  "4000": strideOf(key4000Layout),
  "4001": strideOf(key4001Layout),
  "4002": strideOf(key4002Layout),
};

/** The keys of a track. @example keysOf(file.tracks[0], "4001").rotations */
export function keysOf({ keys }: Pick<AniTrack, "keys">, version: AniVersion): AniKeys {
  if (version === "4000") {
    return { ...timesAndPlaces(keys, key4000Layout), rotations: column(keys, key4000Layout, "rotation", Float32Array) };
  }
  if (version === "4001") {
    const words = column(keys, key4001Layout, "rotation", Uint32Array);
    const rotations = new Float32Array(4 * words.length);
    words.forEach((word, i) => {
      rotations.set(decode4001(word), 4 * i);
    });
    return { ...timesAndPlaces(keys, key4001Layout), rotations };
  }
  const words = column(keys, key4002Layout, "rotation", Uint32Array);
  const rotations = new Float32Array(2 * words.length);
  for (let i = 0; i < words.length; i += 2) rotations.set(decode4002(words[i] ?? 0, words[i + 1] ?? 0), 2 * i);
  return { ...timesAndPlaces(keys, key4002Layout), rotations };
}

function timesAndPlaces<K extends { time: number; translation: Float32Array }>(
  keys: Uint8Array,
  layout: RecordNode<K>,
): Pick<AniKeys, "times" | "translations"> {
  return {
    times: column(keys, layout, "time", Int32Array),
    translations: column(keys, layout, "translation", Float32Array),
  };
}

/** The rows of a track from its keys: the inverse of {@link keysOf}. */
export function keyTable({ times, rotations, translations }: AniKeys, version: AniVersion): Uint8Array {
  const rows = times.length;
  if (version === "4000")
    return tableOf(key4000Layout, rows, { rotation: rotations, translation: translations, time: times });
  const one = (i: number) => rotations.subarray(4 * i, 4 * i + 4);
  if (version === "4001") {
    const rotation = Uint32Array.from(times, (_, i) => encode4001(one(i)));
    return tableOf(key4001Layout, rows, { rotation, translation: translations, time: times });
  }
  const rotation = new Uint32Array(2 * rows);
  for (let i = 0; i < rows; i++) rotation.set(encode4002(one(i)), 2 * i);
  return tableOf(key4002Layout, rows, { rotation, translation: translations, time: times });
}
