/** Geometry of faces without an object per face: the normals stay in two small arrays that every call writes anew. */
export class FaceShape {
  readonly #positions: ArrayLike<number>;
  readonly #first = new Float64Array(3);
  readonly #second = new Float64Array(3);

  /** @param positions 3 per vertex */
  constructor(positions: ArrayLike<number>) {
    this.#positions = positions;
  }

  /** Cosine of the angle between the triangles (a, b, c) and (d, e, f); NaN if one of them has no area. */
  cosine(a: number, b: number, c: number, d: number, e: number, f: number): number {
    const [m, n] = [this.#first, this.#second];
    this.#normal(a, b, c, m);
    this.#normal(d, e, f, n);
    const [mx = 0, my = 0, mz = 0] = m;
    const [nx = 0, ny = 0, nz = 0] = n;
    const lengths = Math.sqrt((mx * mx + my * my + mz * mz) * (nx * nx + ny * ny + nz * nz));
    return lengths === 0 ? Number.NaN : (mx * nx + my * ny + mz * nz) / lengths;
  }

  #normal(a: number, b: number, c: number, out: Float64Array): void {
    const p = this.#positions;
    const [ax, ay, az] = [p[a * 3] ?? 0, p[a * 3 + 1] ?? 0, p[a * 3 + 2] ?? 0];
    const [ux, uy, uz] = [(p[b * 3] ?? 0) - ax, (p[b * 3 + 1] ?? 0) - ay, (p[b * 3 + 2] ?? 0) - az];
    const [vx, vy, vz] = [(p[c * 3] ?? 0) - ax, (p[c * 3 + 1] ?? 0) - ay, (p[c * 3 + 2] ?? 0) - az];
    out[0] = uy * vz - uz * vy;
    out[1] = uz * vx - ux * vz;
    out[2] = ux * vy - uy * vx;
  }
}
