import type { Companions } from "../../format.ts";
import type { AnimFile, AnimId } from "./an/file.ts";
import type { SnFile } from "./sn/file.ts";

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
