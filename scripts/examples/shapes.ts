/** A closed or open surface in glTF's axes: metres, y up, counter-clockwise, UV origin top-left. */
export interface Shape {
  /** 3 per vertex. */
  positions: number[];
  normals: number[];
  /** 2 per vertex. */
  uvs: number[];
  /** 4 per quad, counter-clockwise rings; a triangle has its last corner twice. */
  quads: number[][];
}

/**
 * A surface from a grid of points: `at(s, t)` with s and t in 0..1, s along the seam. Normals come from the grid.
 * @param at position for (s, t)
 */
export function gridSurface(
  columns: number,
  rows: number,
  at: (s: number, t: number) => readonly [number, number, number],
): Shape {
  const shape: Shape = { positions: [], normals: [], uvs: [], quads: [] };
  const h = 1e-4;
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const s = column / columns;
      const t = row / rows;
      shape.positions.push(...at(s, t));
      const ds = difference(at(s + h, t), at(s - h, t));
      const dt = difference(at(s, Math.min(1, t + h)), at(s, Math.max(0, t - h)));
      shape.normals.push(...unit(cross(ds, dt), t < 0.5 ? [0, -1, 0] : [0, 1, 0])); // the fallback serves the poles
      shape.uvs.push(s, 1 - t);
    }
  }
  const index = (column: number, row: number) => row * (columns + 1) + column;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      shape.quads.push([
        index(column, row),
        index(column + 1, row),
        index(column + 1, row + 1),
        index(column, row + 1),
      ]);
    }
  }
  return shape;
}

type Vector = readonly [number, number, number];
const difference = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(v: Vector, fallback: Vector): Vector {
  const length = Math.hypot(...v);
  return length < 1e-12 ? fallback : [v[0] / length, v[1] / length, v[2] / length];
}

/** A ring round the y axis. */
export function torus(radius: number, tube: number, columns: number, rows: number, height = 0): Shape {
  return gridSurface(columns, rows, (s, t) => {
    const [u, v] = [s * 2 * Math.PI, t * 2 * Math.PI];
    const r = radius + tube * Math.cos(v);
    return [r * Math.sin(u), height + tube * Math.sin(v), r * Math.cos(u)];
  });
}

/** A profile turned round the y axis; radius 0 at both ends closes it. */
export function lathe(
  profile: (t: number) => readonly [radius: number, y: number],
  columns: number,
  rows: number,
): Shape {
  return gridSurface(columns, rows, (s, t) => {
    const [r, y] = profile(t);
    const u = s * 2 * Math.PI;
    return [r * Math.sin(u), y, r * Math.cos(u)];
  });
}

/** A box with its own corners per side. */
export function box(min: Vector, max: Vector): Shape {
  const shape: Shape = { positions: [], normals: [], uvs: [], quads: [] };
  const sides: [axis: 0 | 1 | 2, sign: 1 | -1][] = [
    [0, 1],
    [0, -1],
    [1, 1],
    [1, -1],
    [2, 1],
    [2, -1],
  ];
  for (const [axis, sign] of sides) {
    const [u, v] = sign > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
    const first = shape.positions.length / 3;
    for (const [a, b] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      const point = [0, 0, 0];
      point[axis] = (sign > 0 ? max[axis] : min[axis]) ?? 0;
      point[u] = (a ? max : min)[u] ?? 0;
      point[v] = (b ? max : min)[v] ?? 0;
      shape.positions.push(...point);
      shape.normals.push(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0);
      shape.uvs.push(a, 1 - b);
    }
    shape.quads.push([first, first + 1, first + 2, first + 3]);
  }
  return shape;
}

/** Several shapes as one. */
export function join(...shapes: readonly Shape[]): Shape {
  const joined: Shape = { positions: [], normals: [], uvs: [], quads: [] };
  for (const shape of shapes) {
    const first = joined.positions.length / 3;
    joined.positions.push(...shape.positions);
    joined.normals.push(...shape.normals);
    joined.uvs.push(...shape.uvs);
    joined.quads.push(...shape.quads.map((quad) => quad.map((index) => index + first)));
  }
  return joined;
}

/** The quads as counter-clockwise triangles, those without an area left out. */
export function trianglesOf(shape: Shape): number[] {
  const same = (a: number, b: number) =>
    [0, 1, 2].every(
      (axis) => Math.abs((shape.positions[a * 3 + axis] ?? 0) - (shape.positions[b * 3 + axis] ?? 0)) < 1e-9,
    );
  return shape.quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => {
    const halves = [
      [a, b, c],
      [a, c, d],
    ];
    return halves.filter(([p = 0, q = 0, r = 0]) => !same(p, q) && !same(q, r) && !same(p, r)).flat();
  });
}
