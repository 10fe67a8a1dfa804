import { array, rest } from "../../layout/arrays.ts";
import { type Block, block } from "../../layout/block.ts";
import { list } from "../../layout/lists.ts";
import type { Node } from "../../layout/node.ts";
import { layoutOf, type RecordNode } from "../../layout/record.ts";
import { count, i32, i64, magic } from "../../layout/scalars.ts";
import { compactInt } from "./compactInt.ts";
import { noEmbeddedAnimation } from "./embeddedAnimation.ts";
import type { CollisionTree, InlineGeometry, Ms11File, Ms12File, Ms13File, Ms14File, Ms15File, Sk10File, UnigineFile, UnigineId } from "./file.ts";
import { name, name32 } from "./names.ts";
import {
  boundsLayout,
  collisionTree,
  type GeometryCounts,
  inlineGeometry,
  jointLayout,
  ms10Geometry,
  ms11Surface,
  ms13Surface,
  ms14Surface,
  ms15Surface,
  sk10Surface,
  skinnedGeometry,
  staticGeometry,
} from "./records.ts";

const size = count(compactInt);
const int32Count = count(i32);
/** Position, quaternion (x, y, z, w), scale; relative to the parent. */
const TRANSFORM = 10;

/** The identifier at a border between sections. */
const border = (id: UnigineId) => magic(id, "SECTION_MAGIC");

const NO_COUNTS: GeometryCounts = { path: "", cIndexCount: 0, tIndexCount: 0, vertexCounts: [] };

/** One geometry block per surface. Its layout needs the counts of the surface's header. */
function geometryBlocks<F extends { surfaceCount: number }, T>(
  countsOf: (file: F, surface: number) => GeometryCounts,
  geometry: (counts: GeometryCounts) => Node<T>,
): Node<Block<T>[], F> {
  const blocks = list<Block<T>, F>(
    (file, i) => block(geometry(countsOf(file, i))),
    (file) => file.surfaceCount,
  );
  const sample = block(geometry(NO_COUNTS));
  return { ...blocks, type: sample.type, fields: sample.fields };
}

/** One geometry per surface, in the open. */
function inlineGeometries<F extends Pick<Ms13File, "surfaceCount"> & { surfaces: { targetCount: number }[] }>(
  geometry: (targetCount: number) => Node<InlineGeometry>,
): Node<InlineGeometry[], F> {
  const sample = geometry(0);
  // Files may have very many surfaces, and most of those have as many targets as the one before.
  let last = { targetCount: 0, node: sample };
  const geometryWith = (targetCount: number) => {
    if (targetCount !== last.targetCount) last = { targetCount, node: geometry(targetCount) };
    return last.node;
  };
  const surfaces = list<InlineGeometry, F>(
    (file, i) => geometryWith(file.surfaces[i]?.targetCount ?? 0),
    (file) => file.surfaceCount,
  );
  return { ...surfaces, type: sample.type, fields: sample.fields };
}

const treeBlocks: Node<Block<CollisionTree>[], { surfaceCount: number }> = list(block(collisionTree), "surfaceCount");

const ms15 = layoutOf<Ms15File>();
export const ms15Layout = ms15.record("ms15", [
  ms15.fixed("magic1", magic("ms15"), { evidence: "verified" }),
  ms15.field("spatialTreeTriangles", compactInt, { evidence: "verified", note: "leaf size of the tree, always 4" }),
  ms15.field("bounds", boundsLayout, { evidence: "verified" }),
  ms15.field("surfaceCount", size, { evidence: "verified" }),
  ms15.field("surfaces", list(ms15Surface, "surfaceCount"), { evidence: "verified" }),
  ms15.field("estimatedRamBytes", i64, { evidence: "verified", note: "an estimate; nothing depends on it" }),
  ms15.fixed("magic2", border("ms15"), { evidence: "verified" }),
  ms15.field("geometryBlocks", geometryBlocks<Ms15File, Ms15File["geometryBlocks"][number]["value"]>(ms15Counts, staticGeometry), { evidence: "verified" }),
  ms15.fixed("magic3", border("ms15"), { evidence: "verified" }),
  ms15.field("treeBlocks", treeBlocks, { evidence: "verified", note: "not in the table of offsets" }),
  ms15.fixed("magic4", border("ms15"), { evidence: "verified" }),
  ms15.field("offsets", list(i64, "surfaceCount"), { evidence: "verified", pointsAt: "geometryBlocks", note: "absolute, of each geometry block's uncompressedSize" }),
  ms15.fixed("magic5", border("ms15"), { evidence: "verified" }),
  ms15.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const ms14 = layoutOf<Ms14File>();
export const ms14Layout = ms14.record("ms14", [
  ms14.fixed("magic1", magic("ms14"), { evidence: "verified" }),
  ms14.field("spatialTreeTriangles", compactInt, { evidence: "verified", note: "leaf size of the tree, always 4" }),
  ms14.field("bounds", boundsLayout, { evidence: "verified" }),
  ms14.field("jointCount", size, { evidence: "verified" }),
  ms14.field("joints", list(jointLayout, "jointCount"), { evidence: "verified" }),
  ms14.field("surfaceCount", size, { evidence: "verified" }),
  ms14.field("surfaces", list(ms14Surface, "surfaceCount"), { evidence: "verified" }),
  ms14.field("estimatedRamBytes", i64, { evidence: "verified", note: "an estimate; nothing depends on it" }),
  ms14.fixed("magic2", border("ms14"), { evidence: "verified" }),
  ms14.field("bind", array(Float32Array, TRANSFORM, "jointCount"), { evidence: "verified", note: "position, quaternion, scale; relative to the parent" }),
  ms14.field("geometryBlocks", geometryBlocks<Ms14File, Ms14File["geometryBlocks"][number]["value"]>(targetCounts, skinnedGeometry), { evidence: "verified" }),
  ms14.fixed("magic3", border("ms14"), { evidence: "verified" }),
  ms14.field("treeBlocks", treeBlocks, { evidence: "verified", note: "not in the table of offsets" }),
  ms14.fixed("magic4", border("ms14"), { evidence: "verified" }),
  ms14.field("offsets", list(i64, "surfaceCount"), { evidence: "verified", pointsAt: "geometryBlocks", note: "absolute, of each geometry block's uncompressedSize" }),
  ms14.fixed("magic5", border("ms14"), { evidence: "verified" }),
  ms14.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const sk10 = layoutOf<Sk10File>();
export const sk10Layout = sk10.record("sk10", [
  sk10.fixed("magic1", magic("sk10"), { evidence: "documented" }),
  sk10.field("spatialTreeTriangles", compactInt, { evidence: "documented" }),
  sk10.field("bounds", boundsLayout, { evidence: "documented" }),
  sk10.field("jointCount", int32Count, { evidence: "documented" }),
  sk10.field("joints", list(jointLayout, "jointCount"), { evidence: "documented" }),
  sk10.field("bindCount", int32Count, { evidence: "documented" }),
  sk10.field("bind", array(Float32Array, TRANSFORM, "bindCount"), { evidence: "documented", note: "position, quaternion, scale; relative to the parent" }),
  sk10.field("restCount", int32Count, { evidence: "documented" }),
  sk10.field("rest", array(Float32Array, TRANSFORM, "restCount"), { evidence: "documented" }),
  sk10.field("skeletonGuid", name32, { evidence: "documented", note: "40 hex digits; the empty form is open" }),
  sk10.field("skeletonPath", name32, { evidence: "documented", note: "guid://… or the path of a .skeleton" }),
  sk10.field("surfaceCount", size, { evidence: "documented" }),
  sk10.field("surfaces", list(sk10Surface, "surfaceCount"), { evidence: "documented" }),
  sk10.field("estimatedRamBytes", i64, { evidence: "documented" }),
  sk10.fixed("magic2", border("sk10"), { evidence: "documented" }),
  sk10.field("geometryBlocks", geometryBlocks<Sk10File, Sk10File["geometryBlocks"][number]["value"]>(targetCounts, skinnedGeometry), { evidence: "documented" }),
  sk10.fixed("magic3", border("sk10"), { evidence: "documented" }),
  sk10.field("offsets", list(i64, "surfaceCount"), { evidence: "documented", pointsAt: "geometryBlocks", note: "absolute, of each geometry block's uncompressedSize" }),
  sk10.fixed("magic4", border("sk10"), { evidence: "documented" }),
  sk10.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const ms13 = layoutOf<Ms13File>();
export const ms13Layout = ms13.record("ms13", [
  ms13.fixed("magic1", magic("ms13"), { evidence: "verified" }),
  ms13.field("bounds", boundsLayout, { evidence: "verified" }),
  ms13.field("jointCount", size, { evidence: "verified" }),
  ms13.field("joints", list(jointLayout, "jointCount"), { evidence: "verified" }),
  ms13.field("surfaceCount", size, { evidence: "verified" }),
  ms13.field("surfaces", list(ms13Surface, "surfaceCount"), { evidence: "verified" }),
  ms13.fixed("magic2", border("ms13"), { evidence: "verified" }),
  ms13.field("bind", array(Float32Array, TRANSFORM, "jointCount"), { evidence: "verified", note: "position, quaternion, scale; relative to the parent" }),
  ms13.field("geometry", inlineGeometries(inlineGeometry), { evidence: "verified" }),
  ms13.fixed("magic3", border("ms13"), { evidence: "verified" }),
  ms13.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const ms12 = layoutOf<Ms12File>();
export const ms12Layout = ms12.record("ms12", [
  ms12.fixed("magic1", magic("ms12"), { evidence: "verified" }),
  ms12.field("bounds", boundsLayout, { evidence: "verified" }),
  ms12.field("jointCount", size, { evidence: "verified" }),
  ms12.field("joints", list(jointLayout, "jointCount"), { evidence: "verified" }),
  ms12.field("animationCount", size, { evidence: "verified" }),
  ms12.field("animationNames", list(name, "animationCount"), { evidence: "verified" }),
  ms12.field("surfaceCount", size, { evidence: "verified" }),
  ms12.field("surfaces", list(ms13Surface, "surfaceCount"), { evidence: "verified" }),
  ms12.fixed("magic2", border("ms12"), { evidence: "verified" }),
  ms12.field("bind", array(Float32Array, TRANSFORM, "jointCount"), { evidence: "verified", note: "position, quaternion, scale; relative to the parent" }),
  ms12.fixed("animations", noEmbeddedAnimation, { evidence: "open", note: "nobody has decoded it; only files without can be read" }),
  ms12.field("geometry", inlineGeometries(inlineGeometry), { evidence: "verified" }),
  ms12.fixed("magic3", border("ms12"), { evidence: "verified" }),
  ms12.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const ms11 = layoutOf<Ms11File>();
export const ms11Layout = ms11.record("ms11", [
  ms11.fixed("magic1", magic("ms11"), { evidence: "verified" }),
  ms11.field("bounds", boundsLayout, { evidence: "verified" }),
  ms11.field("jointCount", size, { evidence: "verified" }),
  ms11.field("joints", list(jointLayout, "jointCount"), { evidence: "verified" }),
  ms11.field("animationCount", size, { evidence: "verified" }),
  ms11.field("animationNames", list(name, "animationCount"), { evidence: "verified" }),
  ms11.field("surfaceCount", size, { evidence: "verified" }),
  ms11.field("surfaces", list(ms11Surface, "surfaceCount"), { evidence: "verified", note: "without lightmap bytes" }),
  ms11.fixed("magic2", border("ms11"), { evidence: "verified" }),
  ms11.field("bind", array(Float32Array, TRANSFORM, "jointCount"), { evidence: "verified", note: "position, quaternion, scale; relative to the parent" }),
  ms11.fixed("animations", noEmbeddedAnimation, { evidence: "open", note: "nobody has decoded it; only files without can be read" }),
  ms11.field("geometry", inlineGeometries(inlineGeometry), { evidence: "verified" }),
  ms11.fixed("magic3", border("ms11"), { evidence: "verified" }),
  ms11.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

const ms10 = layoutOf<Ms11File>();
export const ms10Layout = ms10.record("ms10", [
  ms10.fixed("magic1", magic("ms10"), { evidence: "verified" }),
  ms10.field("bounds", boundsLayout, { evidence: "verified" }),
  ms10.field("jointCount", size, { evidence: "verified" }),
  ms10.field("joints", list(jointLayout, "jointCount"), { evidence: "inferred" }),
  ms10.field("animationCount", size, { evidence: "verified" }),
  ms10.field("animationNames", list(name, "animationCount"), { evidence: "inferred" }),
  ms10.field("surfaceCount", size, { evidence: "verified" }),
  ms10.field("surfaces", list(ms11Surface, "surfaceCount"), { evidence: "verified", note: "without lightmap bytes" }),
  ms10.fixed("magic2", border("ms10"), { evidence: "verified" }),
  ms10.field("bind", array(Float32Array, TRANSFORM, "jointCount"), { evidence: "inferred", note: "position, quaternion, scale; relative to the parent" }),
  ms10.fixed("animations", noEmbeddedAnimation, { evidence: "open", note: "nobody has decoded it; only files without can be read" }),
  ms10.field("geometry", inlineGeometries(ms10Geometry), { evidence: "verified", note: "with tangents of 7 bytes" }),
  ms10.fixed("magic3", border("ms10"), { evidence: "verified" }),
  ms10.field("trailing", rest(), { evidence: "inferred", note: "ignored by the engine" }),
]);

function ms15Counts(file: Ms15File, i: number): GeometryCounts {
  const surface = file.surfaces[i];
  if (!surface) return NO_COUNTS;
  return { path: `surfaces[${i}]`, cIndexCount: surface.cIndexCount, tIndexCount: surface.tIndexCount, vertexCounts: [surface.vertexCount] };
}

function targetCounts(file: Ms14File | Sk10File, i: number): GeometryCounts {
  const surface = file.surfaces[i];
  if (!surface) return NO_COUNTS;
  return { path: `surfaces[${i}]`, cIndexCount: surface.cIndexCount, tIndexCount: surface.tIndexCount, vertexCounts: surface.targets.map((target) => target.vertexCount) };
}

/** Which identifier a file object belongs to is the dialect's business, so the layouts are widened to any of them. */
const widened = <F extends UnigineFile>(layout: RecordNode<F>) => layout as unknown as RecordNode<UnigineFile>;

/** The layouts by identifier. */
export const unigineLayouts: Readonly<Record<UnigineId, RecordNode<UnigineFile>>> = {
  ms15: widened(ms15Layout),
  sk10: widened(sk10Layout),
  ms14: widened(ms14Layout),
  ms13: widened(ms13Layout),
  ms12: widened(ms12Layout),
  ms11: widened(ms11Layout),
  ms10: widened(ms10Layout),
};
