import type { CheckContext } from "../../issues/checkContext.ts";
import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import { geometryOffsets } from "./blockPlaces.ts";
import { checkGeometry } from "./checkGeometry.ts";
import { checkNames, checkSpelling } from "./checkNames.ts";
import { checkSkeleton, checkWeights, jointsMissingFrom } from "./checkSkeleton.ts";
import { checkTree } from "./checkTree.ts";
import { skeletonAmong } from "./companions.ts";
import type { UnigineFile, UnigineId, UnigineJoint } from "./file.ts";
import { SDK_RANGES } from "./identifiers.ts";
import { textOf } from "./names.ts";
import type { SnFile } from "./sn/file.ts";
import { type SurfaceView, skeletonOf, surfacesOf } from "./surfaces.ts";

const NEWEST: readonly UnigineId[] = ["ms15", "sk10"];

/** Adds what is wrong with a mesh that could be read to its end; with a `.skeleton` also whether they fit. */
export function checkUnigine(file: UnigineFile, id: UnigineId, context: CheckContext): void {
  const { report, profile, fileName, companions } = context;
  const { limits } = profile;
  if (!NEWEST.includes(id)) report.add("UNIGINE_OLD_ID", "magic1", `${id} is the identifier of SDK ${SDK_RANGES[id]}`);
  checkExtension(id, fileName, report);
  if (file.surfaceCount > (limits.surfaces ?? Infinity)) {
    report.add("UNIGINE_LIMIT", "surfaceCount", `${file.surfaceCount} surfaces, ${limits.surfaces} can be loaded`);
  }
  checkNames(file, report);
  checkSpelling(file, report);
  const skeleton = skeletonOf(file);
  checkSkeleton(file, skeleton, report);
  const companion = skeletonAmong(companions);
  if (companion) checkAgainstSkeleton(skeleton.joints, companion, report);
  const leafed = "spatialTreeTriangles" in file && "treeBlocks" in file;
  for (const surface of surfacesOf(file)) {
    checkGeometry(surface, file.bounds, report);
    checkSurfaceLimits(surface, limits, report);
    checkWeights(surface, skeleton.joints.length, limits, report);
    if (leafed) checkTree(surface, report);
  }
  if ("offsets" in file) checkOffsets(file.offsets, geometryOffsets(file, id), report);
  if (file.trailing.byteLength > 0) {
    report.add("UNIGINE_TRAILING_BYTES", "trailing", `${file.trailing.byteLength} bytes after the last identifier`);
  }
}

function checkAgainstSkeleton(joints: readonly UnigineJoint[], skeleton: SnFile, report: Report): void {
  const numbered = joints.map(({ name }, i) => ({ name, i }));
  for (const { name, i } of jointsMissingFrom(numbered, skeleton)) {
    const message = `the skeleton has no joint "${textOf(name)}"`;
    report.add("UNIGINE_JOINT_NOT_IN_SKELETON", `joints[${i}].name`, message);
  }
}

/** Skinned meshes have an extension of their own since sk10; the older identifiers share `.mesh`. */
function checkExtension(id: UnigineId, fileName: string | undefined, report: Report): void {
  const extension = /\.(mesh(?:_skinned)?)$/i.exec(fileName ?? "")?.[1]?.toLowerCase();
  const expected = id === "sk10" ? "mesh_skinned" : "mesh";
  if (extension === undefined || extension === expected) return;
  report.add("UNIGINE_EXTENSION_MISMATCH", "magic1", `${id} in a .${extension}; it belongs into a .${expected}`);
}

/** Limits of single surfaces, which only old editors have. */
function checkSurfaceLimits(
  { targets, weights, path, geometryPath }: SurfaceView,
  limits: EngineProfile["limits"],
  report: Report,
): void {
  if (targets.length > (limits.targets ?? Infinity)) {
    report.add("UNIGINE_LIMIT", path, `${targets.length} morph targets, ${limits.targets} can be active`);
  }
  if (limits.surfaceJoints === undefined) return;
  const joints = new Set(weights.joints).size;
  if (joints <= limits.surfaceJoints) return;
  const message = `the weights name ${joints} joints, ${limits.surfaceJoints} can be used in a surface`;
  report.add("UNIGINE_LIMIT", `${geometryPath}.weights`, message);
}

function checkOffsets(stored: readonly bigint[], real: readonly bigint[], report: Report): void {
  stored.forEach((offset, i) => {
    if (offset === real[i]) return;
    const message = `surface ${i}: the table says ${offset}, its geometry block is at ${real[i]}`;
    report.add("UNIGINE_OFFSET_MISMATCH", `offsets[${i}]`, message);
  });
}
