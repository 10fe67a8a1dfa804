import { type BmeshFile, type BmeshSection, bmesh, emptyBmesh, type RawText } from "@meshglot/core";
import { bonesOf, hardpointsOf, robotBones, robotPoints, rodBones, weigh } from "./bmeshRig.ts";
import { robot } from "./bmeshRobot.ts";
import type { Example } from "./example.ts";
import { box, gridSurface, join, lathe, type Shape, torus, trianglesOf } from "./shapes.ts";

const text = (words: string): RawText => ({ raw: Uint8Array.from(words, (char) => char.charCodeAt(0)) });
/** Halves of a few fractions, from the table of the standard. */
const HALF = { zero: 0x0000, quarter: 0x3400, third: 0x3555, half: 0x3800, nan: 0x7e01 } as const;

/** y up, facing +z becomes z up, facing -y. */
function zUp(source: readonly number[]): number[] {
  return source.map((_, i) => [source[i] ?? 0, -(source[i + 1] ?? 0), source[i - 1] ?? 0][i % 3] ?? 0);
}

/** Vectors as bytes with a fourth one behind each. */
function quantized(vectors: readonly number[], fourth: (vertex: number) => number): Uint8Array {
  const bytes = new Uint8Array((vectors.length / 3) * 4);
  for (let i = 0; i < vectors.length; i++) {
    const value = Math.min(1, Math.max(-1, vectors[i] ?? 0));
    bytes[Math.floor(i / 3) * 4 + (i % 3)] = Math.floor((255 * (value + 1)) / 2 + 0.5);
  }
  for (let vertex = 0; vertex < bytes.length / 4; vertex++) bytes[vertex * 4 + 3] = fourth(vertex);
  return bytes;
}

/** Along the circles round the upright axis, which is where u grows. */
function tangentsOf(shape: Shape): number[] {
  return shape.positions.flatMap((x, i) => {
    if (i % 3 !== 0) return [];
    const z = shape.positions[i + 2] ?? 0;
    const length = Math.hypot(x, z);
    return length < 1e-6 ? [1, 0, 0] : [z / length, 0, -x / length];
  });
}

interface Look {
  /** One per shape; unnamed if absent. */
  names?: readonly string[];
  clockwise?: boolean;
  tangents?: boolean;
  uv1?: boolean;
  color?: (x: number, y: number, z: number) => readonly [number, number, number];
  without?: "normals";
}

/** A mesh of shapes, one section each, as tools of the game seem to write it: indirect faces over identity indices. */
function build(shapes: readonly Shape[], look: Look = {}): BmeshFile {
  const whole = join(...shapes);
  const vertexCount = whole.positions.length / 3;
  // Rounded, so that seams and poles meet exactly and the surfaces are closed.
  const positions = Float32Array.from(zUp(whole.positions), (value) => Math.round(value * 1e6) / 1e6 + 0);
  const corners: number[] = [];
  const sections: BmeshSection[] = [];
  let firstVertex = 0;
  shapes.forEach((shape, i) => {
    const triangles = trianglesOf(shape);
    sections.push({
      name: text(look.names?.[i] ?? ""),
      faceStart: corners.length / 3,
      faceCount: triangles.length / 3,
      vertexMin: firstVertex + Math.min(...triangles),
      vertexMax: firstVertex + Math.max(...triangles),
    });
    for (let k = 0; k < triangles.length; k += 3) {
      const [a, b, c] = triangles.slice(k, k + 3).map((corner) => corner + firstVertex);
      corners.push(...((look.clockwise ? [a, c, b] : [a, b, c]) as number[]));
    }
    firstVertex += shape.positions.length / 3;
  });
  const bounds = (pick: (...values: number[]) => number) =>
    Float32Array.from([0, 1, 2], (axis) => pick(...positions.filter((_, i) => i % 3 === axis)));
  return {
    ...emptyBmesh(),
    boundsMin: bounds(Math.min),
    boundsMax: bounds(Math.max),
    positions,
    ...(look.without === "normals" ? {} : { normals: quantized(zUp(whole.normals), () => 0) }),
    uv0: Float32Array.from(whole.uvs),
    ...(look.uv1 ? { uv1: Float32Array.from(whole.uvs, (value) => value * 4) } : {}),
    ...(look.tangents ? { tangents: quantized(zUp(tangentsOf(whole)), (vertex) => (vertex % 2) * 255) } : {}),
    ...(look.color ? { colors: colorsOf(whole, look.color) } : {}),
    faceIndices: Uint32Array.from({ length: vertexCount }, (_, i) => i),
    faces: Uint32Array.from(corners),
    materialSections: sections,
  };
}

function colorsOf(shape: Shape, color: NonNullable<Look["color"]>): Uint8Array {
  const at = (vertex: number, axis: number) => shape.positions[vertex * 3 + axis] ?? 0;
  return Uint8Array.from(
    Array.from({ length: shape.positions.length / 3 }, (_, v) => [...color(at(v, 0), at(v, 1), at(v, 2)), 255]).flat(),
  );
}

const write = (file: BmeshFile): Uint8Array => bmesh.write(file, "bMesh");
const example = (name: string, summary: string, make: () => BmeshFile): Example => ({
  name: `${name}.bMesh`,
  summary,
  make: () => write(make()),
});

const vase = lathe(
  (t) => [t === 0 || t === 1 ? 0 : 0.2 + 0.14 * Math.sin(t * 3.4) + 0.03 * Math.cos(t * 15), t],
  14,
  12,
);
const ring = torus(0.5, 0.18, 12, 6, 0.2);
const rings = [torus(0.5, 0.12, 12, 6, 0.15), torus(0.3, 0.1, 10, 5, 0.4)];
const rod = lathe((t) => [t === 0 || t === 1 ? 0 : 0.15 - 0.06 * t, t * 1.5], 8, 10);
const crates = [box([-0.6, 0, -0.3], [0, 0.6, 0.3]), box([0.1, 0, -0.25], [0.6, 0.5, 0.25])];
const head = lathe(
  (t) => [t === 0 || t === 1 ? 0 : 0.12 * Math.sin(Math.PI * t) ** 0.6, 0.16 - 0.16 * Math.cos(Math.PI * t)],
  12,
  10,
);
const hair = gridSurface(10, 5, (s, t) => {
  const [u, v] = [s * 2 * Math.PI, (1 - t) * 1.4];
  return [0.13 * Math.sin(u) * Math.sin(v), 0.2 + 0.15 * Math.cos(v), 0.13 * Math.cos(u) * Math.sin(v)];
});
const clay = (x: number, y: number, z: number): [number, number, number] => [
  150 + Math.round(60 * Math.sin(y * 20) ** 2),
  90 + Math.round(40 * Math.sin(Math.atan2(x, z) * 3) ** 2),
  60,
];
const vertexCountOf = (file: BmeshFile) => file.positions.length / 3;

/** Skinned along its height to a chain of three bones. */
function skinnedRod(): BmeshFile {
  const file = build([rod], { names: ["rod"] });
  const { weights, ...skin } = weigh(file, (_vertex, height) => [
    [0, 0.5 - height],
    [1, 0.5 - Math.abs(height - 0.75)],
    [2, height - 1],
  ]);
  return { ...file, bones: bonesOf(rodBones, weights), ...skin };
}

export const examples: readonly Example[] = [
  example("vase_sections", "three sections, tangents, vertex colours, two UV sets", () =>
    build([vase, torus(0.24, 0.05, 14, 6, 0.93), torus(0.2, 0.05, 14, 6, 0.05)], {
      names: ["clay", "rim", "foot"],
      tangents: true,
      uv1: true,
      color: clay,
    }),
  ),
  example("robot_skinned", "a character: twelve bones, smooth weights, hardpoints, and bytes behind the names", () => {
    const file = build(robot.shapes, { names: ["body", "head", "limbs"], tangents: true });
    const { weights, ...skin } = weigh(file, robot.weightsOf);
    return { ...file, bones: bonesOf(robotBones, weights), ...skin, hardpoints: hardpointsOf(robotPoints, robotBones) };
  }),
  example("head_variant", "a base variant: two barycentric weights per vertex on a face of another head", () => {
    const file = build([head], { names: ["skin"] });
    return {
      ...file,
      refMeshFileName: text("art/characters/head_base.oMesh"),
      refMeshFileTime: 129_876_543_210_000_000n,
      meshType: 1,
      baseVariantDiffs: Uint16Array.from(
        Array.from({ length: vertexCountOf(file) }, (_, i) => [
          i % 220,
          HALF.quarter,
          i % 2 ? HALF.half : HALF.third,
        ]).flat(),
      ),
    };
  }),
  example("hair_conform", "a conform mesh: three weighted points of another mesh per vertex; open, one-sided", () => {
    const file = build([hair], { names: ["hair"], color: () => [120, 70, 30] });
    return {
      ...file,
      refMeshFileName: text("art/characters/head_base.oMesh"),
      refMeshFileTime: 129_876_543_210_000_000n,
      meshType: 2,
      conformWeights: Uint16Array.from(
        Array.from({ length: vertexCountOf(file) }, (_, i) => [
          i,
          HALF.half,
          i + 1,
          HALF.quarter,
          i + 2,
          HALF.quarter,
        ]).flat(),
      ),
    };
  }),
  example("crates_unnamed", "sections without names and no vertex colours", () => build(crates)),
  example("ring_indirect", "faces point into faceIndices, which lists every corner", () => {
    const file = build([ring], { names: ["metal"] });
    return { ...file, faceIndices: file.faces, faces: file.faces.map((_, i) => i) };
  }),
  example("ring_indirect_by_sections", "indirect and direct both possible; the sections' vertex ranges decide", () => {
    const file = build(rings, { names: ["outer", "inner"] });
    const last = vertexCountOf(file) - 1;
    return { ...file, faceIndices: file.faceIndices.map((i) => last - i), faces: file.faces.map((i) => last - i) };
  }),
  example(
    "ring_direct",
    "faces hold vertices; faceIndices is another order, and the sections' vertex ranges decide",
    () => {
      const file = build(rings, { names: ["outer", "inner"] });
      return { ...file, faceIndices: file.faceIndices.toReversed() };
    },
  ),
  example("ring_direct_by_normals", "faces hold vertices; one section, so that only the normals can decide", () => {
    const file = build([ring], { names: ["metal"] });
    return { ...file, faceIndices: file.faceIndices.map((i) => (i * 37) % file.faceIndices.length) };
  }),
  example("ring_ambiguous", "indirect and direct both make a smooth ring: nothing decides, indirect is taken", () => {
    const file = build([ring], { names: ["metal"] });
    const odd = file.faceIndices.filter((i) => i % 2 === 1);
    return { ...file, faceIndices: Uint32Array.of(...file.faceIndices.filter((i) => i % 2 === 0), ...odd) };
  }),
  example("ring_direct_only", "faces hold vertices and faceIndices is empty", () => ({
    ...build([ring], { names: ["metal"] }),
    faceIndices: new Uint32Array(0),
  })),
  example("ring_flat", "faceIndices is the list of triangles and faces is empty", () => {
    const file = build([ring], { names: ["metal"] });
    return { ...file, faceIndices: file.faces, faces: new Uint32Array(0) };
  }),
  example("ring_section_ends", "sections hold the face behind the last instead of a number", () => {
    const file = build(rings, { names: ["outer", "inner"] });
    const ends = file.materialSections.map((section) => ({
      ...section,
      faceCount: section.faceStart + section.faceCount,
    }));
    return { ...file, materialSections: ends };
  }),
  example("ring_no_sections", "no sections at all", () => ({ ...build([ring]), materialSections: [] })),
  example("vase_clockwise", "triangles clockwise, as the normals tell", () =>
    build([vase], { names: ["clay"], clockwise: true }),
  ),
  example("ring_clockwise_no_normals", "triangles clockwise and no normals, as the volume tells", () =>
    build([ring], { names: ["metal"], clockwise: true, without: "normals" }),
  ),
  example("rod_skinned", "three bones in a chain, a range of weights per vertex", skinnedRod),
  example("rod_pairs", "links as pairs of weight and vertex", () => {
    const file = skinnedRod();
    const pairs: number[] = [];
    for (let vertex = 0; vertex < vertexCountOf(file); vertex++) {
      const [start = 0, count = 0] = [file.links[2 * vertex], file.links[2 * vertex + 1]];
      for (let weight = start; weight < start + count; weight++) pairs.push(weight, vertex);
    }
    return { ...file, links: Uint32Array.from(pairs) };
  }),
  example("rod_corner_ranges", "a range of weights per entry of faceIndices", () => {
    const file = skinnedRod();
    const corners = file.faces;
    const links = Array.from(corners).flatMap((vertex) => [...file.links.slice(2 * vertex, 2 * vertex + 2)]);
    return { ...file, faceIndices: corners, faces: corners.map((_, i) => i), links: Uint32Array.from(links) };
  }),
  example("rod_rigid", "bones and hardpoints without any weight", () => ({
    ...build([rod], { names: ["rod"] }),
    bones: bonesOf(rodBones, []),
    hardpoints: hardpointsOf(
      [
        { name: "tip", bone: 2, at: [0, 1.5, 0] },
        { name: "free", bone: -1, at: [0, 0, 1] },
      ],
      rodBones,
    ),
  })),
  example("odd_bytes", "bytes nobody should lose: pads, flags, NaNs with a payload, trailing bytes", () => {
    const file = skinnedRod();
    const vertexCount = vertexCountOf(file);
    const uv1 = new Float32Array(2 * vertexCount);
    new Uint8Array(uv1.buffer).set([0x01, 0x00, 0x80, 0x7f, 0xff, 0xff, 0xff, 0xff]);
    return {
      ...file,
      meshUsage: 7,
      tangentType: 1,
      tangentSplit: 1,
      normals: file.normals.map((byte, i) => (i % 4 === 3 ? i % 256 : byte)),
      tangents: quantized(zUp(tangentsOf(rod)), (vertex) => vertex % 256),
      uv1,
      colors: Uint8Array.from({ length: 4 * vertexCount }, (_, i) => (i * 37) % 256),
      bones: file.bones.map((bone, i) => ({ ...bone, pad: Uint8Array.of(1, 2, i) })),
      refMeshFileName: { raw: Uint8Array.of(0xe4, 0x62, 0x00, 0x63) },
      refMeshFileTime: 2n ** 64n - 1n,
      meshType: 9,
      baseVariantDiffs: Uint16Array.of(65535, HALF.nan, 0xfc00),
      materialSections: file.materialSections.map((section) => ({ ...section, name: text("rod\0\0") })),
      trailing: Uint8Array.of(1, 2, 3),
    };
  }),
  example(
    "vase_lod_positions",
    "an array that version 32 should leave empty; three floats each is a guess that fits",
    () => ({
      ...build([vase], { names: ["clay"] }),
      vertexLodPositions: { count: 5, bytes: Uint8Array.from({ length: 60 }, (_, i) => i) },
    }),
  ),
  example("point", "one position, one index, one section", () => ({
    ...emptyBmesh(),
    boundsMax: Float32Array.of(1, 2, 3),
    positions: Float32Array.of(1, 2, 3),
    faceIndices: Uint32Array.of(0),
    materialSections: [{ name: text("default"), faceStart: 0, faceCount: 1, vertexMin: 0, vertexMax: 0 }],
  })),
  example("empty", "nothing at all: 111 bytes", emptyBmesh),
];
