import type { CompanionFile, Companions, WantedCompanion } from "../../format.ts";
import type { AniFile, AniVersion } from "./ani/file.ts";
import type { MshFile } from "./file.ts";
import type { SklFile } from "./skl/file.ts";
import type { TextFile } from "./textFile.ts";

/**
 * What may lie beside a mesh: `resource/skeleton`, `animation` and `material` of the game (documented). Humanoids use
 * `normal.skl`; a mesh does not say which animations are its own, so only those that are called like it are wanted.
 */
export function companionsOf(file: MshFile, stem: string): WantedCompanion[] {
  const name = stem.toLowerCase();
  const skinned = (file.boneNames?.length ?? 0) > 0;
  const bones: WantedCompanion[] = [
    { role: "skeleton", folder: "skeleton", names: [`${name}.skl`, "normal.skl"] },
    { role: "animation", folder: "animation", names: [`${name}.ani`, `${name}_*.ani`] },
  ];
  return [
    ...(skinned ? bones : []),
    { role: "material", folder: "material", names: [`${name}.txt`] },
    { role: "collision", names: [`${name}.cms`] }, // where the game keeps them is not known
  ];
}

/** The skeleton of an animation: it does not say which, and humanoids use `normal.skl`. */
export function skeletonOfAnimation(stem: string): WantedCompanion[] {
  const [name = ""] = stem.toLowerCase().split("_");
  const names = [`${stem.toLowerCase()}.skl`, `${name}.skl`, "normal.skl"];
  return [{ role: "skeleton", folder: "skeleton", names: [...new Set(names)] }];
}

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
