import { sameBytes, toHex } from "../../../bytes/codePage.ts";
import type { SklFile } from "./file.ts";

/** The tree of a skeleton as the client builds it from the lists of children. */
export interface SklTree {
  /** Parent of each bone; -1 for the root and for bones that no list of the tree reaches. */
  parents: Int32Array;
  /** Bones in the order in which the tree is walked from bone 0: parents first. */
  order: number[];
  /** Children that no bone is called. */
  unknown: { bone: number; child: number }[];
  /** Children that are the bone itself, one of its ancestors, or another bone's already; the lists make no tree there. */
  cyclic: { bone: number; child: number; target: number }[];
}

/** Finds a bone by the bytes of its name; the first one wins if several share it. */
export function boneFinder(file: Pick<SklFile, "bones">): (name: Uint8Array) => number {
  const byName = new Map<string, number>();
  file.bones.forEach(({ name }, i) => {
    const key = toHex(name.raw);
    if (!byName.has(key)) byName.set(key, i);
  });
  return (name) => byName.get(toHex(name)) ?? -1;
}

/** The tree below bone 0. What the lists say twice, or of a bone's own ancestor, is left out and told. */
export function treeOf(file: Pick<SklFile, "bones">): SklTree {
  const find = boneFinder(file);
  const parents = new Int32Array(file.bones.length).fill(-1);
  const seen = new Uint8Array(file.bones.length);
  const tree: SklTree = { parents, order: [], unknown: [], cyclic: [] };
  if (file.bones.length === 0) return tree;
  seen[0] = 1;
  const stack = [0];
  while (stack.length > 0) {
    const bone = stack.pop() ?? 0;
    tree.order.push(bone);
    const own: number[] = [];
    file.bones[bone]?.childNames.forEach(({ raw }, child) => {
      const target = find(raw);
      if (target < 0) tree.unknown.push({ bone, child });
      else if (seen[target]) tree.cyclic.push({ bone, child, target });
      else {
        seen[target] = 1;
        parents[target] = bone;
        own.push(target);
      }
    });
    stack.push(...own.reverse());
  }
  return tree;
}

/** Bones that the tree below bone 0 does not reach. */
export function unreachedBones(file: Pick<SklFile, "bones">, { order }: SklTree): number[] {
  const reached = new Set(order);
  return file.bones.flatMap((_, i) => (reached.has(i) ? [] : [i]));
}

/** Whether a bone's stored parent is the one that its tree says. */
export function namesParent(file: Pick<SklFile, "bones">, bone: number, parent: number, root: Uint8Array): boolean {
  const stored = file.bones[bone]?.parentName.raw ?? new Uint8Array();
  return sameBytes(stored, parent < 0 ? root : (file.bones[parent]?.name.raw ?? new Uint8Array()));
}
