import type { Animation, Document } from "@gltf-transform/core";
import { type CodePage, toHex } from "../../../bytes/codePage.ts";
import { loadArray } from "../../../scene/rawData.ts";
import { nameFromExtras } from "../encodeName.ts";
import { channelValues } from "./channelValues.ts";
import type { AniTrack, AniVersion } from "./file.ts";
import type { MadeTrack } from "./fromScene.ts";
import { KEY_SIZES, keysOf, keyTable } from "./keys.ts";

/**
 * The tracks of a file in its old order. Those that the extras keep whole, because glTF could not say all that they say,
 * are taken from there as long as their bone still moves as they say.
 *
 * @param stored what the extras of the animation say of its tracks, and the version that these were of
 * @param made tracks from the curves
 */
export function keepUntouched(
  document: Document,
  animation: Animation,
  stored: { tracks: unknown; version: AniVersion | undefined },
  made: ReadonlyMap<object, MadeTrack>,
  version: AniVersion,
  codePage: CodePage,
): AniTrack[] {
  const left = new Map([...made.values()].map((entry) => [toHex(entry.track.bone.raw), entry]));
  const tracks: AniTrack[] = [];
  for (const entry of Array.isArray(stored.tracks) ? (stored.tracks as unknown[]) : []) {
    if (typeof entry !== "object" || entry === null) continue;
    const facts = entry as Record<string, unknown>; // any of them may be missing
    const bone = nameFromExtras(facts.bone, codePage);
    if (!bone) continue;
    const key = toHex(bone.raw);
    const own = left.get(key);
    const weight = loadArray(document, facts.weight, "f32")?.[0] ?? 1;
    const keys = loadArray(document, facts.keys, "u8") as Uint8Array | undefined;
    const keptWhole = stored.version && keys && keys.byteLength % KEY_SIZES[stored.version] === 0 ? keys : undefined;
    if (stored.version && keptWhole && (!own || movesAs(animation, own, { keys: keptWhole }, stored.version))) {
      const same = stored.version === version;
      const rows = same ? keptWhole : keyTable(keysOf({ keys: keptWhole }, stored.version), version);
      tracks.push({ bone, weight, keyCount: rows.byteLength / KEY_SIZES[version], keys: rows });
    } else if (own) tracks.push({ ...own.track, weight });
    // A second track of a bone is kept as it was, but moves nothing.
    left.delete(key);
  }
  return [...tracks, ...[...left.values()].map(({ track }) => track)];
}

/** Whether the channels of a node still hold what a track has become. */
function movesAs(
  animation: Animation,
  { node }: MadeTrack,
  track: Pick<AniTrack, "keys">,
  version: AniVersion,
): boolean {
  const { values } = channelValues(track, version);
  return animation.listChannels().every((channel) => {
    if (channel.getTargetNode() !== node) return true;
    const path = channel.getTargetPath();
    const output = channel.getSampler()?.getOutput()?.getArray();
    const input = channel.getSampler()?.getInput()?.getArray();
    const due = path === "rotation" ? values.rotations : path === "translation" ? values.translations : undefined;
    return due !== undefined && sameNumbers(output, due) && sameNumbers(input, values.seconds);
  });
}

function sameNumbers(a: ArrayLike<number> | null | undefined, b: Float32Array): boolean {
  return a?.length === b.length && b.every((value, i) => value === a[i]);
}
