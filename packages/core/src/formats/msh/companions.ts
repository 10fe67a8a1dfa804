import type { CompanionFile, Companions } from "../../format.ts";
import type { AniFile, AniVersion } from "./ani/file.ts";
import type { SklFile } from "./skl/file.ts";
import type { TextFile } from "./textFile.ts";

/** An animation among the companions. */
export interface AniCompanion {
  /** What the animation is called. */
  name: string;
  file: AniFile;
  version: AniVersion;
}

/** The skeleton among the companions, if there is one of this game. */
export function skeletonAmong(companions: Companions | undefined): SklFile | undefined {
  const found = companions?.skeleton;
  return found?.format.id === "skl" ? (found.file as SklFile) : undefined; // what its format read
}

/** The animations of this game among the companions. */
export function animationsAmong(companions: Companions | undefined): AniCompanion[] {
  return (companions?.animations ?? []).filter(isAni).map(({ name, file, dialect }) => ({
    name,
    file: file as AniFile, // what its format read
    version: dialect as AniVersion, // one that was read to its end
  }));
}

function isAni({ format }: CompanionFile): boolean {
  return format.id === "ani";
}

/** The material text among the companions, if there is one of this game. */
export function materialAmong(companions: Companions | undefined): TextFile | undefined {
  const found = companions?.material;
  return found?.format.id === "msh-material" ? (found.file as TextFile) : undefined; // what its format read
}
