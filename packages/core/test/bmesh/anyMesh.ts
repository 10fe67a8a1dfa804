import fc from "fast-check";
import type { BmeshFile } from "../../src/formats/bmesh/file.ts";

const bits = fc.uint8Array({ minLength: 0, maxLength: 240, size: "max" });
/** Floats from any bits at all, payloads of NaNs included. */
const floats = (unit: number) =>
  bits.map((b) => new Float32Array(b.slice(0, b.length - (b.length % (4 * unit))).buffer));
const fixedFloats = (length: number) =>
  fc.uint8Array({ minLength: 4 * length, maxLength: 4 * length }).map((b) => new Float32Array(b.slice().buffer));
const bytes = (unit: number) => bits.map((b) => b.slice(0, b.length - (b.length % unit)));
const words = (unit: number) => bits.map((b) => new Uint32Array(b.slice(0, b.length - (b.length % (4 * unit))).buffer));
const halves = (unit: number) =>
  bits.map((b) => new Uint16Array(b.slice(0, b.length - (b.length % (2 * unit))).buffer));
const u32 = fc.nat(0xffffffff);
const byte = fc.nat(255);
const name = fc.uint8Array({ minLength: 64, maxLength: 64 });
const parent = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const text = fc.record({ raw: fc.uint8Array({ maxLength: 12 }) });
const matrix = fixedFloats(16);

/** Any mesh that the layout can hold, sensible or not. */
export const anyMesh: fc.Arbitrary<BmeshFile> = fc.record({
  version: fc.constant(32),
  meshUsage: byte,
  boundsMin: fixedFloats(3),
  boundsMax: fixedFloats(3),
  tangentType: byte,
  tangentSplit: byte,
  positions: floats(3),
  vertexLodPositions: fc.constant({ count: 0, bytes: new Uint8Array(0) }),
  normals: bytes(4),
  uv0: floats(2),
  uv1: floats(2),
  tangents: bytes(4),
  colors: bytes(4),
  faceIndices: words(1),
  faces: words(3),
  bones: fc.array(
    fc.record({
      name,
      parent,
      bindMatrix: matrix,
      inverseBindMatrix: matrix,
      hasSkinnedVertices: byte,
      pad: fc.uint8Array({ minLength: 3, maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  links: words(2),
  boneWeights: bytes(2),
  hardpoints: fc.array(
    fc.record({
      name,
      parent,
      bindMatrix: matrix,
      inverseBindMatrix: matrix,
      hpToBoneMatrix: matrix,
      normalizedBindMatrix: matrix,
      normalizedHpToBoneMatrix: matrix,
    }),
    { maxLength: 2 },
  ),
  refMeshFileName: text,
  refMeshFileTime: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  meshType: byte,
  baseVariantDiffs: halves(3),
  conformWeights: halves(6),
  materialSections: fc.array(
    fc.record({ name: text, faceStart: u32, faceCount: u32, vertexMin: u32, vertexMax: u32 }),
    { maxLength: 3 },
  ),
  trailing: fc.uint8Array({ maxLength: 5 }),
});
