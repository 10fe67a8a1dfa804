import type { Document } from "@gltf-transform/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexValues } from "../../src/formats/unigine/indices.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { type SurfaceView, skeletonOf, surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { documentOf, randomScene } from "../support/randomScene.ts";
import { largest, largestDifference, volumeOfTriangles, worldTriangles } from "../support/worldTriangles.ts";
import { builtFile, primitivesOf } from "./scenes.ts";

const RUNS = { numRuns: 60, seed: 2022 };
const LINKED = { skeletonPath: "data/rig.skeleton" };
const warnings = async (bytes: Uint8Array) =>
  (await validateMesh(bytes)).issues.filter(({ severity }) => severity !== "info");

/** Positions are single precision in both, so all that is lost is the rounding of placing them: some steps of 2^-24. */
function expectSameShape(document: Document, again: Document, slack = 1): void {
  const [before, after] = [worldTriangles(document), worldTriangles(again)];
  expect(largestDifference(before, after)).toBeLessThan(slack * largest(before) * 2 ** -20);
  const volume = volumeOfTriangles(before);
  expect(volume).toBeGreaterThan(0);
  expect(volumeOfTriangles(after) / volume).toBeCloseTo(1, 3);
}

/** What glTF says about normals: the file's decoded ones point the same way within two steps of 1/32767 per component. */
const NORMAL_BOUND = 4 * (2 / 32767);

describe("any static scene", () => {
  it.each(["ms15", "ms14"] as const)(
    "as %s keeps shape, sides, topology, names and normals, and is faultless",
    async (target) => {
      await fc.assert(
        fc.asyncProperty(randomScene({ skins: false }), async (scene) => {
          const document = documentOf(scene);
          const { bytes } = await builtFile(document, target);
          expect(await warnings(bytes)).toEqual([]);
          expect(verifyMesh(bytes).identical).toBe(true);
          const { document: again } = await meshToScene(bytes);
          expectSameShape(document, again);
          const names = scene.meshes.flatMap(({ name, boxes }) =>
            boxes.length === 1 ? [name] : boxes.map(({ material }) => `${name}_material ${material}`),
          );
          const surfaces = surfacesOf(openMesh(bytes).file as never);
          // Two parts of a mesh with one material get a number.
          expect(surfaces.map(({ name }) => textOf(name).replace(/_\d$/, ""))).toEqual(names);
          for (const surface of surfaces) {
            // A box has 8 corners, 24 with their normals, however its vertices were split.
            expect(surface.vertexCount).toBe(8);
            expect(surface.tVertexCount).toBeGreaterThanOrEqual(24);
            expectBoxNormals(surface);
          }
        }),
        RUNS,
      );
    },
  );
});

/** Normals of a box, whatever way it is turned, are those of its faces. */
function expectBoxNormals({ targets, cIndices, tIndices }: SurfaceView): void {
  const positions = targets[0]?.positions ?? new Float32Array(0);
  const tangents = targets[0]?.tangents ?? new Int16Array(0);
  const [c, t] = [indexValues(cIndices), indexValues(tIndices)];
  for (let k = 0; k < c.length; k += 3) {
    const p = [0, 1, 2].map((i) => [0, 1, 2].map((axis) => positions[3 * (c[k + i] ?? 0) + axis] ?? 0));
    const [u, v] = [1, 2].map((i) => [0, 1, 2].map((axis) => (p[i]?.[axis] ?? 0) - (p[0]?.[axis] ?? 0)));
    const n = cross(u ?? [], v ?? []);
    for (let i = 0; i < 3; i++) {
      const [x = 0, y = 0, z = 0, w = 0] = tangents.subarray(4 * (t[k + i] ?? 0), 4 * (t[k + i] ?? 0) + 4);
      const square = x * x + y * y + z * z + w * w;
      const normal = [
        (2 * (x * z + w * y)) / square,
        (2 * (y * z - w * x)) / square,
        1 - (2 * (x * x + y * y)) / square,
      ];
      const length = Math.hypot(...n);
      for (const axis of [0, 1, 2]) {
        // |w| is raised to 0.001, which turns a frame by as much as 0.002.
        expect(Math.abs((normal[axis] ?? 0) - (n[axis] ?? 0) / length)).toBeLessThan(0.0025 + NORMAL_BOUND);
      }
    }
  }
}

function cross([ax = 0, ay = 0, az = 0]: readonly number[], [bx = 0, by = 0, bz = 0]: readonly number[]): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

describe("any skinned scene", () => {
  it.each(["sk10", "ms14"] as const)("as %s keeps shape, joints and weights, and is faultless", async (target) => {
    await fc.assert(
      fc.asyncProperty(randomScene({ skins: true }), async (scene) => {
        const document = documentOf(scene);
        const { bytes, surfaces } = await builtFile(document, target, LINKED);
        expect(await warnings(bytes)).toEqual([]);
        const { document: again } = await meshToScene(bytes);
        expectSameShape(document, again, 4); // joint, inverse bind and weights each round once more
        const { joints } = skeletonOf(openMesh(bytes).file as never);
        const skinned = scene.meshes.some((mesh) => mesh.skinned);
        expect(joints.map(({ name }) => textOf(name))).toEqual(skinned ? scene.joints.map(({ name }) => name) : []);
        const parents = scene.joints.map(({ parent }, i) => (parent < i ? parent : -1));
        expect(joints.map(({ parent }) => parent)).toEqual(skinned ? parents : []);
        primitivesOf(document).forEach((primitive, i) => {
          const surface = surfaces[i];
          if (primitive.getAttribute("WEIGHTS_0") && surface) expectWeights(primitive, surface);
          else expect(surface?.weights.counts).toHaveLength(0);
        });
      }),
      RUNS,
    );
  });
});

/** Truncated to 1/65535, so a weight loses less than that, and never gains. */
function expectWeights(primitive: ReturnType<typeof primitivesOf>[number], { weights, cIndices }: SurfaceView): void {
  const [joints, values] = [primitive.getAttribute("JOINTS_0"), primitive.getAttribute("WEIGHTS_0")];
  const starts = [0];
  for (const count of weights.counts) starts.push((starts.at(-1) ?? 0) + count);
  const corners = primitive.getIndices()?.getArray() ?? [];
  indexValues(cIndices).forEach((position, k) => {
    const vertex = corners[k] ?? 0;
    const wanted = new Map<number, number>();
    values?.getElement(vertex, []).forEach((weight, slot) => {
      const joint = joints?.getElement(vertex, [])[slot] ?? 0;
      if (weight > 0) wanted.set(joint, (wanted.get(joint) ?? 0) + weight);
    });
    const [start = 0, end = 0] = starts.slice(position, position + 2);
    expect(end - start).toBe(wanted.size);
    for (let pair = start; pair < end; pair++) {
      const loss = (wanted.get(weights.joints[pair] ?? -1) ?? 0) - (weights.weights[pair] ?? 0) / 65535;
      expect(loss).toBeGreaterThan(-1e-6);
      expect(loss).toBeLessThan(1 / 65535 + 1e-6);
      if (pair > start) expect(weights.weights[pair]).toBeLessThanOrEqual(weights.weights[pair - 1] ?? 0);
    }
  });
}

describe("any morphing scene", () => {
  it.each(["sk10", "ms14"] as const)(
    "as %s keeps absolute positions of all targets, and is faultless",
    async (target) => {
      await fc.assert(
        fc.asyncProperty(randomScene({ skins: false, morphTargets: 3 }), async (scene) => {
          const document = documentOf(scene);
          const { bytes, surfaces } = await builtFile(document, target, LINKED);
          expect(await warnings(bytes)).toEqual([]);
          const { document: again } = await meshToScene(bytes);
          for (let morph = 0; morph < scene.morphTargets; morph++) {
            for (const each of [document, again]) addTarget(each, morph);
            expectSameCorners(document, again);
          }
          expect(surfaces.map(({ targets }) => targets.length)).toEqual(surfaces.map(() => 1 + scene.morphTargets));
          for (const { targets, weights, vertexCount } of surfaces) {
            if (targets.length > 1) expect(weights.counts).toEqual(new Uint8Array(vertexCount));
          }
        }),
        RUNS,
      );
    },
  );
});

/** Puts a morph target fully on, beside those that are. */
function addTarget(document: Document, morph: number): void {
  for (const primitive of primitivesOf(document)) {
    const offsets = primitive.listTargets()[morph]?.getAttribute("POSITION")?.getArray();
    const positions = primitive.getAttribute("POSITION");
    const array = positions?.getArray();
    if (offsets && array) positions?.setArray(Float32Array.from(array, (value, i) => value + (offsets[i] ?? 0)));
  }
}

function expectSameCorners(document: Document, again: Document): void {
  const [before, after] = [worldTriangles(document), worldTriangles(again)];
  expect(largestDifference(before, after)).toBeLessThan(largest(before) * 2 ** -19);
}
