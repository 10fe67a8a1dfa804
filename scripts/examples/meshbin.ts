import { type HeaderlessFile, type MeshbinBone, type MeshbinFile, meshbin } from "@meshglot/core";
import type { Example } from "./example.ts";
import { box, join, lathe, type Shape, torus } from "./shapes.ts";

interface Parts {
  version?: number;
  /** Texels of the side of the texture that UVs count. */
  textureSize?: number;
  color?: (x: number, y: number, z: number) => [number, number, number];
  normals?: "none" | "truncated" | "scaled";
  /** How triangles are wound; old exporters left them counter-clockwise. */
  triangles?: "cw" | "ccw";
  bones?: MeshbinBone[];
  boneOf?: (y: number) => number;
  trailing?: number[];
}

/** Faces over welded tables, as the file has them: four slots each, -1 in slot 2 of a triangle. */
interface Tables {
  positions: number[];
  uvs: number[];
  normals: number[];
  positionIndices: number[];
  uvIndices: number[];
  normalIndices: number[];
}

const UNITS = 128;

/** Welds a shape (glTF axes, metres) into the tables of a file (y down, 1/128 m). */
function tablesOf(shape: Shape, { textureSize = 64, normals = "none", triangles = "cw" }: Parts): Tables {
  const tables: Tables = { positions: [], uvs: [], normals: [], positionIndices: [], uvIndices: [], normalIndices: [] };
  const known = new Map<string, number>();
  const entry = (kind: "positions" | "uvs" | "normals", values: number[]): number => {
    const key = `${kind} ${values.join()}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const index = tables[kind].length / values.length;
    tables[kind].push(...values);
    known.set(key, index);
    return index;
  };
  const corner = (vertex: number): [number, number, number] => {
    const [x = 0, y = 0, z = 0] = shape.positions.slice(vertex * 3, vertex * 3 + 3);
    const [u = 0, v = 0] = shape.uvs.slice(vertex * 2, vertex * 2 + 2);
    const texel = (f: number) => Math.min(textureSize - 1, Math.floor(f * textureSize));
    const raw = (value: number) => Math.round(value * UNITS) + 0;
    return [
      entry("positions", [raw(x), raw(-y), raw(-z)]),
      entry("uvs", [texel(u), texel(1 - v)]),
      normals === "none" ? -1 : entry("normals", normalOf(shape, vertex, normals)),
    ];
  };
  for (const quad of shape.quads) {
    const ring = quad.map(corner);
    const distinct = ring.filter(([position], i) => ring.findIndex(([other]) => other === position) === i);
    const [a, b, c, d] = distinct;
    if (!a || !b || !c) continue;
    // A counter-clockwise ring a, b, c, d is the clockwise quad with slots a, d, b, c.
    const slots = d ? [a, d, b, c] : triangles === "cw" ? [a, undefined, c, b] : [a, undefined, b, c];
    for (const slot of slots) {
      tables.positionIndices.push(slot?.[0] ?? -1);
      tables.uvIndices.push(slot?.[1] ?? -1);
      tables.normalIndices.push(slot?.[2] ?? -1);
    }
  }
  return tables;
}

function normalOf(shape: Shape, vertex: number, kind: "truncated" | "scaled"): number[] {
  const [x = 0, y = 0, z = 0] = shape.normals.slice(vertex * 3, vertex * 3 + 3);
  return [x, -y, -z].map((value) => (kind === "truncated" ? Math.trunc(value) : Math.round(value * 4096)) + 0);
}

function build(shape: Shape, parts: Parts = {}): Uint8Array {
  const version = parts.version ?? 3;
  const tables = tablesOf(shape, parts);
  const vertexCount = tables.positions.length / 3;
  const faces = tables.positionIndices.length / 4;
  const colors = new Uint8Array(vertexCount * 3).fill(128);
  const vertexBone = new Uint8Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const [x = 0, y = 0, z = 0] = tables.positions.slice(v * 3, v * 3 + 3).map((value) => value / UNITS);
    if (parts.color) colors.set(parts.color(x, -y, -z), v * 3);
    vertexBone[v] = parts.boneOf?.(-y) ?? 0;
  }
  const axis = (a: number) => tables.positions.filter((_, i) => i % 3 === a);
  const min = [0, 1, 2].map((a) => Math.min(...axis(a)));
  const max = [0, 1, 2].map((a) => Math.max(...axis(a)));
  const center = min.map((low, a) => Math.floor((low + (max[a] ?? 0)) / 2));
  let radius = 0;
  for (let i = 0; i < tables.positions.length; i += 3) {
    radius = Math.max(radius, Math.hypot(...center.map((c, a) => (tables.positions[i + a] ?? 0) - c)));
  }
  const skinned = parts.bones !== undefined;
  const file: MeshbinFile = {
    version,
    type: 1,
    vertexCount,
    indicesCount: faces,
    facesCount: faces,
    normalsCount: tables.normals.length / 3,
    uvCount: tables.uvs.length / 2,
    ...(version >= 2 ? { hasSkeleton: skinned ? 1 : 0, numBones: parts.bones?.length ?? 0 } : {}),
    positions: Int32Array.from(tables.positions),
    colors,
    positionIndices: Int16Array.from(tables.positionIndices),
    normals: Int16Array.from(tables.normals),
    normalIndices: Int16Array.from(tables.normalIndices),
    uv0: Uint8Array.from(tables.uvs),
    uv0Indices: Int16Array.from(tables.uvIndices),
    boundsMin: Int16Array.from(min),
    boundsMax: Int16Array.from(max),
    ...(version >= 3 ? { sphereCenter: Int16Array.from(center), sphereRadius: Math.ceil(radius) } : {}),
    ...(parts.bones ? { bones: parts.bones, vertexBone } : {}),
    trailing: Uint8Array.from(parts.trailing ?? []),
  };
  return meshbin.write(file, "MESHBIN");
}

/** One of the four layouts without a header; quads only. */
function buildHeaderless(shape: Shape, dialect: "H0" | "H1" | "H2" | "H3"): Uint8Array {
  const tables = tablesOf(shape, { textureSize: 64, normals: "truncated" });
  const faces = tables.positionIndices.length / 4;
  const vertexCount = tables.positions.length / 3;
  const padded = (values: number[], from: number, to: number) => {
    const result: number[] = [];
    for (let i = 0; i < values.length; i += from) {
      result.push(...values.slice(i, i + from), ...new Array<number>(to - from).fill(0));
    }
    return result;
  };
  const old = dialect === "H0";
  const axis = (a: number) => tables.positions.filter((_, i) => i % 3 === a);
  const bounds = [Math.min, Math.max].flatMap((pick) => [0, 1, 2].map((a) => pick(...axis(a))));
  const uvs = old ? padded(tables.uvs, 2, 4) : tables.uvs;
  const file: HeaderlessFile = {
    vertexCount,
    indicesCount: faces,
    facesCount: faces,
    positions: old ? Int16Array.from(padded(tables.positions, 3, 4)) : Int32Array.from(tables.positions),
    colors: new Int16Array(vertexCount * 3).fill(-1),
    positionIndices: Int16Array.from(tables.positionIndices),
    normalsCount: tables.normals.length / 3,
    normals: Int16Array.from(
      old
        ? padded(
            tables.normals.map((n) => n * 128),
            3,
            4,
          )
        : tables.normals,
    ),
    normalIndices: Int16Array.from(tables.normalIndices),
    uvCount: tables.uvs.length / 2,
    uv0: old || dialect === "H1" ? Int16Array.from(uvs) : Uint8Array.from(uvs),
    uv0Indices: Int16Array.from(tables.uvIndices),
    ...(dialect === "H3" ? { bounds: Int16Array.from(bounds) } : { tail: new Uint8Array(4) }),
    trailing: new Uint8Array(0),
  };
  return meshbin.write(file, dialect);
}

const crate = box([-0.5, 0, -0.5], [0.5, 1, 0.5]);
const pot = lathe(
  (t) => [t === 0 || t === 1 ? 0 : 0.25 + 0.16 * Math.sin(t * Math.PI) + 0.05 * Math.sin(t * 14), t],
  14,
  12,
);
/** A ring held above a pot: quads and, at the poles of the pot, triangles. */
const trophy = join(pot, torus(0.4, 0.09, 18, 8, 1.12));
const arm = lathe((t) => [t === 0 || t === 1 ? 0 : 0.16 - 0.05 * t + 0.02 * Math.cos(t * 20), t * 1.5], 10, 18);

const warm = (_x: number, y: number): [number, number, number] => [
  128,
  60 + Math.round(Math.min(1, Math.max(0, y)) * 68),
  40,
];
const bone = (parent: number, x: number, y: number, z: number, angle = 0): MeshbinBone => ({
  parent,
  localPosition: Int32Array.of(x, y, z),
  localRotation: Int16Array.of(Math.round(4096 * Math.cos(angle / 2)), 0, 0, Math.round(4096 * Math.sin(angle / 2))),
});
// y is down in the file, so a bone above another has a negative y.
const armBones = [bone(-1, 0, 0, 0), bone(0, 0, -64, 0, 0.4), bone(1, 0, -64, 0, -0.4)];
const boneByHeight = (y: number) => Math.min(2, Math.max(0, Math.floor(y / 0.5)));

export const examples: readonly Example[] = [
  { name: "crate_v0.meshbin", summary: "version 0: parses as 1", make: () => build(crate, { version: 0 }) },
  {
    name: "crate_v1.meshbin",
    summary: "version 1 with two colours that mean none (FF FF FF)",
    make: () => build(crate, { version: 1, color: (x, y) => (x > 0 && y > 0 ? [255, 255, 255] : [100, 90, 60]) }),
  },
  {
    name: "arm_v2_skinned.meshbin",
    summary: "version 2: three bones, one per vertex",
    make: () => build(arm, { version: 2, bones: armBones, boneOf: boneByHeight, color: () => [127, 100, 80] }),
  },
  {
    name: "trophy_v3.meshbin",
    summary: "version 3: quads and triangles, colours, sphere",
    make: () => build(trophy, { color: warm }),
  },
  {
    name: "trophy_v3_normals.meshbin",
    summary: "version 3 with unit normals (4096 = 1)",
    make: () => build(trophy, { normals: "scaled", color: warm }),
  },
  {
    name: "pot_v3_old_exporter.meshbin",
    summary: "version 3 of the old exporter: triangles counter-clockwise, normals cut off to -1, 0, 1",
    make: () => build(pot, { normals: "truncated", triangles: "ccw", color: warm }),
  },
  {
    name: "arm_v3_skinned.meshbin",
    summary: "version 3 with a skeleton, which the known engine reads 4 bytes early",
    make: () => build(arm, { bones: armBones, boneOf: boneByHeight }),
  },
  {
    name: "pot_v3_overbright.meshbin",
    summary: "colours above 128 and trailing bytes",
    make: () =>
      build(pot, {
        textureSize: 256,
        color: (x, y, z) => [z > 0 ? 255 : 128, 160, Math.round(128 + 60 * Math.sin(x * 5 + y))],
        trailing: [1, 2, 3],
      }),
  },
  { name: "crate_h0.meshbin", summary: "no header, layout H0", make: () => buildHeaderless(crate, "H0") },
  { name: "crate_h1.meshbin", summary: "no header, layout H1", make: () => buildHeaderless(crate, "H1") },
  {
    name: "ring_h2.meshbin",
    summary: "no header, layout H2",
    make: () => buildHeaderless(torus(0.5, 0.2, 16, 8, 0.2), "H2"),
  },
  {
    name: "ring_h3.meshbin",
    summary: "no header, layout H3: a box at the end",
    make: () => buildHeaderless(torus(0.5, 0.2, 16, 8, 0.2), "H3"),
  },
];
