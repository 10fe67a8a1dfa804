import type { Repair, Repaired } from "../../issues/repair.ts";
import { blockOf } from "../../layout/block.ts";
import { boundsOf } from "../../scene/space.ts";
import { layOutUnigine } from "./blockPlaces.ts";
import { collisionTreeOf, isCanonicalTree } from "./collision.ts";
import type { UnigineBounds, UnigineFile, UnigineId } from "./file.ts";
import { surfacesOf } from "./surfaces.ts";

/** Boxes of surfaces are exact in real files, their spheres reach to the farthest vertex from the box's centre (verified). */
function boundsOfPositions(positions: Float32Array): UnigineBounds | undefined {
  const box = boundsOf(positions);
  if (!box) return undefined;
  const center = Float32Array.from(box.min, (min, axis) => (min + (box.max[axis] ?? 0)) / 2);
  let squared = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    let own = 0;
    for (let axis = 0; axis < 3; axis++) own += ((positions[i + axis] ?? 0) - (center[axis] ?? 0)) ** 2;
    if (own > squared) squared = own;
  }
  return {
    min: Float32Array.from(box.min),
    max: Float32Array.from(box.max),
    center,
    radius: upward(Math.sqrt(squared)),
  };
}

/** The single float at or above a number, so that a sphere still holds its farthest vertex. */
function upward(value: number): number {
  const rounded = Math.fround(value);
  return rounded >= value ? rounded : Math.fround(value * (1 + 2 ** -23));
}

function repairBounds(file: UnigineFile): Repaired<UnigineFile> | undefined {
  const views = surfacesOf(file);
  const own = views.map(({ targets }) => boundsOfPositions(targets[0]?.positions ?? new Float32Array(0)));
  const all = boundsOfPositions(joined(views.map(({ targets }) => targets[0]?.positions ?? new Float32Array(0))));
  if (!all) return undefined;
  const surfaces = file.surfaces.map((surface, i) => ({ ...surface, bounds: own[i] ?? surface.bounds }));
  return {
    file: { ...file, bounds: all, surfaces } as UnigineFile, // the same identifier, other boxes
    fields: [
      { path: "bounds", message: `becomes the box and sphere of all ${views.length} surfaces` },
      ...views.map(({ path }) => ({ path: `${path}.bounds`, message: "becomes the box and sphere of its positions" })),
    ],
  };
}

function joined(arrays: readonly Float32Array[]): Float32Array {
  const result = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    result.set(array, at);
    at += array.length;
  }
  return result;
}

/** Edges and trees that are not what the rule gives; a new block has new places for all that follow. */
function repairCollision(file: UnigineFile, id: string): Repaired<UnigineFile> | undefined {
  if (!("treeBlocks" in file)) return undefined;
  const fields: Repaired<UnigineFile>["fields"] = [];
  const views = surfacesOf(file);
  const treeBlocks = file.treeBlocks.map((block, i) => {
    const view = views[i];
    const made =
      view &&
      collisionTreeOf(view.targets[0]?.positions ?? new Float32Array(0), view.cIndices, file.spatialTreeTriangles);
    if (!made || isCanonicalTree(block.value, made)) return block;
    fields.push({
      path: `treeBlocks[${i}]`,
      message: `${made.edgeCount} edge bytes and ${made.nodeCount} tree nodes computed from the triangles`,
    });
    return blockOf(made);
  });
  if (fields.length === 0) return undefined;
  return { file: layOutUnigine({ ...file, treeBlocks }, id as UnigineId), fields }; // the dialect that it was read as
}

const COLLISION = "edges and tree from the triangles";

export const UNIGINE_REPAIRS: readonly Repair<UnigineFile>[] = [
  {
    code: "UNIGINE_BOUNDS",
    title: "boxes and spheres of the surfaces and of the mesh from the positions",
    mend: repairBounds,
  },
  { code: "UNIGINE_EDGES_COUNT", title: COLLISION, mend: repairCollision },
  { code: "UNIGINE_TREE_PERMUTATION", title: COLLISION, mend: repairCollision },
  { code: "UNIGINE_TREE_LINKS", title: COLLISION, mend: repairCollision },
  { code: "UNIGINE_TREE_BOUNDS", title: COLLISION, mend: repairCollision },
  { code: "UNIGINE_EDGES_BITS", title: COLLISION, onRequest: true, mend: repairCollision },
  {
    code: "UNIGINE_OFFSET_MISMATCH",
    title: "the table of offsets from the places of the geometry blocks",
    mend: (file, id) => {
      if (!("offsets" in file)) return undefined;
      const placed = layOutUnigine(file, id as UnigineId); // the dialect that it was read as
      const fields = file.offsets.flatMap((before, i) => {
        const after = placed.offsets[i];
        return after === before ? [] : [{ path: `offsets[${i}]`, message: `${before} becomes ${after}` }];
      });
      return { file: placed, fields };
    },
  },
];
