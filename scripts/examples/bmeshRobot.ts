import { gridSurface, join, lathe, type Shape } from "./shapes.ts";

/** A round limb between two heights, closed at both ends. */
function limb(x: number, bottom: number, top: number, radius: number, columns = 8, rows = 8): Shape {
  const profile = (t: number): [number, number] => [
    t === 0 || t === 1 ? 0 : radius * (0.8 + 0.35 * Math.sin(Math.PI * t) + 0.12 * Math.cos(t * 12)),
    bottom + (top - bottom) * t,
  ];
  return moved(lathe(profile, columns, rows), x, 0, 0);
}

function moved(shape: Shape, x: number, y: number, z: number): Shape {
  const by = [x, y, z];
  return { ...shape, positions: shape.positions.map((value, i) => value + (by[i % 3] ?? 0)) };
}

/** A ball pressed flat, with a nose so that one sees where it looks. */
const head = moved(
  gridSurface(12, 8, (s, t) => {
    const [u, v] = [s * 2 * Math.PI, (1 - t) * Math.PI];
    const nose = Math.max(0, Math.cos(u)) ** 12 * Math.sin(v) ** 8 * 0.07;
    return [0.13 * Math.sin(u) * Math.sin(v), 0.16 * Math.cos(v), (0.13 + nose) * Math.cos(u) * Math.sin(v)];
  }),
  0,
  1.66,
  0,
);
const torso = lathe((t) => [t === 0 || t === 1 ? 0 : 0.15 + 0.09 * Math.sin(t * 2.6 + 0.3), 0.85 + 0.63 * t], 12, 9);
const arms = [0.31, -0.31].map((x) => limb(x, 0.72, 1.42, 0.06));
const legs = [0.12, -0.12].map((x) => limb(x, 0, 0.92, 0.08));

const ramp = (from: number, to: number, at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)));
/** A chain of bones along the height, with their shares near the joints. */
function chain(bones: readonly number[], joints: readonly number[], height: number): [bone: number, share: number][] {
  return bones.map((bone, i) => {
    const fromBelow = i === 0 ? 1 : ramp((joints[i - 1] ?? 0) - 0.06, (joints[i - 1] ?? 0) + 0.06, height);
    const fromAbove = i === bones.length - 1 ? 1 : 1 - ramp((joints[i] ?? 0) - 0.06, (joints[i] ?? 0) + 0.06, height);
    return [bone, Math.min(fromBelow, fromAbove)];
  });
}

const sizes = [torso, head, ...arms, ...legs].map(({ positions }) => positions.length / 3);
const PARTS: readonly ((height: number) => [number, number][])[] = [
  (height) => chain([1, 2], [1.1], height),
  () => [[3, 1]],
  (height) => chain([5, 4], [1.08], height),
  (height) => chain([7, 6], [1.08], height),
  (height) => chain([9, 8], [0.45], height),
  (height) => chain([11, 10], [0.45], height),
];

/** A small character of three sections and what its vertices hang on; the numbers are those of `robotBones`. */
export const robot = {
  shapes: [torso, head, join(...arms, ...legs)],
  weightsOf(vertex: number, height: number): [bone: number, share: number][] {
    let part = 0;
    for (let first = 0; part < sizes.length - 1; part++) {
      first += sizes[part] ?? 0;
      if (vertex < first) break;
    }
    return PARTS[part]?.(height) ?? [];
  },
};
