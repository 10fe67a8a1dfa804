import type { Block } from "../../layout/block.ts";
import type { LossLedger } from "../../scene/loss.ts";
import type { Salvaged } from "../../scene/salvage.ts";
import type { CollisionTree, UnigineFile, UnigineJoint } from "./file.ts";
import { indexValues } from "./indices.ts";
import { surfacesOf } from "./surfaces.ts";

const NO_BOUNDS = { min: new Float32Array(3), max: new Float32Array(3), center: new Float32Array(3), radius: 0 };
/** Numbers of a joint's transform. */
const TRANSFORM = 10;

/** The fields that a file of any identifier may have got to. */
interface AnyPart {
  bounds?: object;
  surfaces?: ({ bounds?: object } & IndexCounts)[];
  joints?: Partial<UnigineJoint>[];
  bind?: Float32Array;
  treeBlocks?: Block<Partial<CollisionTree>>[];
  geometryBlocks?: Block<object>[];
  geometry?: IndexCounts[];
}

/** Stands in the header of a surface, or in front of its arrays. */
interface IndexCounts {
  cIndexCount?: number;
  tIndexCount?: number;
}

/** Of a surface whose arrays the file does not hold. */
const NO_BLOCK: Block<object> = { uncompressedSize: 0, stored: true, value: {} };
/** Identifiers whose arrays lie in the file as they are. */
const INLINE = ["ms10", "ms11", "ms12", "ms13"];

/**
 * Completes a mesh that was read up to a fault. The conversion takes arrays as long as they are; joints without their
 * bind pose, which lies before all geometry, are no skeleton.
 */
export function salvageUnigine(part: object, id: string, ledger: LossLedger): Salvaged<UnigineFile> {
  const { bounds, surfaces = [], joints = [], bind = new Float32Array(0), treeBlocks = [] }: AnyPart = part;
  const posed = bind.length >= TRANSFORM * joints.length && joints.every(({ parent }) => parent !== undefined);
  const whole = surfaces.filter((surface) => surface.bounds !== undefined && "radius" in surface.bounds);
  const file = {
    estimatedRamBytes: 0n,
    spatialTreeTriangles: 0,
    offsets: [],
    trailing: new Uint8Array(0),
    ...("skeletonGuid" in part ? { skeletonPath: { raw: new Uint8Array(0) } } : {}),
    ...part,
    bounds: { ...NO_BOUNDS, ...bounds },
    joints: posed ? joints : [],
    jointCount: posed ? joints.length : 0,
    surfaces: whole,
    surfaceCount: whole.length,
    ...(INLINE.includes(id)
      ? { geometry: whole.map((_, i) => (part as AnyPart).geometry?.[i] ?? {}) }
      : { geometryBlocks: whole.map((_, i) => (part as AnyPart).geometryBlocks?.[i] ?? NO_BLOCK) }),
    treeBlocks: treeBlocks.filter(({ value }) => isWhole(value)),
  } as unknown as UnigineFile; // the conversion asks the fields that are there, not the identifier
  const views = surfacesOf(file);
  views.forEach(({ path, cIndices, tIndices }, i) => {
    const counts = { ...(part as AnyPart).geometry?.[i], ...whole[i] };
    const missing =
      trianglesIn(counts.cIndexCount, counts.tIndexCount) -
      trianglesIn(indexValues(cIndices).length, indexValues(tIndices).length);
    ledger.add("TRIANGLES_MISSING", path, missing, "triangles that the file announces and does not hold");
  });
  const points = views.flatMap(({ targets }) =>
    targets.slice(0, 1).map(({ path, positions }) => ({ path: `${path}.positions`, positions })),
  );
  return { file, points };
}

/** A triangle needs three indices in both arrays. What was not read is as long as the other one. */
function trianglesIn(c: number | undefined, t: number | undefined): number {
  return Math.floor(Math.min(c ?? 0, t ?? c ?? 0) / 3);
}

function isWhole({ splitDistances, nodeCount }: Partial<CollisionTree>): boolean {
  return splitDistances !== undefined && splitDistances.length === nodeCount; // the last field
}
