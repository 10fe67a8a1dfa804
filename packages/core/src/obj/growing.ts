type Growable = Int32Array | Float64Array;

/** Numbers of a file whose count is known only at its end, at four or eight bytes each. */
export class Growing<T extends Growable> {
  #array: T;
  length = 0;

  /** @param make makes an empty array of a length */
  constructor(readonly make: (length: number) => T) {
    this.#array = make(16); // there may be very many of these
  }

  push(...values: number[]): void {
    if (this.length + values.length > this.#array.length) {
      const larger = this.make(Math.max(this.#array.length * 2, this.length + values.length));
      larger.set(this.#array.subarray(0, this.length));
      this.#array = larger;
    }
    for (const value of values) this.#array[this.length++] = value;
  }

  /** What was pushed so far, not copied. */
  get values(): T {
    return this.#array.subarray(0, this.length) as T; // a part of an array is of the array's own kind
  }
}

export function growingFloats(): Growing<Float64Array> {
  return new Growing((length) => new Float64Array(length));
}

export function growingIntegers(): Growing<Int32Array> {
  return new Growing((length) => new Int32Array(length));
}
