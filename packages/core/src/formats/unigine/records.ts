import { array } from "../../layout/arrays.ts";
import { charged } from "../../layout/charged.ts";
import { list } from "../../layout/lists.ts";
import { countedBy, type Node } from "../../layout/node.ts";
import { layoutOf } from "../../layout/record.ts";
import { count, f32, i16, u8 } from "../../layout/scalars.ts";
import { compactInt } from "./compactInt.ts";
import { compactInts, treeNodes } from "./compactRuns.ts";
import type {
  CollisionTree,
  InlineGeometry,
  InlineTarget,
  Ms11Surface,
  Ms13Surface,
  Ms14Surface,
  Ms15Surface,
  Sk10Surface,
  SkinnedGeometry,
  SkinnedTarget,
  StaticGeometry,
  UnigineBounds,
  UnigineJoint,
  UnigineTargetHeader,
} from "./file.ts";
import { blockIndices, type IndexCounts, inlineIndices } from "./indices.ts";
import { name } from "./names.ts";
import { weightTable } from "./weights.ts";

const size = count(compactInt);

const bounds = layoutOf<UnigineBounds>();
export const boundsLayout = bounds.record("bounds", [
  bounds.field("min", array(Float32Array, 3), { unit: "m", evidence: "verified" }),
  bounds.field("max", array(Float32Array, 3), { unit: "m", evidence: "verified" }),
  bounds.field("center", array(Float32Array, 3), { unit: "m", evidence: "verified" }),
  bounds.field("radius", f32, { unit: "m", evidence: "verified", note: "-1 in an empty mesh" }),
]);
const surfaceBounds = charged(boundsLayout, 3);

const joint = layoutOf<UnigineJoint>();
export const jointLayout = joint.record("joint", [
  joint.field("name", name, { evidence: "verified" }),
  joint.field("parent", i16, { evidence: "verified", note: "-1 is a root; may come later in the list" }),
]);

const targetHeader = layoutOf<UnigineTargetHeader>();
export const targetHeaderLayout = targetHeader.record("target header", [
  targetHeader.field("name", name, { evidence: "verified", note: "empty for the mesh itself" }),
  targetHeader.field("vertexCount", size, { evidence: "verified" }),
]);

const ms15 = layoutOf<Ms15Surface>();
export const ms15Surface = ms15.record("surface, ms15", [
  ms15.field("name", name, { evidence: "verified", note: "the only link to a material" }),
  ms15.field("lightmapUvChannel", u8, { evidence: "verified", note: "0 or 1" }),
  ms15.field("lightmapResolution", u8, { evidence: "verified", note: "n is 32 << n texels" }),
  ms15.field("cIndexCount", size, { evidence: "verified" }),
  ms15.field("tIndexCount", size, { evidence: "verified" }),
  ms15.field("bounds", surfaceBounds, { evidence: "verified" }),
  ms15.field("vertexCount", size, { evidence: "verified" }),
]);

const ms14 = layoutOf<Ms14Surface>();
export const ms14Surface = ms14.record("surface, ms14", [
  ms14.field("name", name, { evidence: "verified", note: "the only link to a material" }),
  ms14.field("lightmapUvChannel", u8, { evidence: "verified", note: "0 or 1" }),
  ms14.field("lightmapResolution", u8, { evidence: "verified", note: "n is 32 << n texels" }),
  ms14.field("cIndexCount", size, { evidence: "verified" }),
  ms14.field("tIndexCount", size, { evidence: "verified" }),
  ms14.field("bounds", surfaceBounds, { evidence: "verified" }),
  ms14.field("targetCount", size, { evidence: "verified" }),
  ms14.field("targets", list(targetHeaderLayout, "targetCount"), { evidence: "verified" }),
]);

const sk10 = layoutOf<Sk10Surface>();
export const sk10Surface = sk10.record("surface, sk10", [
  sk10.field("name", name, { evidence: "documented", note: "the only link to a material" }),
  sk10.field("cIndexCount", size, { evidence: "documented" }),
  sk10.field("tIndexCount", size, { evidence: "documented" }),
  sk10.field("bounds", surfaceBounds, { evidence: "documented" }),
  sk10.field("targetCount", size, { evidence: "documented" }),
  sk10.field("targets", list(targetHeaderLayout, "targetCount"), { evidence: "documented" }),
]);

const ms13 = layoutOf<Ms13Surface>();
export const ms13Surface = ms13.record("surface, ms12 and ms13", [
  ms13.field("name", name, { evidence: "verified", note: "the only link to a material" }),
  ms13.field("lightmapUvChannel", u8, { evidence: "verified", note: "0 or 1" }),
  ms13.field("lightmapResolution", u8, { evidence: "verified", note: "n is 32 << n texels" }),
  ms13.field("bounds", surfaceBounds, { evidence: "verified" }),
  ms13.field("targetCount", size, { evidence: "verified" }),
  ms13.field("targetNames", list(name, "targetCount"), { evidence: "verified" }),
]);

const ms11 = layoutOf<Ms11Surface>();
export const ms11Surface = ms11.record("surface, ms10 and ms11", [
  ms11.field("name", name, { evidence: "verified", note: "the only link to a material" }),
  ms11.field("bounds", surfaceBounds, { evidence: "verified" }),
  ms11.field("targetCount", size, { evidence: "verified" }),
  ms11.field("targetNames", list(name, "targetCount"), { evidence: "verified" }),
]);

/** What the layout of a decoded block takes from the header of its surface. */
export interface GeometryCounts {
  /** Path of that header, for messages. */
  path: string;
  cIndexCount: number;
  tIndexCount: number;
  /** One for ms15; one per morph target for ms14 and sk10. */
  vertexCounts: readonly number[];
}

const TANGENTS = "quaternion in 1/32767; the sign of w is the handedness";

/** Without tangents the longest of the other arrays counts the t-vertices (open). */
function tVertices(tangents: number, { uv0Count, uv1Count, colorCount }: { uv0Count: number; uv1Count: number; colorCount: number }): number {
  return tangents > 0 ? tangents : Math.max(uv0Count, uv1Count, colorCount);
}

/** Decoded geometry of an ms15 surface. */
export function staticGeometry(counts: GeometryCounts): Node<StaticGeometry> {
  const { field, record } = layoutOf<StaticGeometry>();
  const vertexCount = counts.vertexCounts[0] ?? 0;
  const indexCounts = (g: StaticGeometry): IndexCounts => ({
    path: counts.path,
    c: counts.cIndexCount,
    t: counts.tIndexCount,
    vertices: vertexCount,
    tVertices: tVertices(g.tangentCount, g),
  });
  const indices = blockIndices(indexCounts);
  const layout = record("static geometry", [
    field(
      "positions",
      array(
        Float32Array,
        3,
        countedBy(`${counts.path}.vertexCount`, () => vertexCount, true),
      ),
      { unit: "m", evidence: "verified", note: "as many as the header's vertexCount" },
    ),
    field("tangentCount", size, { evidence: "verified", note: "number of t-vertices" }),
    field("tangents", array(Int16Array, 4, "tangentCount"), { evidence: "verified", note: TANGENTS }),
    field("uv0Count", size, { evidence: "verified", note: "0 or tangentCount, as the next two" }),
    field("uv0", array(Float32Array, 2, "uv0Count"), { evidence: "verified", note: "origin top-left" }),
    field("uv1Count", size, { evidence: "verified" }),
    field("uv1", array(Float32Array, 2, "uv1Count"), { evidence: "verified" }),
    field("colorCount", size, { evidence: "verified" }),
    field("colors", array(Uint8Array, 4, "colorCount"), { evidence: "inferred", note: "R, G, B, A" }),
    field("cIndices", indices.c, { evidence: "verified", note: "into positions; as many as the header's cIndexCount" }),
    field("tIndices", indices.t, { evidence: "verified", note: "into tangents, UVs and colours" }),
  ]);
  return charged(layout, 8);
}

function skinnedTarget(vertexCount: number, header: string): Node<SkinnedTarget> {
  const { field, record } = layoutOf<SkinnedTarget>();
  const layout = record("target", [
    field(
      "positions",
      array(
        Float32Array,
        3,
        countedBy(`${header}.vertexCount`, () => vertexCount, true),
      ),
      { unit: "m", evidence: "verified", note: "absolute, not differences" },
    ),
    field("tangentCount", size, { evidence: "verified" }),
    field("tangents", array(Int16Array, 4, "tangentCount"), { evidence: "verified", note: TANGENTS }),
  ]);
  return charged(layout, 2);
}

/** Decoded geometry of an ms14 or sk10 surface. */
export function skinnedGeometry(counts: GeometryCounts): Node<SkinnedGeometry> {
  const { field, record } = layoutOf<SkinnedGeometry>();
  const vertexCount = counts.vertexCounts[0] ?? 0;
  const indexCounts = (g: SkinnedGeometry): IndexCounts => ({
    path: counts.path,
    c: counts.cIndexCount,
    t: counts.tIndexCount,
    vertices: vertexCount,
    tVertices: tVertices(g.targets[0]?.tangentCount ?? 0, g),
  });
  const indices = blockIndices(indexCounts);
  const targets = list<SkinnedTarget, SkinnedGeometry>(
    (_, i) => skinnedTarget(counts.vertexCounts[i] ?? 0, `${counts.path}.targets[${i}]`),
    () => counts.vertexCounts.length,
  );
  const layout = record("skinned geometry", [
    field("targets", { ...targets, type: "target", fields: skinnedTarget(0, "").fields }, { evidence: "verified", note: "as many as the header's targets" }),
    field("weightCount", size, { evidence: "verified", note: "0 or the number of positions" }),
    field(
      "weights",
      weightTable((g) => g.weightCount),
      { evidence: "verified", note: "per position: u8 count, then i16 joint, u16 weight each" },
    ),
    field("uv0Count", size, { evidence: "verified" }),
    field("uv0", array(Float32Array, 2, "uv0Count"), { evidence: "verified", note: "origin top-left" }),
    field("uv1Count", size, { evidence: "verified" }),
    field("uv1", array(Float32Array, 2, "uv1Count"), { evidence: "verified" }),
    field("colorCount", size, { evidence: "verified" }),
    field("colors", array(Uint8Array, 4, "colorCount"), { evidence: "inferred", note: "R, G, B, A" }),
    field("cIndices", indices.c, { evidence: "verified", note: "into positions and weights; as many as the header's cIndexCount" }),
    field("tIndices", indices.t, { evidence: "verified", note: "into tangents, UVs and colours" }),
  ]);
  return charged(layout, 9);
}

/** Bytes of a tangent in ms10: i16 x3 and the sign of the binormal. */
export const MS10_TANGENT = 7;

const tangentCount = countedBy("tangentCount", (target: InlineTarget) => target.tangentCount);
/** Widened by hand: which of the two an identifier holds is fixed here. */
const quaternions = array(Int16Array, 4, tangentCount) as unknown as Node<InlineTarget["tangents"], InlineTarget>;
const sevenBytes = array(Uint8Array, MS10_TANGENT, tangentCount) as unknown as Node<InlineTarget["tangents"], InlineTarget>;

function inlineTarget(tangents: Node<InlineTarget["tangents"], InlineTarget>, note: string): Node<InlineTarget> {
  const { field, record } = layoutOf<InlineTarget>();
  const layout = record("inline target", [
    field("vertexCount", size, { evidence: "verified" }),
    field("positions", array(Float32Array, 3, "vertexCount"), { unit: "m", evidence: "verified", note: "absolute, not differences" }),
    field("tangentCount", size, { evidence: "verified" }),
    field("tangents", tangents, { evidence: "verified", note }),
  ]);
  return charged(layout, 2);
}

/** Geometry of a surface of ms11 to ms13 as it lies in the file. */
export const inlineGeometry = (targetCount: number) => inlineGeometryOf(inlineTarget(quaternions, TANGENTS), targetCount);

/** Geometry of a surface of ms10. */
export const ms10Geometry = (targetCount: number) => inlineGeometryOf(inlineTarget(sevenBytes, "i16 x3, i8: w is what is left to length 1, i8 its sign"), targetCount);

function inlineGeometryOf(target: Node<InlineTarget>, targetCount: number): Node<InlineGeometry> {
  const { field, record } = layoutOf<InlineGeometry>();
  const layout = record("inline geometry", [
    field(
      "targets",
      list(target, () => targetCount),
      { evidence: "verified", note: "as many as the header's targets" },
    ),
    field("weightCount", size, { evidence: "verified", note: "0 or the number of positions" }),
    field(
      "weights",
      weightTable((g) => g.weightCount),
      { evidence: "verified", note: "per position: u8 count, then i16 joint, u16 weight each" },
    ),
    field("uv0Count", size, { evidence: "verified" }),
    field("uv0", array(Float32Array, 2, "uv0Count"), { evidence: "verified", note: "origin top-left" }),
    field("uv1Count", size, { evidence: "verified" }),
    field("uv1", array(Float32Array, 2, "uv1Count"), { evidence: "verified" }),
    field("colorCount", size, { evidence: "verified" }),
    field("colors", array(Uint8Array, 4, "colorCount"), { evidence: "inferred", note: "R, G, B, A" }),
    field("cIndexCount", size, { evidence: "verified" }),
    field(
      "cIndices",
      inlineIndices(
        countedBy("cIndexCount", (g: InlineGeometry) => g.cIndexCount),
        (g) => g.targets[0]?.vertexCount ?? 0,
      ),
      { evidence: "verified", note: "into positions and weights" },
    ),
    field("tIndexCount", size, { evidence: "verified" }),
    field(
      "tIndices",
      inlineIndices(
        countedBy("tIndexCount", (g: InlineGeometry) => g.tIndexCount),
        (g) => tVertices(g.targets[0]?.tangentCount ?? 0, g),
      ),
      { evidence: "verified", note: "into tangents, UVs and colours" },
    ),
  ]);
  return charged(layout, 9);
}

const tree = layoutOf<CollisionTree>();
export const collisionTree = charged(
  tree.record("edges and tree", [
    tree.field("edgeCount", size, { evidence: "verified", note: "one per triangle" }),
    tree.field("edges", array(Uint8Array, 1, "edgeCount"), { evidence: "verified", note: "bit 0 edge (v1, v2), bit 1 (v2, v0), bit 2 (v0, v1)" }),
    tree.field("treeIndexCount", size, { evidence: "verified" }),
    tree.field("treeIndices", compactInts(countedBy("treeIndexCount", (t: CollisionTree) => t.treeIndexCount)), {
      evidence: "verified",
      note: "3 times a triangle, in the order of the leaves",
    }),
    tree.field("nodeCount", size, { evidence: "verified" }),
    tree.field("nodes", treeNodes(countedBy("nodeCount", (t: CollisionTree) => t.nodeCount)), { evidence: "verified", note: "u8 axis, int left, right, begin, end" }),
    tree.field("boxes", array(Float32Array, 6, "nodeCount"), { unit: "m", evidence: "verified", note: "min, max" }),
    tree.field("splitDistances", array(Float32Array, 1, "nodeCount"), { unit: "m", evidence: "verified" }),
  ]),
  6,
);
