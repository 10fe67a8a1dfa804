import type { AniFile, AniTrack } from "../../src/formats/msh/ani/file.ts";
import { ani } from "../../src/formats/msh/ani/index.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { openCompanion } from "../../src/operations/companion.ts";
import { openMesh } from "../../src/operations/open.ts";
import { whole as skeleton } from "../skl/pairs.ts";
import type { IssuePairs } from "../support/pairs.ts";
import { GOLDEN } from "./goldenFiles.ts";

const bytes = GOLDEN["4000"];
/** Offset of the only key: 4 floats of rotation, 3 of translation, the time. */
const KEY = 51;

function withBytes(offset: number, ...values: number[]): () => Uint8Array {
  return () => {
    const copy = bytes.slice();
    copy.set(values, offset);
    return copy;
  };
}

function withTracks(tracks: (track: AniTrack) => AniTrack[]): () => Uint8Array {
  return () => {
    const file = openMesh(bytes).file as AniFile;
    const own = file.tracks.flatMap(tracks);
    return ani.write({ ...file, trackCount: own.length, tracks: own }, "4000");
  };
}

const twice = (track: AniTrack): AniTrack => {
  const keys = new Uint8Array(64);
  keys.set(track.keys);
  keys.set(track.keys, 32);
  return { ...track, keyCount: 2, keys };
};

export const PAIRS: IssuePairs = {
  ANI_BAD_MAGIC: { bytes: withBytes(3, 1), path: "magic", offset: 0, options: { format: "ani" } },
  ANI_TRUNCATED: { bytes: () => bytes.subarray(0, 60), path: "tracks[0].keys", offset: KEY },
  ANI_NEGATIVE_COUNT: { bytes: withBytes(8, 255, 255, 255, 255), path: "eventCount", offset: 8 },
  ANI_TRAILING_BYTES: { bytes: () => Uint8Array.from([...bytes, 1]), path: "trailing", offset: KEY + 32 },
  ANI_UNKNOWN_VERSION: { bytes: withBytes(4, 0xa3), path: "version", offset: 4 },
  // Two keys at one time.
  ANI_KEYS_UNSORTED: { bytes: withTracks((track) => [twice(track)]), path: "tracks[0].keys[1]", offset: KEY + 32 },
  // w becomes 0.5.
  ANI_QUATERNION_LENGTH: { bytes: withBytes(KEY + 12, 0, 0, 0, 0x3f), path: "tracks[0].keys[0]", offset: KEY },
  // 500 ms of 244.
  ANI_TIME_PAST_END: { bytes: withBytes(26, 0xf4, 0), path: "tracks[0].keys[0]", offset: KEY },
  ANI_TRACK_UNKNOWN_BONE: {
    bytes: () => bytes,
    path: "tracks[0].bone",
    offset: 34,
    options: { companions: { skeleton: openCompanion("skeleton", msh, "a", skeleton()) } },
  },
  ANI_TRACK_DUPLICATE: { bytes: withTracks((track) => [track, track]), path: "tracks[1].bone", offset: KEY + 32 },
  // The x of the translation becomes infinite.
  ANI_NOT_FINITE: { bytes: withBytes(KEY + 16, 0, 0, 0x80, 0x7f), path: "tracks[0].keys[0]", offset: KEY },
};
