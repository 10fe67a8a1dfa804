import type { Companions, WantedCompanion } from "../../format.ts";
import type { AnimFile, AnimId } from "./an/file.ts";
import type { SkeletonReference } from "./checkSkeleton.ts";
import type { UnigineFile } from "./file.ts";
import { textOf } from "./names.ts";
import type { SnFile } from "./sn/file.ts";

/** Names of the skeleton that a file refers to: by path, by GUID, or called like the file itself. */
export function skeletonWanted(reference: Partial<SkeletonReference>, stem: string): WantedCompanion {
  const path = textOf(reference.skeletonPath).toLowerCase();
  const guid = textOf(reference.skeletonGuid).toLowerCase();
  const names = [
    ...(path === "" || path.startsWith("guid:") ? [] : [path.split(/[\\/]/).at(-1) ?? path]),
    ...(guid === "" ? [] : [`${guid}.skeleton`]), // files of a project's .runtimes folder are called by their GUID
    `${stem.toLowerCase()}.skeleton`,
  ];
  return { role: "skeleton", names: [...new Set(names)] };
}

/** What may lie beside a skinned mesh. It does not say which animations are its own, so those called like it are wanted. */
export function companionsOf(file: UnigineFile, stem: string): WantedCompanion[] {
  if (!("joints" in file) || !(file.joints?.length > 0)) return [];
  const name = stem.toLowerCase();
  const reference = "skeletonGuid" in file ? file : {};
  return [skeletonWanted(reference, stem), { role: "animation", names: [`${name}.anim`, `${name}_*.anim`] }];
}

/** An animation among the companions. */
export interface AnimCompanion {
  /** What the animation is called. */
  name: string;
  file: AnimFile;
  id: AnimId;
}

/** The skeleton among the companions, if there is one of this engine. */
export function skeletonAmong(companions: Companions | undefined): SnFile | undefined {
  const found = companions?.skeleton;
  return found?.format.id === "unigine-skeleton" ? (found.file as SnFile) : undefined; // what its format read
}

/** The animations of this engine among the companions. */
export function animationsAmong(companions: Companions | undefined): AnimCompanion[] {
  const own = (companions?.animations ?? []).filter(({ format }) => format.id === "unigine-anim");
  return own.map(({ name, file, dialect }) => ({
    name,
    file: file as AnimFile, // what its format read
    id: dialect as AnimId, // one that was read to its end
  }));
}
