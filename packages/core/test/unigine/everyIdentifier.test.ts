import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UnigineFile, UnigineId } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { indexWidth } from "../../src/formats/unigine/indices.ts";
import { MS10_TANGENT } from "../../src/formats/unigine/records.ts";
import { blockOf } from "../../src/layout/block.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { expectTiling } from "../support/fidelity.ts";

const floats = (length: number) =>
  fc.array(fc.float({ noNaN: false }), { minLength: length, maxLength: length }).map((v) => Float32Array.from(v));
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const shorts = (length: number) => fc.int16Array({ minLength: length, maxLength: length });
const name = fc.record({ raw: fc.uint8Array({ maxLength: 12 }) });
const bounds = fc.record({ min: floats(3), max: floats(3), center: floats(3), radius: fc.float() });
const int = fc.oneof(fc.integer({ min: -70, max: 70 }), fc.integer({ min: -9000, max: 9000 }), fc.integer());
const ints = (length: number) =>
  fc.array(int, { minLength: length, maxLength: length }).map((values) => ({ values: Int32Array.from(values) }));
const small = fc.integer({ min: 0, max: 4 });
const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const weights = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 6 }), { minLength: count, maxLength: count }).chain((counts) => {
    const pairs = counts.reduce((sum, own) => sum + own, 0);
    return fc.record({
      counts: fc.constant(Uint8Array.from(counts)),
      joints: shorts(pairs),
      weights: fc.uint16Array({ minLength: pairs, maxLength: pairs }),
    });
  });

/** Indices as wide as the rule says, any numbers. */
const indices = (count: number, addressed: number) =>
  indexWidth(addressed) === 1 ? bytes(count) : fc.uint16Array({ minLength: count, maxLength: count });

/** Arrays of a surface; index arrays of `c` and `t` entries, so that headers can hold the same counts. */
const surface = fc
  .record({
    vertices: fc.constantFrom(0, 1, 5, 300),
    tVertices: fc.constantFrom(0, 1, 6, 260),
    uv0: small,
    uv1: small,
    colors: small,
    weightCount: small,
    targets: fc.integer({ min: 1, max: 3 }),
    c: fc.integer({ min: 0, max: 9 }),
    t: fc.integer({ min: 0, max: 9 }),
    nodes: small,
    edges: small,
    treeIndices: small,
  })
  .chain((n) => {
    const addressed = n.tVertices > 0 ? n.tVertices : Math.max(n.uv0, n.uv1, n.colors);
    return fc.record({
      counts: fc.constant(n),
      targets: fc.array(
        fc.record({
          positions: floats(3 * n.vertices),
          tangents: shorts(4 * n.tVertices),
          seven: bytes(MS10_TANGENT * n.tVertices),
        }),
        { minLength: n.targets, maxLength: n.targets },
      ),
      names: fc.array(name, { minLength: n.targets, maxLength: n.targets }),
      name,
      bounds,
      lightmap: fc.record({
        lightmapUvChannel: fc.integer({ min: 0, max: 255 }),
        lightmapResolution: fc.integer({ min: 0, max: 255 }),
      }),
      weights: weights(n.weightCount),
      uv0: floats(2 * n.uv0),
      uv1: floats(2 * n.uv1),
      colors: bytes(4 * n.colors),
      cIndices: indices(n.c, n.vertices),
      tIndices: indices(n.t, addressed),
      stored: fc.boolean(),
      tree: fc.record({
        edgeCount: fc.constant(n.edges),
        edges: bytes(n.edges),
        treeIndexCount: fc.constant(n.treeIndices),
        treeIndices: ints(n.treeIndices),
        nodeCount: fc.constant(n.nodes),
        nodes: fc.record({ axes: bytes(n.nodes), links: ints(4 * n.nodes) }),
        boxes: floats(6 * n.nodes),
        splitDistances: floats(n.nodes),
      }),
    });
  });
type Surface = typeof surface extends fc.Arbitrary<infer S> ? S : never;

const shared = fc.record({
  surfaces: fc.array(surface, { maxLength: 3 }),
  bounds,
  joints: fc.array(fc.record({ name, parent: fc.integer({ min: -32768, max: 32767 }) }), { maxLength: 3 }),
  spatialTreeTriangles: int,
  estimatedRamBytes: long,
  trailing: fc.uint8Array({ maxLength: 5 }),
  skeletonGuid: name,
  skeletonPath: name,
  offsets: fc.array(long, { minLength: 3, maxLength: 3 }),
});
type Shared = typeof shared extends fc.Arbitrary<infer S> ? S : never;

const arraysOf = ({ counts, uv0, uv1, colors, cIndices, tIndices }: Surface) => ({
  uv0Count: counts.uv0,
  uv0,
  uv1Count: counts.uv1,
  uv1,
  colorCount: counts.colors,
  colors,
  cIndices,
  tIndices,
});
const weightsOf = ({ counts, weights }: Surface) => ({ weightCount: counts.weightCount, weights });
const indexCounts = ({ counts }: Surface) => ({ cIndexCount: counts.c, tIndexCount: counts.t });
const blockTargets = ({ counts, targets }: Surface) =>
  targets.map(({ positions, tangents }) => ({ positions, tangentCount: counts.tVertices, tangents }));
const headerTargets = ({ counts, names }: Surface) => ({
  targetCount: names.length,
  targets: names.map((own) => ({ name: own, vertexCount: counts.vertices })),
});

/** A file object of each identifier from the same parts. */
const BUILDERS: Record<UnigineId, (parts: Shared, pose: Float32Array) => UnigineFile> = {
  ms15: ({ surfaces, ...parts }) => ({
    ...header(parts),
    bounds: parts.bounds,
    surfaceCount: surfaces.length,
    surfaces: surfaces.map((s) => ({
      name: s.name,
      ...s.lightmap,
      ...indexCounts(s),
      bounds: s.bounds,
      vertexCount: s.counts.vertices,
    })),
    geometryBlocks: surfaces.map((s) => {
      const [target] = blockTargets(s);
      if (!target) throw new Error("every surface has a target");
      return blockOf({ ...target, ...arraysOf(s) }, s.stored);
    }),
    treeBlocks: surfaces.map((s) => blockOf(s.tree, s.stored)),
    offsets: parts.offsets.slice(0, surfaces.length),
    trailing: parts.trailing,
  }),
  ms14: ({ surfaces, ...parts }, pose) => ({
    ...header(parts),
    bounds: parts.bounds,
    jointCount: parts.joints.length,
    joints: parts.joints,
    bind: pose,
    surfaceCount: surfaces.length,
    surfaces: surfaces.map((s) => ({
      name: s.name,
      ...s.lightmap,
      ...indexCounts(s),
      bounds: s.bounds,
      ...headerTargets(s),
    })),
    geometryBlocks: surfaces.map((s) =>
      blockOf({ targets: blockTargets(s), ...weightsOf(s), ...arraysOf(s) }, s.stored),
    ),
    treeBlocks: surfaces.map((s) => blockOf(s.tree, s.stored)),
    offsets: parts.offsets.slice(0, surfaces.length),
    trailing: parts.trailing,
  }),
  sk10: ({ surfaces, ...parts }, pose) => ({
    ...header(parts),
    bounds: parts.bounds,
    jointCount: parts.joints.length,
    joints: parts.joints,
    bindCount: parts.joints.length,
    bind: pose,
    restCount: parts.joints.length,
    rest: pose,
    skeletonGuid: parts.skeletonGuid,
    skeletonPath: parts.skeletonPath,
    surfaceCount: surfaces.length,
    surfaces: surfaces.map((s) => ({ name: s.name, ...indexCounts(s), bounds: s.bounds, ...headerTargets(s) })),
    geometryBlocks: surfaces.map((s) =>
      blockOf({ targets: blockTargets(s), ...weightsOf(s), ...arraysOf(s) }, s.stored),
    ),
    offsets: parts.offsets.slice(0, surfaces.length),
    trailing: parts.trailing,
  }),
  ms13: (parts, pose) => ({ ...inline(parts, pose, false), surfaces: oldSurfaces(parts, true) }),
  ms12: (parts, pose) => ({ ...inline(parts, pose, false), ...NO_ANIMATION, surfaces: oldSurfaces(parts, true) }),
  ms11: (parts, pose) => ({ ...inline(parts, pose, false), ...NO_ANIMATION, surfaces: oldSurfaces(parts, false) }),
  ms10: (parts, pose) => ({ ...inline(parts, pose, true), ...NO_ANIMATION, surfaces: oldSurfaces(parts, false) }),
};
const NO_ANIMATION = { animationCount: 0, animationNames: [] };

function header({ spatialTreeTriangles, estimatedRamBytes }: Omit<Shared, "surfaces">) {
  return { spatialTreeTriangles, estimatedRamBytes };
}

function oldSurfaces({ surfaces }: Shared, lightmap: boolean) {
  return surfaces.map((s) => ({
    name: s.name,
    ...(lightmap ? s.lightmap : ({} as Surface["lightmap"])), // ms11 has none, and its interface does not ask for any
    bounds: s.bounds,
    targetCount: s.names.length,
    targetNames: s.names,
  }));
}

function inline(parts: Shared, pose: Float32Array, seven: boolean) {
  return {
    bounds: parts.bounds,
    jointCount: parts.joints.length,
    joints: parts.joints,
    surfaceCount: parts.surfaces.length,
    bind: pose,
    geometry: parts.surfaces.map((s) => ({
      targets: s.targets.map((target) => ({
        vertexCount: s.counts.vertices,
        positions: target.positions,
        tangentCount: s.counts.tVertices,
        tangents: seven ? target.seven : target.tangents,
      })),
      ...weightsOf(s),
      ...arraysOf(s),
      ...indexCounts(s),
    })),
    trailing: parts.trailing,
  };
}

/** Without what reading adds: raw spellings, payloads and the sizes of blocks. */
function bare(value: unknown): unknown {
  if (ArrayBuffer.isView(value) || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const added = "stored" in value ? ["$raw", "payload", "uncompressedSize", "stored"] : ["$raw"];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !added.includes(key))
      .map(([key, inner]) => [key, bare(inner)]),
  );
}

describe.each(Object.keys(BUILDERS) as UnigineId[])("any %s", (id) => {
  it("is read back as it was written, and tiled by its spans", () => {
    fc.assert(
      fc.property(shared, (parts) => {
        const pose = Float32Array.from({ length: 10 * parts.joints.length }, (_, i) => i / 7);
        const file = BUILDERS[id](parts, pose);
        const written = unigine.write(file, id);
        const mesh = openMesh(written);
        expect(mesh.fault).toBeUndefined();
        expect(mesh.dialect).toBe(id);
        expect(bare(mesh.file)).toEqual(bare(file));
        expectTiling(mapMesh(written).spans, written.byteLength);
        expect(unigine.write(mesh.file as UnigineFile, id)).toEqual(written);
      }),
      { numRuns: 120, seed: 15 },
    );
  });

  it("is refused when an array and its count disagree", () => {
    fc.assert(
      fc.property(shared, (parts) => {
        const pose = new Float32Array(10 * parts.joints.length);
        const file = BUILDERS[id](parts, pose);
        expect(() => unigine.write({ ...file, surfaceCount: file.surfaceCount + 1 }, id)).toThrow(
          /are due by surfaceCount|WRITE_/,
        );
      }),
      { numRuns: 20, seed: 16 },
    );
  });
});
