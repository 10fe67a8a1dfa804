/** A tree as the engine builds it, in the columns of the file. */
export interface BuiltTree {
  /** 3 times a triangle, in the order of the leaves. */
  indices: Int32Array;
  axes: Uint8Array;
  /** 4 per node: left child, right child, begin, end. */
  links: Int32Array;
  /** 6 per node. */
  boxes: Float32Array;
  splitDistances: Float32Array;
}

const THIRD = Math.fround(1 / 3);
const fround = Math.fround;

/**
 * The tree that the engine builds (its structure verified on 88 of 88 real ones): depth-first, each node split at the
 * middle of its box along the axis that divides its triangles most evenly.
 *
 * @param positions 3 per vertex
 * @param indices 3 per triangle, all of them within the positions
 * @param leafSize nodes with fewer triangles are not split; `spatialTreeTriangles` of the file
 */
export function regenerateTree(positions: Float32Array, indices: ArrayLike<number>, leafSize: number): BuiltTree {
  const triangles = Math.floor(indices.length / 3);
  const { centers, boxes: own } = measure(positions, indices, triangles);
  const order = Int32Array.from({ length: triangles }, (_, i) => i);
  const spare = new Int32Array(triangles);
  const tree = new Columns(triangles);
  // Right halves wait here with the node whose right child they are; depth may be large, so there is no recursion.
  const waiting: { begin: number; end: number; parent: number }[] = [];
  let [begin, end, parent] = [0, triangles, -1];
  while (triangles > 0) {
    const node = tree.add(own, order, begin, end);
    if (parent >= 0) tree.links[4 * parent + 1] = node;
    const split =
      end - begin >= Math.max(2, leafSize) ? bestSplit(tree.boxes, node, centers, order, begin, end) : undefined;
    if (split) {
      const middle = partition(order, spare, centers, split, begin, end);
      tree.split(node, split);
      waiting.push({ begin: middle, end, parent: node });
      [end, parent] = [middle, -1];
      continue;
    }
    tree.leaf(node, begin, end);
    const next = waiting.pop();
    if (!next) break;
    ({ begin, end, parent } = next);
  }
  return tree.done(order);
}

interface Split {
  axis: 0 | 1 | 2;
  distance: number;
}

class Columns {
  #count = 0;
  readonly #axes: Uint8Array;
  readonly links: Int32Array;
  readonly boxes: Float32Array;
  readonly #splitDistances: Float32Array;

  constructor(triangles: number) {
    const most = Math.max(1, 2 * triangles - 1);
    this.#axes = new Uint8Array(most);
    this.links = new Int32Array(4 * most);
    this.boxes = new Float32Array(6 * most);
    this.#splitDistances = new Float32Array(most);
  }

  /** A node around these triangles. */
  add(own: Float32Array, order: Int32Array, begin: number, end: number): number {
    const node = this.#count++;
    const { boxes } = this;
    for (let axis = 0; axis < 3; axis++) {
      let [min, max] = [Infinity, -Infinity];
      for (let i = begin; i < end; i++) {
        const at = 6 * (order[i] ?? 0) + axis;
        min = Math.min(min, own[at] ?? 0);
        max = Math.max(max, own[at + 3] ?? 0);
      }
      boxes[6 * node + axis] = min;
      boxes[6 * node + 3 + axis] = max;
    }
    return node;
  }

  split(node: number, { axis, distance }: Split): void {
    this.#axes[node] = axis;
    this.#splitDistances[node] = distance;
    this.links[4 * node] = node + 1;
  }

  leaf(node: number, begin: number, end: number): void {
    const { links } = this;
    links[4 * node] = -1;
    links[4 * node + 1] = -1;
    links[4 * node + 2] = begin;
    links[4 * node + 3] = end;
  }

  done(order: Int32Array): BuiltTree {
    const n = this.#count;
    return {
      indices: order.map((triangle) => 3 * triangle),
      axes: this.#axes.slice(0, n),
      links: this.links.slice(0, 4 * n),
      boxes: this.boxes.slice(0, 6 * n),
      splitDistances: this.#splitDistances.slice(0, n),
    };
  }
}

/** Centre of each triangle, rounded to a float after every step as the engine does, and its box. */
function measure(positions: Float32Array, indices: ArrayLike<number>, triangles: number) {
  const centers = new Float32Array(3 * triangles);
  const boxes = new Float32Array(6 * triangles);
  for (let i = 0; i < triangles; i++) {
    const [a, b, c] = [3 * (indices[3 * i] ?? 0), 3 * (indices[3 * i + 1] ?? 0), 3 * (indices[3 * i + 2] ?? 0)];
    for (let axis = 0; axis < 3; axis++) {
      const [x, y, z] = [positions[a + axis] ?? 0, positions[b + axis] ?? 0, positions[c + axis] ?? 0];
      centers[3 * i + axis] = fround(fround(fround(x + y) + z) * THIRD);
      boxes[6 * i + axis] = Math.min(x, y, z);
      boxes[6 * i + 3 + axis] = Math.max(x, y, z);
    }
  }
  return { centers, boxes };
}

/** The axis whose middle divides the triangles most evenly, the lowest one if several do; none if no axis divides them. */
function bestSplit(
  boxes: Float32Array,
  node: number,
  centers: Float32Array,
  order: Int32Array,
  begin: number,
  end: number,
): Split | undefined {
  const total = end - begin;
  let best: Split | undefined;
  let bestDifference = total;
  for (const axis of [0, 1, 2] as const) {
    const distance = fround(fround((boxes[6 * node + axis] ?? 0) + (boxes[6 * node + 3 + axis] ?? 0)) * 0.5);
    let left = 0;
    for (let i = begin; i < end; i++) if ((centers[3 * (order[i] ?? 0) + axis] ?? 0) < distance) left++;
    const difference = Math.abs(total - 2 * left);
    if (difference >= bestDifference) continue;
    bestDifference = difference;
    best = { axis, distance };
  }
  return best;
}

/** Moves what lies left of the split to the front, keeping the order on both sides. @returns where the right half begins */
function partition(
  order: Int32Array,
  spare: Int32Array,
  centers: Float32Array,
  { axis, distance }: Split,
  begin: number,
  end: number,
): number {
  let left = begin;
  let right = 0;
  for (let i = begin; i < end; i++) {
    const triangle = order[i] ?? 0;
    if ((centers[3 * triangle + axis] ?? 0) < distance) order[left++] = triangle;
    else spare[right++] = triangle;
  }
  order.set(spare.subarray(0, right), left);
  return left;
}
