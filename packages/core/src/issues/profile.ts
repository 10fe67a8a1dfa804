import { MeshglotError } from "../bytes/fault.ts";

/** What an engine accepts beyond the format, as numbers that the checks of its format know. */
export interface EngineProfile {
  readonly id: string;
  /** The engine and its days, for help and documentation. */
  readonly title: string;
  /** The highest values that it takes, by name; a limit that is absent does not exist. */
  readonly limits: Readonly<Record<string, number>>;
}

/** No engine at all: only what the format itself forbids is found. */
export const FORMAT_ALONE: EngineProfile = { id: "none", title: "the format alone, no engine's limits", limits: {} };

/**
 * The profile that a user asked for, of those that a format has; the first one where nobody asked or where the word
 * belongs to another format, because one run may hold files of several.
 *
 * @param known ids of the profiles of all formats, which make a spelling mistake one
 * @throws MeshglotError `UNKNOWN_PROFILE`
 */
export function chooseProfile(
  profiles: readonly EngineProfile[],
  wanted: string | undefined,
  known: readonly string[],
): EngineProfile {
  if (wanted === FORMAT_ALONE.id) return FORMAT_ALONE;
  if (wanted !== undefined && !known.includes(wanted)) {
    throw new MeshglotError({
      code: "UNKNOWN_PROFILE",
      detail: `there is no engine profile "${wanted}"`,
      hint: `The profiles are ${[...known, FORMAT_ALONE.id].join(", ")}.`,
    });
  }
  return profiles.find(({ id }) => id === wanted) ?? profiles[0] ?? FORMAT_ALONE;
}
