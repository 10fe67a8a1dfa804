import type { ScenePart } from "./sceneParts.ts";

/** Which face of the second part lies where a face of the first one does. */
export interface MatchedFaces {
  /** For each face of the first part its partner in the second one, or -1. */
  partner: Int32Array;
  /** For each face of the first part, by how many corners its partner has to be turned to lie on it. */
  turns: Uint8Array;
  /** Faces that only one part has. They are none if both have equally many: what moved is a partner as well. */
  only: { a: number; b: number };
  /** The first face of `a` without a partner, else of `b`; -1 if there is none. */
  firstOnly: number;
}

/** Faces of one place that are looked at before a face counts as new: files may hold millions in one point. */
const MOST_TRIED = 64;
/** Size of a cell where nothing may be apart, in metres. */
const CELL = 1e-6;

/**
 * Finds for each face the one at the same place, since programs write the faces of a mesh in an order of their own: first
 * the one of the same number, then any other. What is left on both sides are faces that moved, in their order, if they are
 * equally many, and faces that came or went otherwise. With which corner a face begins does not matter, its side does.
 *
 * @param tolerance how far corners may be apart, along each axis
 */
export function matchFaces(a: ScenePart, b: ScenePart, tolerance: number): MatchedFaces {
  const match = new Matching(a, b, tolerance);
  match.sameNumber();
  match.samePlace();
  return match.leftovers();
}

class Matching {
  readonly #a: Float64Array;
  readonly #b: Float64Array;
  readonly #corners: 3 | 1;
  readonly #tolerance: number;
  readonly #partner: Int32Array;
  readonly #turns: Uint8Array;
  readonly #taken: Uint8Array;

  constructor(a: ScenePart, b: ScenePart, tolerance: number) {
    this.#a = a.corners.POSITION?.values ?? new Float64Array(0);
    this.#b = b.corners.POSITION?.values ?? new Float64Array(0);
    this.#corners = a.cornersPerFace;
    this.#tolerance = tolerance;
    this.#partner = new Int32Array(a.triangles).fill(-1);
    this.#turns = new Uint8Array(a.triangles);
    this.#taken = new Uint8Array(b.triangles);
  }

  sameNumber(): void {
    const shared = Math.min(this.#partner.length, this.#taken.length);
    for (let face = 0; face < shared; face++) this.#tryPair(face, face);
  }

  samePlace(): void {
    const cells = this.#cells();
    if (cells.size === 0) return;
    for (let face = 0; face < this.#partner.length; face++) {
      if ((this.#partner[face] ?? 0) >= 0) continue;
      for (const key of this.#keysAround(face)) {
        const cell = cells.get(key);
        const found = cell?.slice(-MOST_TRIED).findLast((other) => this.#tryPair(face, other));
        if (!cell || found === undefined) continue;
        cell.splice(cell.lastIndexOf(found), 1);
        break;
      }
    }
  }

  leftovers(): MatchedFaces {
    const left = free(this.#partner, (value) => value < 0);
    const right = free(this.#taken, (value) => value === 0);
    if (left.length === right.length) {
      for (const [i, face] of left.entries()) this.#pair(face, right[i] ?? 0, this.#bestTurn(face, right[i] ?? 0).turn);
      return { partner: this.#partner, turns: this.#turns, only: { a: 0, b: 0 }, firstOnly: -1 };
    }
    const only = { a: left.length, b: right.length };
    return { partner: this.#partner, turns: this.#turns, only, firstOnly: left[0] ?? right[0] ?? -1 };
  }

  #tryPair(face: number, other: number): boolean {
    const { turn, distance } = this.#bestTurn(face, other);
    if (!(distance <= this.#tolerance)) return false;
    this.#pair(face, other, turn);
    return true;
  }

  #pair(face: number, other: number, turn: number): void {
    this.#partner[face] = other;
    this.#turns[face] = turn;
    this.#taken[other] = 1;
  }

  /** @returns also how far the corners are apart then, along the axis where they are farthest */
  #bestTurn(face: number, other: number): { turn: number; distance: number } {
    const numbers = 3 * this.#corners;
    const best = { turn: 0, distance: Infinity, sum: Infinity };
    for (let turn = 0; turn < this.#corners; turn++) {
      let [distance, sum] = [0, 0];
      for (let k = 0; k < numbers; k++) {
        const [x, y] = [this.#a[numbers * face + k], this.#b[numbers * other + ((k + 3 * turn) % numbers)]];
        const apart = Object.is(x, y) ? 0 : Math.abs((x ?? 0) - (y ?? 0));
        distance = Math.max(apart, distance); // what is no number stays
        sum += apart;
      }
      if (sum < best.sum) [best.turn, best.distance, best.sum] = [turn, distance, sum];
    }
    return best;
  }

  /** The free faces of the second part by the cell of space in which their middle lies. */
  #cells(): Map<string, number[]> {
    const cells = new Map<string, number[]>();
    if (!this.#partner.includes(-1)) return cells;
    for (const face of free(this.#taken, (value) => value === 0).reverse()) {
      const key = this.#middle(this.#b, face).map(this.#cellOf).join();
      const cell = cells.get(key);
      if (cell) cell.push(face);
      else cells.set(key, [face]);
    }
    return cells;
  }

  readonly #cellOf = (value: number): number => Math.floor(value / (8 * this.#tolerance || CELL));

  /** The cells in which the middle of a face can lie whose corners are within the tolerance: one mostly, eight at most. */
  #keysAround(face: number): Set<string> {
    let keys = [""];
    for (const value of this.#middle(this.#a, face)) {
      const sides = new Set([value - this.#tolerance, value + this.#tolerance].map(this.#cellOf));
      keys = keys.flatMap((start) => [...sides].map((cell) => (start === "" ? `${cell}` : `${start},${cell}`)));
    }
    return new Set(keys);
  }

  #middle(positions: Float64Array, face: number): [number, number, number] {
    const middle: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < 3 * this.#corners; k++) {
      middle[k % 3] = (middle[k % 3] ?? 0) + (positions[3 * this.#corners * face + k] ?? 0) / this.#corners;
    }
    return middle;
  }
}

function free(faces: Int32Array | Uint8Array, isFree: (value: number) => boolean): number[] {
  const found: number[] = [];
  for (let face = 0; face < faces.length; face++) if (isFree(faces[face] ?? 0)) found.push(face);
  return found;
}
