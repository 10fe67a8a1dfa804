import type { BmeshBone, BmeshFile, BmeshHardpoint } from "@meshglot/core";

interface RigBone {
  name: string;
  /** Number of an earlier bone, -1 for a root. */
  parent: number;
  /** Where it starts: y up, metres. */
  at: readonly [number, number, number];
  /** Turn about the file's y axis, radians. */
  angle?: number;
}

interface RigPoint {
  name: string;
  bone: number;
  at: readonly [number, number, number];
  scale?: number;
}

export const rodBones: readonly RigBone[] = [
  { name: "low", parent: -1, at: [0, 0, 0] },
  { name: "middle", parent: 0, at: [0, 0.5, 0], angle: 0.5 },
  { name: "high", parent: 1, at: [0, 1, 0], angle: -1.2 },
];

const side = (letter: "L" | "R", first: number): RigBone[] => {
  const x = letter === "L" ? 1 : -1;
  return [
    { name: `Arm_${letter}`, parent: 2, at: [0.31 * x, 1.4, 0], angle: 1.5 * x },
    { name: `Forearm_${letter}`, parent: first, at: [0.31 * x, 1.08, 0], angle: 1.6 * x },
  ];
};
const leg = (letter: "L" | "R", first: number): RigBone[] => {
  const x = letter === "L" ? 0.12 : -0.12;
  return [
    { name: `Leg_${letter}`, parent: 1, at: [x, 0.9, 0], angle: 3.1 },
    { name: `Shin_${letter}`, parent: first, at: [x, 0.45, 0], angle: 3 },
  ];
};

/** Twelve bones; several stand askew, as a rig's do. */
export const robotBones: readonly RigBone[] = [
  { name: "Root", parent: -1, at: [0, 0, 0] },
  { name: "Pelvis", parent: 0, at: [0, 0.9, 0] },
  { name: "Spine", parent: 1, at: [0, 1.1, 0], angle: 0.1 },
  { name: "Head", parent: 2, at: [0, 1.5, 0] },
  ...side("L", 4),
  ...side("R", 6),
  ...leg("L", 8),
  ...leg("R", 10),
];

export const robotPoints: readonly RigPoint[] = [
  { name: "muzzle", bone: 7, at: [-0.31, 0.72, 0.2] },
  { name: "eyes", bone: 3, at: [0, 1.68, 0.15] },
  { name: "jetpack", bone: 2, at: [0, 1.3, -0.25], scale: 2 },
  { name: "ground", bone: -1, at: [0, 0, 0] },
];

/** The text, a zero, then what a tool that cuts up lines of text leaves behind it. */
function nameField(name: string): Uint8Array {
  const bytes = new Uint8Array(64);
  const line = `${name}\0-1\0${name.length}.000000\0${"0.000000\0".repeat(7)}`;
  bytes.set(Uint8Array.from(line.slice(0, 64), (char) => char.charCodeAt(0)));
  return bytes;
}

/** A turn about y, a scale and a move, as rows with the move in the last one: what the file holds. */
function matrix(at: readonly [number, number, number], angle = 0, scale = 1): number[] {
  const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return [c, 0, -s, 0, 0, scale, 0, 0, s, 0, c, 0, at[0], -at[2], at[1], 1];
}

/** The inverse of such a matrix. */
function inverse(m: readonly number[]): number[] {
  const at = (i: number) => m[i] ?? 0;
  const square = at(0) ** 2 + at(1) ** 2 + at(2) ** 2;
  const rows = [0, 1, 2].flatMap((row) => [at(row) / square, at(row + 4) / square, at(row + 8) / square, 0]);
  const place = [0, 1, 2].map(
    (k) => -(at(12) * (rows[k] ?? 0) + at(13) * (rows[k + 4] ?? 0) + at(14) * (rows[k + 8] ?? 0)),
  );
  return [...rows, ...place, 1];
}

/** Row vectors: a first, then b. */
function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i >> 2, i & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + (a[row * 4 + k] ?? 0) * (b[k * 4 + column] ?? 0), 0);
  });
}

const floats = (values: readonly number[]) => Float32Array.from(values);

/** @param used numbers of the bones that vertices hang on */
export function bonesOf(rig: readonly RigBone[], used: readonly number[]): BmeshBone[] {
  return rig.map(({ name, parent, at, angle }, i) => ({
    name: nameField(name),
    parent,
    bindMatrix: floats(matrix(at, angle)),
    inverseBindMatrix: floats(inverse(matrix(at, angle))),
    hasSkinnedVertices: used.includes(i) ? 1 : 0,
    pad: new Uint8Array(3),
  }));
}

export function hardpointsOf(points: readonly RigPoint[], rig: readonly RigBone[]): BmeshHardpoint[] {
  return points.map(({ name, bone, at, scale }) => {
    const owner = rig[bone];
    const seenFromBone = (m: readonly number[]) =>
      owner ? product(m, inverse(matrix(owner.at, owner.angle))) : [...m];
    return {
      name: nameField(name),
      parent: bone,
      bindMatrix: floats(matrix(at, 0, scale)),
      inverseBindMatrix: floats(inverse(matrix(at, 0, scale))),
      hpToBoneMatrix: floats(seenFromBone(matrix(at, 0, scale))),
      normalizedBindMatrix: floats(matrix(at)),
      normalizedHpToBoneMatrix: floats(seenFromBone(matrix(at))),
    };
  });
}

/**
 * Links and weights, vertex by vertex, strongest first; bytes that sum to 255.
 * @param sharesOf what a vertex hangs on, by its number and height; shares of zero or less do not count
 */
export function weigh(
  file: BmeshFile,
  sharesOf: (vertex: number, height: number) => readonly (readonly [bone: number, share: number])[],
): { links: Uint32Array; boneWeights: Uint8Array; weights: number[] } {
  const links: number[] = [];
  const boneWeights: number[] = [];
  for (let vertex = 0; vertex < file.positions.length / 3; vertex++) {
    const shares = sharesOf(vertex, file.positions[vertex * 3 + 2] ?? 0).filter(([, share]) => share > 0.01);
    const sum = shares.reduce((total, [, share]) => total + share, 0);
    const bytes = shares
      .map(([bone, share]) => ({ bone, byte: Math.round((255 * share) / sum) }))
      .sort((a, b) => b.byte - a.byte);
    const first = bytes[0];
    if (first) first.byte += 255 - bytes.reduce((total, { byte }) => total + byte, 0);
    links.push(boneWeights.length / 2, bytes.length);
    for (const { bone, byte } of bytes) boneWeights.push(byte, bone);
  }
  const used = boneWeights.filter((_, i) => i % 2 === 1);
  return { links: Uint32Array.from(links), boneWeights: Uint8Array.from(boneWeights), weights: [...new Set(used)] };
}
