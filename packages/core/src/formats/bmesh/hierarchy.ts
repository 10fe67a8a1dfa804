/** The tree that parent numbers make, with what is no tree put right. */
export interface Hierarchy {
  /** Usable parent of each bone, -1 for a root; those that do not exist or lead in a circle became roots. */
  parents: Int32Array;
  /** Bones whose parent was not usable. */
  invalid: number[];
  /** All bones, each behind its parent. */
  order: number[];
}

/**
 * Makes a tree of parent numbers, whatever they are; a negative one is a root.
 * @param parents as in the file
 */
export function hierarchyOf(parents: readonly number[]): Hierarchy {
  const usable = Int32Array.from(parents, (parent, bone) =>
    parent >= 0 && parent < parents.length && parent !== bone ? parent : -1,
  );
  // 0 unseen, 1 on the way up from the present bone, 2 known to end at a root
  const state = new Uint8Array(parents.length);
  const order: number[] = [];
  for (let bone = 0; bone < parents.length; bone++) {
    const way: number[] = [];
    let at = bone;
    while (at >= 0 && state[at] === 0) {
      state[at] = 1;
      way.push(at);
      at = usable[at] ?? -1;
    }
    // The bone where the way bites itself becomes a root: of a circle, the one that is met first.
    const bitten = at >= 0 && state[at] === 1;
    if (bitten) usable[at] = -1;
    for (const passed of orderedWay(way, bitten ? at : -1)) {
      state[passed] = 2;
      order.push(passed);
    }
  }
  const invalid = parents.flatMap((parent, bone) => (parent >= 0 && usable[bone] !== parent ? [bone] : []));
  return { parents: usable, invalid, order };
}

/** A way up turned round, so that parents come first; a circle starts with the bone that became its root. */
function orderedWay(way: readonly number[], root: number): number[] {
  const down = way.toReversed();
  const at = root === -1 ? -1 : down.indexOf(root);
  return at <= 0 ? down : [root, ...down.slice(0, at), ...down.slice(at + 1)];
}
