/**
 * How far a quad is folded: the square of the cosine of the angle between its halves, negative beyond 90 degrees. No
 * root and no object, as this runs for every face of a file.
 *
 * @param p positions, 3 per vertex
 * @param a the slots 1 to 4 of the face, whose halves are (1, 2, 3) and (3, 2, 4) with equal winding
 * @returns NaN if one of the halves has no area
 */
export function foldOf(p: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const bx = p[3 * b] ?? 0;
  const by = p[3 * b + 1] ?? 0;
  const bz = p[3 * b + 2] ?? 0;
  const cx = (p[3 * c] ?? 0) - bx;
  const cy = (p[3 * c + 1] ?? 0) - by;
  const cz = (p[3 * c + 2] ?? 0) - bz;
  const ax = (p[3 * a] ?? 0) - bx;
  const ay = (p[3 * a + 1] ?? 0) - by;
  const az = (p[3 * a + 2] ?? 0) - bz;
  const dx = (p[3 * d] ?? 0) - bx;
  const dy = (p[3 * d + 1] ?? 0) - by;
  const dz = (p[3 * d + 2] ?? 0) - bz;
  // Both share the edge from slot 2 to slot 3, which the fourth corner sees from the other side.
  const mx = cy * az - cz * ay;
  const my = cz * ax - cx * az;
  const mz = cx * ay - cy * ax;
  const nx = dy * cz - dz * cy;
  const ny = dz * cx - dx * cz;
  const nz = dx * cy - dy * cx;
  const dot = mx * nx + my * ny + mz * nz;
  const lengths = (mx * mx + my * my + mz * mz) * (nx * nx + ny * ny + nz * nz);
  return (dot * Math.abs(dot)) / lengths;
}

/** Whether a triangle has an area. */
export function hasArea(p: ArrayLike<number>, a: number, b: number, c: number): boolean {
  const ax = p[3 * a] ?? 0;
  const ay = p[3 * a + 1] ?? 0;
  const az = p[3 * a + 2] ?? 0;
  const ux = (p[3 * b] ?? 0) - ax;
  const uy = (p[3 * b + 1] ?? 0) - ay;
  const uz = (p[3 * b + 2] ?? 0) - az;
  const vx = (p[3 * c] ?? 0) - ax;
  const vy = (p[3 * c + 1] ?? 0) - ay;
  const vz = (p[3 * c + 2] ?? 0) - az;
  return uy * vz !== uz * vy || uz * vx !== ux * vz || ux * vy !== uy * vx;
}
