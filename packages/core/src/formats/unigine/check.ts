import type { Report } from "../../issues/report.ts";
import { geometryOffsets } from "./blockPlaces.ts";
import { checkGeometry } from "./checkGeometry.ts";
import { checkNames, checkSpelling } from "./checkNames.ts";
import { checkSkeleton, checkWeights, jointsMissingFrom } from "./checkSkeleton.ts";
import { checkTree } from "./checkTree.ts";
import type { UnigineFile, UnigineId } from "./file.ts";
import { SDK_RANGES } from "./identifiers.ts";
import { textOf } from "./names.ts";
import type { SnFile } from "./sn/file.ts";
import { skeletonOf, surfacesOf } from "./surfaces.ts";

/** The documented limit. */
const MOST_SURFACES = 32767;
const NEWEST: readonly UnigineId[] = ["ms15", "sk10"];

/** Adds what is wrong with a mesh that could be read to its end; with a `.skeleton` also whether they fit. */
export function checkUnigine(file: UnigineFile, id: UnigineId, report: Report, companion?: SnFile): void {
  if (!NEWEST.includes(id)) report.add("UNIGINE_OLD_ID", "magic1", `${id} is the identifier of SDK ${SDK_RANGES[id]}`);
  if (file.surfaceCount > MOST_SURFACES) {
    report.add("UNIGINE_LIMIT", "surfaceCount", `${file.surfaceCount} surfaces, ${MOST_SURFACES} can be loaded`);
  }
  checkNames(file, report);
  checkSpelling(file, report);
  const skeleton = skeletonOf(file);
  checkSkeleton(file, skeleton, report);
  if (companion) {
    const numbered = skeleton.joints.map(({ name }, i) => ({ name, i }));
    for (const { name, i } of jointsMissingFrom(numbered, companion)) {
      const message = `the skeleton has no joint "${textOf(name)}"`;
      report.add("UNIGINE_JOINT_NOT_IN_SKELETON", `joints[${i}].name`, message);
    }
  }
  const leafed = "spatialTreeTriangles" in file && "treeBlocks" in file;
  for (const surface of surfacesOf(file)) {
    checkGeometry(surface, file.bounds, report);
    checkWeights(surface, skeleton.joints.length, report);
    if (leafed) checkTree(surface, report);
  }
  if ("offsets" in file) checkOffsets(file.offsets, geometryOffsets(file, id), report);
  if (file.trailing.byteLength > 0) {
    report.add("UNIGINE_TRAILING_BYTES", "trailing", `${file.trailing.byteLength} bytes after the last identifier`);
  }
}

function checkOffsets(stored: readonly bigint[], real: readonly bigint[], report: Report): void {
  stored.forEach((offset, i) => {
    if (offset === real[i]) return;
    const message = `surface ${i}: the table says ${offset}, its geometry block is at ${real[i]}`;
    report.add("UNIGINE_OFFSET_MISMATCH", `offsets[${i}]`, message);
  });
}
