import { codePageFor, DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import { type ConvertOptions, NO_COUNTS, type Summary } from "../../../format.ts";
import type { RawText } from "../../../layout/text.ts";
import { nameForExtras } from "../names.ts";
import type { AniFile, AniVersion } from "./file.ts";
import { keysOf } from "./keys.ts";

/** Tracks and events shown at most; a damaged file may hold very many. */
const SHOWN = 256;

/** How long it takes, what it moves, what happens on the way. */
export async function summarizeAni(file: AniFile, version: AniVersion, options: ConvertOptions): Promise<Summary> {
  const tracks = (file.tracks ?? []).filter((track) => track.keys !== undefined); // the last one may be cut off
  const events = (file.events ?? []).filter((event) => event.time !== undefined);
  const names: RawText[] = [...tracks.map(({ bone }) => bone), ...events.flatMap(({ type, info }) => [type, info])];
  const codePage = await codePageFor(
    String(options.codePage ?? DEFAULT_CODE_PAGE),
    names.map(({ raw }) => raw),
  );
  return {
    counts: { ...NO_COUNTS, bones: tracks.length },
    bounds: null,
    features: [
      `${version === "4000" ? "full" : version === "4001" ? "32-bit" : "64-bit"} rotations`,
      ...(events.length > 0 ? ["events"] : []),
      ...(file.trailing?.byteLength ? ["trailing bytes"] : []),
    ],
    details: {
      totalTime: file.totalTime === undefined ? null : `${file.totalTime} ms`,
      keys: tracks.reduce((sum, { keyCount }) => sum + keyCount, 0),
      codePage: codePage.id,
      events: events.slice(0, SHOWN).map(({ type, info, time }) => ({
        type: nameForExtras(type, codePage),
        info: nameForExtras(info, codePage),
        time: Number.isFinite(time) ? time : String(time),
      })),
      tracks: tracks.slice(0, SHOWN).map((track) => {
        const { times } = keysOf(track, version);
        return {
          bone: nameForExtras(track.bone, codePage),
          weight: Number.isFinite(track.weight) ? track.weight : String(track.weight),
          keys: track.keyCount,
          first: times[0] ?? null,
          last: times.at(-1) ?? null,
        };
      }),
    },
  };
}
