import {
  blockOf,
  estimateRamBytes,
  layOutUnigine,
  type Ms11File,
  type Ms12File,
  type Ms13File,
  type Ms14File,
  type Ms15File,
  nameOf,
  type Sk10File,
  surfacesOf,
  type UnigineBounds,
  unigine,
} from "@meshglot/core";
import type { Example } from "./example.ts";
import { box, gridSurface, type Shape, torus } from "./shapes.ts";
import { boundsOf, type Surface, surfaceOf, treeOf } from "./unigineSurface.ts";

const wholeBounds = (surfaces: readonly Surface[]) =>
  boundsOf(Float32Array.from(surfaces.flatMap(({ positions }) => [...positions])));

/** Arrays that every identifier has. */
const arraysOf = (surface: Surface) => ({
  uv0Count: surface.uv0.length / 2,
  uv0: surface.uv0,
  uv1Count: surface.uv1.length / 2,
  uv1: surface.uv1,
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

interface Ms15Parts {
  stored?: boolean;
  collides?: boolean;
  /** Changes the file before it is laid out. */
  edit?: (file: Ms15File) => Ms15File;
}

function ms15(
  surfaces: Surface[],
  { stored = false, collides = true, edit = (file) => file }: Ms15Parts = {},
): Uint8Array {
  const file: Ms15File = {
    spatialTreeTriangles: 4,
    bounds: surfaces.length > 0 ? wholeBounds(surfaces) : emptyBounds,
    surfaceCount: surfaces.length,
    surfaces: surfaces.map((surface) => ({
      ...headOf(surface),
      lightmapUvChannel: surface.uv1.length > 0 ? 1 : 0,
      lightmapResolution: surface.uv1.length > 0 ? 3 : 0,
      vertexCount: surface.positions.length / 3,
    })),
    estimatedRamBytes: 0n,
    geometryBlocks: surfaces.map((surface) => blockOf({ ...targetOf(surface), ...arraysOf(surface) }, stored)),
    treeBlocks: surfaces.map((surface) => blockOf(treeOf(surface, collides), stored)),
    offsets: surfaces.map(() => 0n),
    trailing: new Uint8Array(0),
  };
  return unigine.write(layOutUnigine(edit(withEstimate(file)), "ms15"), "ms15");
}

/** With the engine's estimate of the memory that a mesh takes. */
const withEstimate = <F extends Ms15File | Ms14File | Sk10File>(file: F): F => ({
  ...file,
  estimatedRamBytes: estimateRamBytes(surfacesOf(file)),
});

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
  return unigine.write(layOutUnigine(withEstimate(file), "ms14"), "ms14");
}

interface Sk10Parts {
  /** Morph targets by name, of the same shape as the surface; the surface itself comes first. */
  morphs?: Record<string, Surface>;
  skinned?: boolean;
  /** Rest pose; as the bind pose if absent. */
  rest?: Float32Array;
  reference?: { guid: string; path: string };
}

const LINKED = {
  guid: "0123456789abcdef0123456789abcdef01234567",
  path: "guid://0123456789abcdef0123456789abcdef01234567",
};

function sk10(
  surface: Surface,
  { morphs = {}, skinned = true, rest = bind, reference = LINKED }: Sk10Parts,
): Uint8Array {
  const vertexCount = surface.positions.length / 3;
  const targets = { "": surface, ...morphs };
  const whole = boundsOf(Object.values(targets).flatMap(({ positions }) => [...positions]));
  const pose = (transforms: Float32Array) => (skinned ? transforms : new Float32Array(0));
  const file: Sk10File = {
    spatialTreeTriangles: 4,
    bounds: whole,
    jointCount: skinned ? 2 : 0,
    joints: skinned ? joints : [],
    bindCount: skinned ? 2 : 0,
    bind: pose(bind),
    restCount: skinned ? 2 : 0,
    rest: pose(rest),
    skeletonGuid: nameOf(reference.guid),
    skeletonPath: nameOf(reference.path),
    surfaceCount: 1,
    surfaces: [
      {
        ...headOf(surface),
        bounds: whole,
        targetCount: Object.keys(targets).length,
        targets: Object.keys(targets).map((name) => ({ name: nameOf(name), vertexCount })),
      },
    ],
    estimatedRamBytes: 0n,
    geometryBlocks: [
      blockOf({
        targets: Object.values(targets).map(targetOf),
        weightCount: vertexCount,
        // A mesh without joints has an entry without influences for each position.
        weights: skinned ? swapped(weightsOf(surface)) : { ...noWeights, counts: new Uint8Array(vertexCount) },
        ...arraysOf(surface),
      }),
    ],
    offsets: [0n],
    trailing: new Uint8Array(0),
  };
  return unigine.write(layOutUnigine(withEstimate(file), "sk10"), "sk10");
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
const coarseKnot = torus(0.6, 0.2, 12, 6, 0.2);
const stand = box([-0.9, -0.2, -0.9], [0.9, 0, 0.9]);
const columnOf = (radius: number, bend = 0): Shape =>
  gridSurface(12, 16, (s, t) => {
    const r = t === 0 || t === 1 ? 0 : radius + 0.03 * Math.cos(t * 18);
    const u = s * 2 * Math.PI;
    return [r * Math.sin(u) + bend * t * t, t * 1.5, r * Math.cos(u)];
  });
const column = columnOf(0.12);
/** Two halves of a panel that share one half of a texture: the right one is mirrored. */
const panel = ((): Shape => {
  const shape = gridSurface(4, 3, (s, t) => [s * 2 - 1, t, 0.1 * Math.sin(s * Math.PI)]);
  return { ...shape, uvs: shape.uvs.map((value, i) => (i % 2 === 0 ? 1 - Math.abs(2 * value - 1) : value)) };
})();
/** The tip turned by 30 degrees about x. */
const restPose = Float32Array.from([
  ...[0, 0, 0.75, Math.sin(Math.PI / 12), 0, 0, Math.cos(Math.PI / 12), 1, 1, 1],
  ...still(0),
]);

/** Integers that a file may spell in more bytes than the engine would: 4 as `84 00`, and a tree index. */
function spelledOddly(file: Ms15File): Ms15File {
  const [tree] = file.treeBlocks;
  if (!tree) return file;
  const { values } = tree.value.treeIndices;
  const value = values[0] ?? 0; // below 63 in a box, so it fits one byte
  const treeIndices = { values, odd: [{ index: 0, value, bytes: Uint8Array.of(0x80 | value, 0) }] };
  return {
    ...file,
    $raw: { spatialTreeTriangles: { value: 4, bytes: Uint8Array.of(0x84, 0) } },
    treeBlocks: [blockOf({ ...tree.value, treeIndices })],
    trailing: Uint8Array.of(0xde, 0xad, 0xbe, 0xef),
  };
}

export const examples: readonly Example[] = [
  {
    name: "ring_ms15.mesh",
    summary: "ms15: two surfaces, compressed blocks, edges and tree",
    make: () => ms15([surfaceOf("ring", knot), surfaceOf("подставка", stand)]),
  },
  {
    name: "ring_lods_ms15.mesh",
    summary: "ms15: two levels of detail, lightmap UVs, vertex colours",
    make: () =>
      ms15([knot, coarseKnot].map((shape, i) => surfaceOf(`ring_lod_${i}`, shape, { coloured: true, lightmap: true }))),
  },
  {
    name: "panel_ms15_mirrored.mesh",
    summary: "ms15: a mirrored texture, so the sign of w differs between the halves",
    make: () => ms15([surfaceOf("panel", panel)]),
  },
  {
    name: "stand_ms15_stored.mesh",
    summary: "ms15 with blocks stored raw",
    make: () => ms15([surfaceOf("stand", stand)], { stored: true }),
  },
  {
    name: "stand_ms15_no_collision.mesh",
    summary: "ms15 without edges and tree",
    make: () => ms15([surfaceOf("stand", stand)], { collides: false }),
  },
  {
    name: "stand_ms15_odd.mesh",
    summary: "ms15: integers in more bytes than needed, bytes behind the end",
    make: () => ms15([surfaceOf("stand", stand)], { edit: spelledOddly }),
  },
  { name: "empty_ms15.mesh", summary: "ms15 without surfaces", make: () => ms15([]) },
  {
    name: "ring_ms14.mesh",
    summary: "ms14, static, vertex colours",
    make: () => ms14(surfaceOf("ring", knot, { coloured: true }), false),
  },
  {
    name: "column_ms14_skinned.mesh",
    summary: "ms14 with two bones, the child first",
    make: () => ms14(surfaceOf("column", column), true),
  },
  {
    name: "column_sk10.mesh_skinned",
    summary: "sk10: skin, morph target, a rest pose of its own, skeleton reference",
    make: () => sk10(surfaceOf("column", column), { morphs: { fat: surfaceOf("fat", columnOf(0.2)) }, rest: restPose }),
  },
  {
    name: "column_sk10_morphs.mesh_skinned",
    summary: "sk10: two morph targets, no joints, no skeleton reference",
    make: () =>
      sk10(surfaceOf("column", column), {
        morphs: { fat: surfaceOf("fat", columnOf(0.2)), bent: surfaceOf("bent", columnOf(0.12, 0.3)) },
        skinned: false,
        reference: { guid: "", path: "" },
      }),
  },
  {
    name: "ring_ms13.mesh",
    summary: "ms13: nothing compressed",
    make: () => ms13([surfaceOf("ring", knot, { coloured: true })]),
  },
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
