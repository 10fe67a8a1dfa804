import { latin1, toHex } from "../../../bytes/codePage.ts";
import type { Report } from "../../../issues/report.ts";
import type { SklFile } from "../skl/file.ts";
import { boneFinder } from "../skl/tree.ts";
import type { AniFile, AniVersion } from "./file.ts";
import { type AniKeys, keysOf } from "./keys.ts";

const UNIT_TOLERANCE = 1e-3;

/** Adds what is wrong with an animation that could be read to its end; with a skeleton also whether they fit. */
export function checkAni(file: AniFile, version: AniVersion, report: Report, skeleton?: SklFile): void {
  const seen = new Map<string, number>();
  file.tracks.forEach((track, i) => {
    const path = `tracks[${i}]`;
    const name = latin1.decode(track.bone.raw).text;
    const key = toHex(track.bone.raw);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, i);
    else report.add("ANI_TRACK_DUPLICATE", `${path}.bone`, `tracks ${before} and ${i} both move "${name}"`);
    if (track.keyCount > 0) checkKeys(keysOf(track, version), `${path}.keys`, name, file.totalTime, report);
  });
  file.events.forEach(({ time }, i) => {
    if (!Number.isFinite(time)) report.add("ANI_NOT_FINITE", `events[${i}].time`, `event ${i} has the time ${time}`);
    else if (time > file.totalTime)
      report.add("ANI_TIME_PAST_END", `events[${i}].time`, `event ${i} is at ${time} of ${file.totalTime} ms`);
  });
  if (skeleton) checkBones(file, skeleton, report);
  if (file.trailing.byteLength > 0) {
    report.add("ANI_TRAILING_BYTES", "trailing", `${file.trailing.byteLength} bytes after the end of the animation`);
  }
}

/** Tracks of bones that a skeleton does not have. */
export function checkBones(file: AniFile, skeleton: SklFile, report: Report): void {
  const find = boneFinder(skeleton);
  file.tracks.forEach(({ bone }, i) => {
    if (find(bone.raw) >= 0) return;
    const name = latin1.decode(bone.raw).text;
    report.add("ANI_TRACK_UNKNOWN_BONE", `tracks[${i}].bone`, `the skeleton has no bone "${name}"`);
  });
}

/** Findings of a kind are one issue per track, because there may be one per key. */
function checkKeys(
  { times, rotations, translations }: AniKeys,
  path: string,
  name: string,
  total: number,
  report: Report,
): void {
  const first = { unsorted: -1, late: -1, length: -1, infinite: -1 };
  const counts = { unsorted: 0, late: 0, length: 0, infinite: 0 };
  const note = (kind: keyof typeof counts, key: number) => {
    if (counts[kind]++ === 0) first[kind] = key;
  };
  let worst = 1;
  times.forEach((time, i) => {
    if (i > 0 && time <= (times[i - 1] ?? 0)) note("unsorted", i);
    if (time > total || time < 0) note("late", i);
    const [x = 0, y = 0, z = 0, w = 0] = rotations.subarray(4 * i, 4 * i + 4);
    const [tx = 0, ty = 0, tz = 0] = translations.subarray(3 * i, 3 * i + 3);
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    if (!Number.isFinite(length + tx + ty + tz)) note("infinite", i);
    else if (Math.abs(length - 1) > UNIT_TOLERANCE) {
      note("length", i);
      if (Math.abs(length - 1) > Math.abs(worst - 1)) worst = length;
    }
  });
  const add = (code: string, kind: keyof typeof counts, message: string) => {
    if (counts[kind] > 0) report.add(code, `${path}[${first[kind]}]`, `"${name}": ${counts[kind]} ${message}`);
  };
  add("ANI_KEYS_UNSORTED", "unsorted", "keys are not later than the one before");
  add("ANI_TIME_PAST_END", "late", `keys lie outside 0 to ${total} ms, the last at ${times.at(-1)}`);
  add("ANI_QUATERNION_LENGTH", "length", `rotations are not of unit length, the worst is ${worst.toFixed(4)}`);
  add("ANI_NOT_FINITE", "infinite", "keys hold what is no number");
}
