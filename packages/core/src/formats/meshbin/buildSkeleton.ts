import { MathUtils } from "@gltf-transform/core";
import { influencesOf } from "../../scene/influences.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { IDENTITY, invertAffine, type Matrix, multiplyMatrices } from "../../scene/matrices.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { type SceneSkeleton, skeletonOf } from "../../scene/skeletonOf.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import type { BuildVertices } from "./buildVertices.ts";
import type { MeshbinBone } from "./file.ts";

/** The engine has room for this many (format's page, "Limits"). */
const MOST_BONES = 15;
/** A second influence that weighs more than this is worth a word. */
const NOTABLE_WEIGHT = 0.01;
/** How far a scale may be from 1. */
const NO_SCALE = 1e-3;

/** Bones of a scene, and the one that moves each vertex. */
export interface BuildSkeleton {
  bones: MeshbinBone[];
  /** Per vertex. */
  vertexBone: Uint8Array;
}

/**
 * One bone per joint, parents first as the engine walks them once, each vertex bound to its strongest joint.
 *
 * @param raw the bones of the source as its extras list them: used for each joint whose place still is what they say
 * @throws MeshglotError `MESHBIN_TOO_MANY_BONES`, `MESHBIN_BONE_SCALED`
 */
export function buildSkeleton(
  surfaces: readonly SceneSurface[],
  vertices: BuildVertices,
  raw: readonly MeshbinBone[],
  ledger: LossLedger,
): BuildSkeleton | undefined {
  const skeleton = skeletonOf(surfaces, true);
  if (!skeleton) return undefined;
  const { joints } = skeleton;
  if (joints.length > MOST_BONES) {
    throw sceneFault(
      "MESHBIN_TOO_MANY_BONES",
      "skins",
      `${joints.length} joints are more than the ${MOST_BONES} that the engine has room for`,
      "Merge the small bones (fingers, twists) into their parents, or delete joints that move nothing.",
      { needed: joints.length, available: MOST_BONES },
    );
  }
  const bones = joints.map(({ bind, parent, name }, i) => {
    const above = parent >= 0 ? (joints[parent]?.bind ?? IDENTITY) : IDENTITY;
    const local = multiplyMatrices(invertAffine(above) ?? IDENTITY, bind);
    const bone = boneOf(local, parent, name);
    const stored = raw[i];
    return stored && isSame(stored, bone) ? stored : bone;
  });
  const named = joints.filter(({ name }, i) => name !== `bone${i}`).length;
  ledger.add("BONE_NAMES_DROPPED", "bones", named, "bones have numbers instead of names");
  return { bones, vertexBone: strongest(surfaces, skeleton, vertices, ledger) };
}

function boneOf(local: Matrix, parent: number, name: string): MeshbinBone {
  const t: [number, number, number] = [0, 0, 0];
  const r: [number, number, number, number] = [0, 0, 0, 1];
  const s: [number, number, number] = [1, 1, 1];
  // The same sixteen numbers; the library's types want a tuple.
  MathUtils.decompose([...local] as Parameters<typeof MathUtils.decompose>[0], t, r, s);
  const scaled = s.find((factor) => Math.abs(factor - 1) > NO_SCALE);
  if (scaled !== undefined) {
    throw sceneFault(
      "MESHBIN_BONE_SCALED",
      name,
      `the joint scales by ${scaled.toPrecision(4)}, and bones of this format have no scale`,
      "Apply the scale of the armature in the modelling program (in Blender: Object, Apply, Scale).",
    );
  }
  const [qx, qy, qz, qw] = r;
  return {
    parent,
    localPosition: Int32Array.of(Math.round(t[0]), Math.round(-t[1]), Math.round(-t[2])),
    localRotation: Int16Array.from([qw, qx, -qy, -qz], (value) => Math.round(value * 4096)),
  };
}

/** Same place to the unit, same rotation to what single precision leaves of it. */
function isSame(stored: MeshbinBone, built: MeshbinBone): boolean {
  const length = Math.hypot(...stored.localRotation) / 4096 || 1;
  const turned = Array.from(stored.localRotation, (value) => value / length);
  const opposite = turned.reduce((sum, value, i) => sum + value * (built.localRotation[i] ?? 0), 0) < 0 ? -1 : 1;
  return (
    stored.parent === built.parent &&
    stored.localPosition.every((value, i) => value === built.localPosition[i]) &&
    turned.every((value, i) => Math.abs(value * opposite - (built.localRotation[i] ?? 0)) <= 1)
  );
}

function strongest(
  surfaces: readonly SceneSurface[],
  skeleton: SceneSkeleton,
  vertices: BuildVertices,
  ledger: LossLedger,
): Uint8Array {
  const bones = new Uint8Array(vertices.count);
  let shared = 0;
  let unweighted = 0;
  surfaces.forEach((surface, s) => {
    const { joints, weights } = influencesOf(surface, skeleton, 2);
    const start = vertices.starts[s] ?? 0;
    for (let vertex = 0; vertex < surface.vertexCount; vertex++) {
      if ((weights[vertex * 2 + 1] ?? 0) > NOTABLE_WEIGHT) shared++;
      const bound = (weights[vertex * 2] ?? 0) > 0;
      if (!bound) unweighted++;
      bones[start + vertex] = bound ? (joints[vertex * 2] ?? 0) : nearest(skeleton, vertices, start + vertex);
    }
  });
  ledger.add("INFLUENCES_DROPPED", "WEIGHTS_0", shared, "vertices follow their strongest bone alone");
  ledger.add("VERTICES_UNWEIGHTED", "WEIGHTS_0", unweighted, "vertices that no bone moves were given to the nearest");
  return bones;
}

/** The bone whose origin is closest in bind pose. */
function nearest(skeleton: SceneSkeleton, vertices: BuildVertices, vertex: number): number {
  const [x = 0, y = 0, z = 0] = vertices.positions.subarray(vertex * 3, vertex * 3 + 3);
  const distances = skeleton.joints.map(({ bind }) =>
    Math.hypot((bind[12] ?? 0) - x, (bind[13] ?? 0) + y, (bind[14] ?? 0) + z),
  );
  return distances.indexOf(Math.min(...distances));
}
