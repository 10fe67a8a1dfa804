import { codePageFor, DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import { type ConvertOptions, NO_COUNTS, type Summary } from "../../../format.ts";
import { nameForExtras } from "../names.ts";
import type { SklFile } from "./file.ts";
import { treeOf } from "./tree.ts";

/** Bones shown at most; a damaged file may hold very many. */
const SHOWN = 256;

/** The bones with their parents, in the order of the file. */
export async function summarizeSkl(file: SklFile, options: ConvertOptions): Promise<Summary> {
  const bones = (file.bones ?? []).filter((bone) => bone.childNames !== undefined); // the last one may be cut off
  const codePage = await codePageFor(
    String(options.codePage ?? DEFAULT_CODE_PAGE),
    bones.map(({ name }) => name.raw),
  );
  const { parents } = treeOf({ bones });
  const name = (bone: number) => {
    const found = bones[bone];
    return found ? nameForExtras(found.name, codePage) : "";
  };
  return {
    counts: { ...NO_COUNTS, bones: bones.length },
    bounds: null,
    features: [
      ...(file.linkedSkeleton?.raw.byteLength ? ["linked skeleton"] : []),
      ...(file.trailing?.byteLength ? ["trailing bytes"] : []),
    ],
    details: {
      version: file.version ?? null,
      codePage: codePage.id,
      ...(file.linkedSkeleton?.raw.byteLength ? { linkedSkeleton: nameForExtras(file.linkedSkeleton, codePage) } : {}),
      bones: bones.slice(0, SHOWN).map((bone, i) => ({
        name: name(i),
        parent: name(parents[i] ?? -1),
        localPosition: Array.from(bone.localPosition),
      })),
    },
  };
}
