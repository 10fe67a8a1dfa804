import fc from "fast-check";
import { MSH_MASK, type MshFile } from "../../src/formats/msh/file.ts";

const floats = (length: number) =>
  fc.array(fc.float({ noNaN: false }), { minLength: length, maxLength: length }).map((v) => Float32Array.from(v));
const text = fc.record({ raw: fc.uint8Array({ maxLength: 12 }) });
const int = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

/** Any mesh that the layout can hold, sensible or not. */
export const anyMesh: fc.Arbitrary<MshFile> = fc
  .record({
    version: fc.constantFrom(2000, 2001, 2002, 77),
    mask: fc.integer({ min: 0, max: 0xffff }),
    vertexCount: fc.integer({ min: 0, max: 6 }),
    faceCount: fc.integer({ min: 0, max: 5 }),
  })
  .chain(({ version, mask, vertexCount, faceCount }) => {
    const block = (bit: number, size: number) =>
      (mask & bit) !== 0 ? floats(size * vertexCount) : fc.constant(undefined);
    return fc
      .record({
        meshType: fc.integer({ min: 0, max: 255 }),
        boundsMin: floats(3),
        boundsMax: floats(3),
        sphereRadius: fc.float(),
        subMeshes: fc.array(fc.record({ minIndex: int, vertexCount: int, indexStart: int, faceCount: int }), {
          maxLength: 3,
        }),
        positions: block(MSH_MASK.positions, 3),
        normals: block(MSH_MASK.normals, 3),
        tangents: block(MSH_MASK.tangents, 3),
        binormals: block(MSH_MASK.binormals, 3),
        colors:
          (mask & MSH_MASK.colors) !== 0
            ? fc.uint8Array({ minLength: 4 * vertexCount, maxLength: 4 * vertexCount })
            : fc.constant(undefined),
        uv0: block(MSH_MASK.uv0, 2),
        uv1: block(MSH_MASK.uv1, 2),
        boneNames: (mask & MSH_MASK.weights) !== 0 ? fc.array(text, { maxLength: 4 }) : fc.constant(undefined),
        vertexWeights: block(MSH_MASK.weights, 8),
        billboardCenters: block(MSH_MASK.billboardCenters, 3),
        indices: fc.uint16Array({ minLength: 3 * faceCount, maxLength: 3 * faceCount }),
        controlPoints:
          version === 2002
            ? fc.array(fc.record({ typeIndex: text, linkedBone: text, extraInfo: text, position: floats(3) }), {
                maxLength: 3,
              })
            : fc.constant(undefined),
      })
      .map((fields) => {
        const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
        return {
          ...present,
          version,
          vertexMask: mask,
          subMeshCount: fields.subMeshes.length,
          vertexCount,
          faceCount,
          ...(fields.controlPoints ? { controlPointCount: fields.controlPoints.length } : {}),
          trailing: new Uint8Array(0),
        } as unknown as MshFile; // put together field by field above
      });
  });
