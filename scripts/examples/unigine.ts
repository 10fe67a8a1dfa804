import {
  blockOf,
  collisionTreeOf,
  layOutUnigine,
  type Ms11File,
  type Ms12File,
  type Ms13File,
  type Ms14File,
  type Ms15File,
  nameOf,
  type Sk10File,
  type UnigineBounds,
  unigine,
} from "@meshglot/core";
import type { Example } from "./example.ts";
import { box, lathe, type Shape, torus, trianglesOf } from "./shapes.ts";

/** A surface in the file's axes: positions welded, everything else per t-vertex. */
interface Surface {
  name: string;
  positions: Float32Array;
  tangents: Int16Array;
  uv0: Float32Array;
  colors: Uint8Array;
  cIndices: Uint8Array | Uint16Array;
  tIndices: Uint8Array | Uint16Array;
}

/** glTF (x, y, z) is the file's (-x, z, y): right-handed both, z up in the file. */
const toFile = (x: number, y: number, z: number): [number, number, number] => [-x + 0, z, y];

function surfaceOf(name: string, shape: Shape, coloured = false): Surface {
  const known = new Map<string, number>();
  const positions: number[] = [];
  const tangents: number[] = [];
  const colors: number[] = [];
  const positionOf: number[] = [];
  for (let v = 0; v * 3 < shape.positions.length; v++) {
    const [x = 0, y = 0, z = 0] = shape.positions.slice(v * 3, v * 3 + 3);
    const place = toFile(x, y, z).map((value) => Math.fround(Math.round(value * 4096) / 4096));
    const key = place.join();
    if (!known.has(key)) {
      known.set(key, positions.length / 3);
      positions.push(...place);
    }
    positionOf.push(known.get(key) ?? 0);
    const [nx = 0, ny = 1, nz = 0] = shape.normals.slice(v * 3, v * 3 + 3);
    tangents.push(...quaternionOf(toFile(nx, ny, nz)));
    if (coloured) colors.push(Math.round(127 + 128 * Math.sin(v)) & 255, 160, 60, 255);
  }
  const corners = trianglesOf(shape);
  const indices = (values: number[], limit: number) =>
    limit < 256 ? Uint8Array.from(values) : Uint16Array.from(values);
  return {
    name,
    positions: Float32Array.from(positions),
    tangents: Int16Array.from(tangents),
    uv0: Float32Array.from(shape.uvs),
    colors: Uint8Array.from(colors),
    cIndices: indices(
      corners.map((corner) => positionOf[corner] ?? 0),
      positions.length / 3,
    ),
    tIndices: indices(corners, shape.positions.length / 3),
  };
}

/** Rotation whose third column is the normal; w is negative, as usual for textures that are not mirrored. */
function quaternionOf(normal: readonly number[]): number[] {
  const [nx = 0, ny = 0, nz = 1] = normal;
  const side = Math.abs(nz) > 0.9 ? [1, 0, 0] : [-ny, nx, 0];
  const dot = (side[0] ?? 0) * nx + (side[1] ?? 0) * ny;
  const t = [(side[0] ?? 0) - dot * nx, (side[1] ?? 0) - dot * ny, -dot * nz];
  const length = Math.hypot(...t);
  const [tx = 1, ty = 0, tz = 0] = t.map((value) => value / length);
  const b = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
  // Columns are tangent, binormal, normal.
  const m = [tx, b[0] ?? 0, nx, ty, b[1] ?? 0, ny, tz, b[2] ?? 0, nz];
  const at = (i: number) => m[i] ?? 0;
  const candidates = [
    1 + at(0) - at(4) - at(8),
    1 - at(0) + at(4) - at(8),
    1 - at(0) - at(4) + at(8),
    1 + at(0) + at(4) + at(8),
  ];
  const largest = candidates.indexOf(Math.max(...candidates));
  const parts = [
    [candidates[0] ?? 0, at(1) + at(3), at(2) + at(6), at(7) - at(5)],
    [at(1) + at(3), candidates[1] ?? 0, at(5) + at(7), at(2) - at(6)],
    [at(2) + at(6), at(5) + at(7), candidates[2] ?? 0, at(3) - at(1)],
    [at(7) - at(5), at(2) - at(6), at(3) - at(1), candidates[3] ?? 0],
  ][largest] ?? [0, 0, 0, 1];
  const size = Math.hypot(...parts);
  let q = parts.map((value) => value / size);
  if ((q[3] ?? 0) > 0) q = q.map((value) => -value);
  if (Math.abs(q[3] ?? 0) < 0.001) q[3] = -0.001;
  return q.map((value) => Math.max(-32767, Math.min(32767, Math.trunc(value * 32767))) + 0);
}

function boundsOf(positions: Float32Array): UnigineBounds {
  const min = new Float32Array(3).fill(Number.POSITIVE_INFINITY);
  const max = new Float32Array(3).fill(Number.NEGATIVE_INFINITY);
  positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3] ?? 0, value);
    max[i % 3] = Math.max(max[i % 3] ?? 0, value);
  });
  const center = min.map((low, axis) => (low + (max[axis] ?? 0)) / 2);
  let radius = 0;
  for (let i = 0; i < positions.length; i += 3) {
    radius = Math.max(radius, Math.hypot(...[0, 1, 2].map((axis) => (positions[i + axis] ?? 0) - (center[axis] ?? 0))));
  }
  return { min, max, center, radius: Math.fround(radius) };
}

const wholeBounds = (surfaces: readonly Surface[]) =>
  boundsOf(Float32Array.from(surfaces.flatMap(({ positions }) => [...positions])));

const treeOf = ({ positions, cIndices }: Surface) => {
  const tree = collisionTreeOf(positions, cIndices);
  if (!tree) throw new Error("an index is out of range");
  return tree;
};

/** Arrays that every identifier has. */
const arraysOf = (surface: Surface) => ({
  uv0Count: surface.uv0.length / 2,
  uv0: surface.uv0,
  uv1Count: 0,
  uv1: new Float32Array(0),
  colorCount: surface.colors.length / 4,
  colors: surface.colors,
  cIndices: surface.cIndices,
  tIndices: surface.tIndices,
});

const targetOf = ({ positions, tangents }: Surface) => ({ positions, tangentCount: tangents.length / 4, tangents });

/** Two bones above each other: the lower holds what is below the middle, and both share the middle. */
function weightsOf({ positions }: Surface) {
  const heights = Array.from({ length: positions.length / 3 }, (_, i) => positions[i * 3 + 2] ?? 0);
  const top = Math.max(...heights);
  const pairs = heights.map((height) => {
    const upper = Math.min(1, Math.max(0, (height / top - 0.3) / 0.4));
    const both = [
      [0, Math.trunc((1 - upper) * 65535)],
      [1, Math.trunc(upper * 65535)],
    ] as const;
    return both.filter(([, weight]) => weight > 0).sort((a, b) => b[1] - a[1]);
  });
  return {
    counts: Uint8Array.from(pairs.map((own) => own.length)),
    joints: Int16Array.from(pairs.flatMap((own) => own.map(([joint]) => joint))),
    weights: Uint16Array.from(pairs.flatMap((own) => own.map(([, weight]) => weight))),
  };
}

const noWeights = { counts: new Uint8Array(0), joints: new Int16Array(0), weights: new Uint16Array(0) };
// The child comes first, as in some real files.
const joints = [
  { name: nameOf("tip"), parent: 1 },
  { name: nameOf("корень"), parent: -1 },
];
const still = (z: number) => [0, 0, z, 0, 0, 0, 1, 1, 1, 1];
const bind = Float32Array.from([...still(0.75), ...still(0)]);
const swapped = (table: ReturnType<typeof weightsOf>) => ({ ...table, joints: table.joints.map((joint) => 1 - joint) });

const headOf = (surface: Surface) => ({
  name: nameOf(surface.name),
  cIndexCount: surface.cIndices.length,
  tIndexCount: surface.tIndices.length,
  bounds: boundsOf(surface.positions),
});

function ms15(surfaces: Surface[], stored = false): Uint8Array {
  const file: Ms15File = {
    spatialTreeTriangles: 4,
    bounds: surfaces.length > 0 ? wholeBounds(surfaces) : emptyBounds,
    surfaceCount: surfaces.length,
    surfaces: surfaces.map((surface) => ({
      ...headOf(surface),
      lightmapUvChannel: 0,
      lightmapResolution: 0,
      vertexCount: surface.positions.length / 3,
    })),
    estimatedRamBytes: 0n,
    geometryBlocks: surfaces.map((surface) => blockOf({ ...targetOf(surface), ...arraysOf(surface) }, stored)),
    treeBlocks: surfaces.map((surface) => blockOf(treeOf(surface), stored)),
    offsets: surfaces.map(() => 0n),
    trailing: new Uint8Array(0),
  };
  return unigine.write(layOutUnigine(file, "ms15"), "ms15");
}

const emptyBounds: UnigineBounds = {
  min: new Float32Array(3).fill(1e9),
  max: new Float32Array(3).fill(-1e9),
  center: new Float32Array(3),
  radius: -1,
};

function ms14(surface: Surface, skinned: boolean): Uint8Array {
  const file: Ms14File = {
    spatialTreeTriangles: 4,
    bounds: boundsOf(surface.positions),
    jointCount: skinned ? 2 : 0,
    joints: skinned ? joints : [],
    surfaceCount: 1,
    surfaces: [
      {
        ...headOf(surface),
        lightmapUvChannel: 0,
        lightmapResolution: 0,
        targetCount: 1,
        targets: [{ name: nameOf(""), vertexCount: surface.positions.length / 3 }],
      },
    ],
    estimatedRamBytes: 0n,
    bind: skinned ? bind : new Float32Array(0),
    geometryBlocks: [
      blockOf({
        targets: [targetOf(surface)],
        weightCount: skinned ? surface.positions.length / 3 : 0,
        weights: skinned ? swapped(weightsOf(surface)) : noWeights,
        ...arraysOf(surface),
      }),
    ],
    treeBlocks: [blockOf(treeOf(surface))],
    offsets: [0n],
    trailing: new Uint8Array(0),
  };
  return unigine.write(layOutUnigine(file, "ms14"), "ms14");
}

/** Skinned, with a morph target that makes the column fatter. */
function sk10(surface: Surface): Uint8Array {
  const count = surface.positions.length / 3;
  const fat = surface.positions.map((value, i) => (i % 3 === 2 ? value : value * 1.5));
  const file: Sk10File = {
    spatialTreeTriangles: 4,
    bounds: boundsOf(fat),
    jointCount: 2,
    joints,
    bindCount: 2,
    bind,
    restCount: 2,
    rest: bind,
    skeletonGuid: nameOf("0123456789abcdef0123456789abcdef01234567"),
    skeletonPath: nameOf("guid://0123456789abcdef0123456789abcdef01234567"),
    surfaceCount: 1,
    surfaces: [
      {
        ...headOf(surface),
        targetCount: 2,
        targets: [
          { name: nameOf("base"), vertexCount: count },
          { name: nameOf("fat"), vertexCount: count },
        ],
      },
    ],
    estimatedRamBytes: 0n,
    geometryBlocks: [
      blockOf({
        targets: [targetOf(surface), { ...targetOf(surface), positions: fat }],
        weightCount: count,
        weights: swapped(weightsOf(surface)),
        ...arraysOf(surface),
      }),
    ],
    offsets: [0n],
    trailing: new Uint8Array(0),
  };
  return unigine.write(layOutUnigine(file, "sk10"), "sk10");
}

/** What ms10 to ms13 have in common: arrays with their counts beside them, nothing compressed. */
function inlineParts(surfaces: Surface[], skinned: boolean) {
  return {
    bounds: wholeBounds(surfaces),
    jointCount: skinned ? 2 : 0,
    joints: skinned ? joints : [],
    surfaceCount: surfaces.length,
    bind: skinned ? bind : new Float32Array(0),
    geometry: surfaces.map((surface) => ({
      targets: [{ vertexCount: surface.positions.length / 3, ...targetOf(surface) }],
      weightCount: skinned ? surface.positions.length / 3 : 0,
      weights: skinned ? swapped(weightsOf(surface)) : noWeights,
      ...arraysOf(surface),
      cIndexCount: surface.cIndices.length,
      tIndexCount: surface.tIndices.length,
    })),
    trailing: new Uint8Array(0),
  };
}

const oldHead = (surface: Surface) => ({
  name: nameOf(surface.name),
  bounds: boundsOf(surface.positions),
  targetCount: 1,
  targetNames: [nameOf("")],
});
const lightmapped = (surface: Surface) => ({ ...oldHead(surface), lightmapUvChannel: 1, lightmapResolution: 3 });
const noAnimation = { animationCount: 0, animationNames: [] };

const ms13 = (surfaces: Surface[]): Uint8Array => {
  const file: Ms13File = { ...inlineParts(surfaces, false), surfaces: surfaces.map(lightmapped) };
  return unigine.write(file, "ms13");
};
const ms12 = (surfaces: Surface[]): Uint8Array => {
  const file: Ms12File = { ...inlineParts(surfaces, false), ...noAnimation, surfaces: surfaces.map(lightmapped) };
  return unigine.write(file, "ms12");
};
const ms11 = (surfaces: Surface[]): Uint8Array => {
  const file: Ms11File = { ...inlineParts(surfaces, true), ...noAnimation, surfaces: surfaces.map(oldHead) };
  return unigine.write(file, "ms11");
};
/** Tangents of seven bytes: three shorts of the quaternion with w >= 0, and the sign of the binormal. */
const ms10 = (surfaces: Surface[]): Uint8Array => {
  const parts = inlineParts(surfaces, false);
  const geometry = parts.geometry.map((own) => ({
    ...own,
    targets: own.targets.map((target) => ({ ...target, tangents: sevenBytes(target.tangents) })),
  }));
  const file: Ms11File = { ...parts, geometry, ...noAnimation, surfaces: surfaces.map(oldHead) };
  return unigine.write(file, "ms10");
};

function sevenBytes(tangents: Int16Array): Uint8Array {
  const bytes = new Uint8Array((tangents.length / 4) * 7);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i * 4 < tangents.length; i++) {
    const negative = (tangents[i * 4 + 3] ?? 0) < 0;
    for (let k = 0; k < 3; k++) view.setInt16(i * 7 + 2 * k, (tangents[i * 4 + k] ?? 0) * (negative ? -1 : 1), true);
    view.setInt8(i * 7 + 6, negative ? -127 : 127);
  }
  return bytes;
}

const knot = torus(0.6, 0.2, 24, 12, 0.2);
const stand = box([-0.9, -0.2, -0.9], [0.9, 0, 0.9]);
const column = lathe((t) => [t === 0 || t === 1 ? 0 : 0.12 + 0.03 * Math.cos(t * 18), t * 1.5], 12, 16);

export const examples: readonly Example[] = [
  {
    name: "ring_ms15.mesh",
    summary: "ms15: two surfaces, compressed blocks, edges and tree",
    make: () => ms15([surfaceOf("ring", knot), surfaceOf("подставка", stand)]),
  },
  {
    name: "stand_ms15_stored.mesh",
    summary: "ms15 with blocks stored raw",
    make: () => ms15([surfaceOf("stand", stand)], true),
  },
  { name: "empty_ms15.mesh", summary: "ms15 without surfaces", make: () => ms15([]) },
  {
    name: "ring_ms14.mesh",
    summary: "ms14, static, vertex colours",
    make: () => ms14(surfaceOf("ring", knot, true), false),
  },
  {
    name: "column_ms14_skinned.mesh",
    summary: "ms14 with two bones, the child first",
    make: () => ms14(surfaceOf("column", column), true),
  },
  {
    name: "column_sk10.mesh_skinned",
    summary: "sk10: skin, morph target, rest pose, skeleton reference",
    make: () => sk10(surfaceOf("column", column)),
  },
  { name: "ring_ms13.mesh", summary: "ms13: nothing compressed", make: () => ms13([surfaceOf("ring", knot, true)]) },
  {
    name: "stand_ms12.mesh",
    summary: "ms12: a list of animations, empty",
    make: () => ms12([surfaceOf("stand", stand), surfaceOf("ring", knot)]),
  },
  {
    name: "column_ms11.mesh",
    summary: "ms11, skinned, no lightmap bytes",
    make: () => ms11([surfaceOf("column", column)]),
  },
  { name: "stand_ms10.mesh", summary: "ms10: tangents of seven bytes", make: () => ms10([surfaceOf("stand", stand)]) },
];
