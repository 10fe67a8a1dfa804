import type { RawText } from "../../../layout/text.ts";
import type { AniFile } from "./file.ts";

/** Every string of an animation. */
export function namesOf(file: AniFile): RawText[] {
  return [...file.tracks.map(({ bone }) => bone), ...file.events.flatMap(({ type, info }) => [type, info])];
}
