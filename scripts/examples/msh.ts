import { MSH_MASK, type MshControlPoint, type MshFile, msh, type RawText } from "@meshglot/core";
import type { Example } from "./example.ts";
import { ascii } from "./lostSaga.ts";
import { box, gridSurface, join, lathe, type Shape, torus, trianglesOf } from "./shapes.ts";

/** CP949 bytes of names that the examples use, from the code page's table. */
const KOREAN = {
  /** 검 (sword) */
  sword: [0xb0, 0xcb],
  /** 팔 (arm) */
  arm: [0xc6, 0xc8],
  /** 머리 (head) */
  head: [0xb8, 0xd3, 0xb8, 0xae],
} as const;

const rawName = (...bytes: number[]): RawText => ({ raw: Uint8Array.from(bytes) });

interface Parts {
  version?: number;
  meshType?: number;
  extraMask?: number;
  /** Bits taken out of the mask although the arrays are there. */
  maskWithout?: number;
  wide?: boolean;
  /** Number of sub-meshes that the faces are dealt to. */
  subMeshes?: Shape[];
  vertex?: (shape: Shape, vertexCount: number) => Partial<MshFile>;
  points?: MshControlPoint[];
  trailing?: number[];
}

/** Builds a file as the client wants it: centimetres, left-handed, box and radius from the positions. */
export function build(shapes: Shape[], parts: Parts = {}): Uint8Array {
  const whole = join(...shapes);
  const vertexCount = whole.positions.length / 3;
  const positions = Float32Array.from(whole.positions, (value, i) => (i % 3 === 2 ? -value : value) * 100);
  const normals = Float32Array.from(whole.normals, (value, i) => (i % 3 === 2 ? -value : value));
  const triangles = shapes.map(trianglesOf);
  let firstVertex = 0;
  let firstIndex = 0;
  const indices: number[] = [];
  const subMeshes = shapes.map((shape, i) => {
    const own = triangles[i] ?? [];
    const size = shape.positions.length / 3;
    for (let k = 0; k + 2 < own.length; k += 3) {
      indices.push(firstVertex + (own[k] ?? 0), firstVertex + (own[k + 2] ?? 0), firstVertex + (own[k + 1] ?? 0));
    }
    const record = { minIndex: firstVertex, vertexCount: size, indexStart: firstIndex, faceCount: own.length / 3 };
    firstVertex += size;
    firstIndex += own.length;
    return record;
  });
  const [boundsMin, boundsMax] = boundsOf(positions);
  const diagonal = Math.hypot(...boundsMax.map((value, axis) => value - (boundsMin[axis] ?? 0)));
  const blocks: Partial<MshFile> = {
    positions,
    normals,
    uv0: Float32Array.from(whole.uvs),
    ...parts.vertex?.(whole, vertexCount),
  };
  const masks: [keyof MshFile, number][] = [
    ["positions", MSH_MASK.positions],
    ["normals", MSH_MASK.normals],
    ["tangents", MSH_MASK.tangents],
    ["binormals", MSH_MASK.binormals],
    ["colors", MSH_MASK.colors],
    ["uv0", MSH_MASK.uv0],
    ["uv1", MSH_MASK.uv1],
    ["vertexWeights", MSH_MASK.weights | MSH_MASK.boneIndices],
    ["billboardCenters", MSH_MASK.billboardCenters],
  ];
  const present = masks.filter(([name]) => blocks[name] !== undefined);
  const mask = present.reduce((sum, [, bit]) => sum | bit, parts.extraMask ?? 0) & ~(parts.maskWithout ?? 0);
  const given = Object.fromEntries(Object.entries(blocks).filter(([, value]) => value !== undefined));
  const file: MshFile = {
    version: parts.version ?? 2000,
    meshType: parts.meshType ?? 0,
    vertexMask: mask,
    boundsMin,
    boundsMax,
    sphereRadius: Math.fround(diagonal / 2),
    subMeshCount: subMeshes.length,
    subMeshes,
    vertexCount,
    ...given,
    faceCount: indices.length / 3,
    indices: parts.wide ? Uint32Array.from(indices) : Uint16Array.from(indices),
    ...(parts.points ? { controlPointCount: parts.points.length, controlPoints: parts.points } : {}),
    trailing: Uint8Array.from(parts.trailing ?? []),
  };
  return msh.write(file, "MSH");
}

function boundsOf(positions: Float32Array): [Float32Array, Float32Array] {
  const min = new Float32Array(3).fill(Infinity);
  const max = new Float32Array(3).fill(-Infinity);
  positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3] ?? 0, value);
    max[i % 3] = Math.max(max[i % 3] ?? 0, value);
  });
  return [min, max];
}

const ring = torus(0.5, 0.18, 24, 12, 0.18);
const vase = lathe(
  (t) => {
    const wall = 0.22 + 0.1 * Math.sin(t * 5.2) * (1 - 0.4 * t);
    return [t === 0 || t === 1 ? 0 : wall, t < 0.05 ? 0 : t > 0.95 ? 0.8 : (t - 0.05) * 0.89];
  },
  20,
  16,
);
const blade = join(
  box([-0.04, 0.3, -0.01], [0.04, 1.2, 0.01]),
  box([-0.16, 0.25, -0.03], [0.16, 0.3, 0.03]),
  box([-0.025, 0, -0.025], [0.025, 0.25, 0.025]),
);
/** A column that bends: three bones above each other. */
const column = lathe((t) => [t === 0 || t === 1 ? 0 : 0.12 + 0.03 * Math.cos(t * 18), t * 1.5], 14, 24);

/** Colours by height, bytes in the file's order B, G, R, A. */
function coloursByHeight(shape: Shape): Uint8Array {
  const colors = new Uint8Array((shape.positions.length / 3) * 4);
  for (let v = 0; v * 4 < colors.length; v++) {
    const t = Math.min(1, Math.max(0, (shape.positions[v * 3 + 1] ?? 0) / 0.8));
    colors.set([Math.round(255 * t), 90, Math.round(255 * (1 - t)), 255], v * 4);
  }
  return colors;
}

/** Two influences per vertex by height up to 1.5 m, as four weights and four bone numbers. */
export function weightsByHeight(shape: Shape, bones: number): Float32Array {
  const weights = new Float32Array((shape.positions.length / 3) * 8);
  for (let v = 0; v * 8 < weights.length; v++) {
    const place = Math.min(bones - 1, Math.max(0, ((shape.positions[v * 3 + 1] ?? 0) / 1.5) * (bones - 1)));
    const lower = Math.min(bones - 1, Math.floor(place));
    const upper = Math.min(bones - 1, lower + 1);
    const share = Math.fround(1 - (place - lower));
    const pair: [number, number][] = [
      [share, lower],
      [Math.fround(1 - share), upper],
    ];
    pair.sort((a, b) => b[0] - a[0]);
    const used = pair.filter(([weight]) => weight > 0);
    used.forEach(([weight, bone], slot) => {
      weights[v * 8 + slot] = weight;
      weights[v * 8 + 4 + slot] = bone;
    });
  }
  return weights;
}

/** Tangents along the seam and binormals cross(normal, tangent), in the file's own axes. */
function tangentFrames(shape: Shape): Pick<MshFile, "tangents" | "binormals"> {
  const tangents = new Float32Array(shape.positions.length);
  const binormals = new Float32Array(shape.positions.length);
  for (let i = 0; i < tangents.length; i += 3) {
    const [x = 0, , z = 0] = shape.positions.slice(i, i + 3);
    const around = Math.hypot(x, z) || 1;
    const t = [z / around, 0, -x / around] as const;
    const n = shape.normals.slice(i, i + 3);
    const [nx = 0, ny = 1, nz = 0] = n;
    const b = [ny * t[2] - nz * t[1], nz * t[0] - nx * t[2], nx * t[1] - ny * t[0]] as const;
    tangents.set([t[0], t[1], -t[2]], i);
    binormals.set([b[0], b[1], -b[2]], i);
  }
  return { tangents, binormals };
}

const point = (typeIndex: string, bone: RawText, info: string, x: number, y: number, z: number): MshControlPoint => ({
  typeIndex: ascii(typeIndex),
  linkedBone: bone,
  extraInfo: ascii(info),
  position: Float32Array.of(x, y, z),
});

const bones: RawText[] = [ascii("Bip01 Pelvis"), rawName(...KOREAN.arm), rawName(...KOREAN.head)];
const skinnedColumn = (names: RawText[], slots?: (weights: Float32Array) => void): Partial<MshFile> => {
  const vertexWeights = weightsByHeight(column, 3);
  slots?.(vertexWeights);
  return { boneNames: names, vertexWeights };
};

export const examples: readonly Example[] = [
  { name: "ring_static.msh", summary: "the usual static mesh: version 2000, mask 0x121", make: () => build([ring]) },
  {
    name: "vase_and_ring_parts.msh",
    summary: "two sub-meshes, one material each",
    make: () => build([vase, torus(0.35, 0.05, 20, 8, 0.05)]),
  },
  {
    name: "vase_coloured.msh",
    summary: "type 6: vertex colours as B, G, R, A",
    make: () => build([vase], { meshType: 6, vertex: (shape) => ({ colors: coloursByHeight(shape) }) }),
  },
  {
    name: "floor_lightmap.msh",
    summary: "type 2: two UV sets, no normals; uv0 is the lightmap's",
    make: () =>
      build([gridSurface(6, 6, (s, t) => [s * 4 - 2, 0.15 * Math.sin(s * 9) * Math.sin(t * 9), 2 - t * 4])], {
        meshType: 2,
        vertex: (shape) => {
          const uv1 = Float32Array.from(shape.uvs, (value) => value * 4);
          return { normals: undefined, uv1 } as unknown as Partial<MshFile>; // undefined takes the default block out
        },
      }),
  },
  {
    name: "ring_tangents.msh",
    summary: "tangents and binormals (mask 0x3121)",
    make: () => build([ring], { vertex: tangentFrames }),
  },
  {
    name: "column_skinned.msh",
    summary: "type 1: skinned to three bones, two of them with Korean names",
    make: () => build([column], { meshType: 1, vertex: () => skinnedColumn(bones) }),
  },
  {
    name: "column_skinned_addon.msh",
    summary: "weights without bit 0x10, as an exporter writes them; slots of weight 0 hold bone 1, as retail files do",
    make: () =>
      build([column], {
        meshType: 1,
        maskWithout: MSH_MASK.boneIndices,
        vertex: () =>
          skinnedColumn(bones, (weights) => {
            for (let i = 0; i < weights.length; i += 8) {
              for (let slot = 0; slot < 4; slot++) if (weights[i + slot] === 0) weights[i + 4 + slot] = 1;
            }
          }),
      }),
  },
  {
    name: "column_bad_names.msh",
    summary: "bone names that are no CP949: a lone lead byte, a cut pair, an empty one with a negative length",
    make: () =>
      build([column], {
        meshType: 1,
        vertex: () => skinnedColumn([rawName(0x80, 0x41), rawName(0x42, 0xc6), { raw: new Uint8Array(0), prefix: -7 }]),
      }),
  },
  {
    name: "sword_trail_points.msh",
    summary: "version 2002: two control points for a weapon trail",
    make: () =>
      build([blade], {
        version: 2002,
        points: [
          point("trailstart_0", rawName(...KOREAN.sword), "", 0, 35, 0),
          point("trailend_0", rawName(...KOREAN.sword), "tip", 0, 120, 0),
        ],
      }),
  },
  {
    name: "column_points_on_bones.msh",
    summary: "version 2002, skinned, control points linked to bones",
    make: () =>
      build([column], {
        version: 2002,
        meshType: 1,
        vertex: () => skinnedColumn(bones),
        points: [
          point("hand_left_1", bones[1] ?? ascii(""), "effect", 15, 80, -5),
          point("eye_0", ascii("no such bone"), "", 0, 150, 0),
        ],
      }),
  },
  {
    name: "leaves_billboard.msh",
    summary: "type 3: billboard quads with their centres",
    make: () => {
      const leaves = [0, 1, 2].map((i) =>
        gridSurface(1, 1, (s, t) => [i - 1 + (s - 0.5) * 0.6, 0.4 + t * 0.6 + i * 0.2, 0]),
      );
      return build(leaves, {
        meshType: 3,
        vertex: (_, count) => {
          const centers = new Float32Array(count * 3);
          for (let v = 0; v < count; v++) {
            const leaf = Math.floor(v / 4);
            centers.set([(leaf - 1) * 100, 70 + leaf * 20, 0], v * 3);
          }
          return { billboardCenters: centers };
        },
      });
    },
  },
  {
    name: "everything.msh",
    summary: "all nine vertex blocks at once, version 2002, trailing bytes",
    make: () =>
      build([column], {
        version: 2002,
        meshType: 1,
        points: [point("grip_0", bones[0] ?? ascii(""), "", 0, 10, 0)],
        trailing: [0xde, 0xad, 0xbe, 0xef],
        vertex: (shape, count) => ({
          ...tangentFrames(shape),
          ...skinnedColumn(bones),
          colors: coloursByHeight(shape),
          uv1: Float32Array.from(shape.uvs),
          billboardCenters: new Float32Array(count * 3),
        }),
      }),
  },
  {
    name: "ring_version_2001.msh",
    summary: "version 2001: a constant of the client that no known file uses",
    make: () => build([torus(0.4, 0.1, 12, 8, 0.1)], { version: 2001 }),
  },
  {
    name: "ring_unknown_version.msh",
    summary: "version 2077: read as 2000, with a warning",
    make: () => build([torus(0.4, 0.1, 12, 8, 0.1)], { version: 2077 }),
  },
  {
    name: "ring_wide_indices.msh",
    summary: "32-bit indices, known from a remark only",
    make: () => build([torus(0.4, 0.1, 12, 8, 0.1)], { wide: true }),
  },
];
