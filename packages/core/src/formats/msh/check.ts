import type { CheckContext } from "../../issues/checkContext.ts";
import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import { checkCompanions } from "./checkCompanions.ts";
import { checkControlPoints } from "./checkControlPoints.ts";
import { checkGeometry } from "./checkGeometry.ts";
import { checkNames } from "./checkNames.ts";
import { checkWeights } from "./checkWeights.ts";
import { MAX_VERTICES, MSH_MASK, MSH_TYPES, type MshFile } from "./file.ts";
import { countFacesOutside, subMeshIndices } from "./subMeshes.ts";

const WITH_DATA =
  MSH_MASK.positions |
  MSH_MASK.billboardCenters |
  MSH_MASK.weights |
  MSH_MASK.boneIndices |
  MSH_MASK.normals |
  MSH_MASK.colors |
  MSH_MASK.uv0 |
  MSH_MASK.uv1 |
  MSH_MASK.tangents |
  MSH_MASK.binormals;

/** Adds what is wrong with a mesh that could be read to its end, and where its companions do not fit. */
export async function checkMsh(file: MshFile, context: CheckContext): Promise<void> {
  const { report, profile } = context;
  if (![2000, 2001, 2002].includes(file.version)) {
    report.add("MSH_UNKNOWN_VERSION", "version", `version ${file.version}; 2000, 2001 and 2002 are known`);
  }
  if (MSH_TYPES[file.meshType] === undefined) {
    report.add("MSH_UNKNOWN_TYPE", "meshType", `mesh type ${file.meshType}; 0 to 6 are known`);
  }
  checkMask(file, report);
  checkFaces(file, profile, report);
  checkSubMeshes(file, report);
  checkGeometry(file, report);
  checkWeights(file, profile, report);
  await checkNames(file, context);
  checkControlPoints(file, report);
  checkCompanions(file, context);
  if (file.trailing.byteLength > 0) {
    report.add("MSH_TRAILING_BYTES", "trailing", `${file.trailing.byteLength} bytes after the end of the mesh`);
  }
}

function checkMask(file: MshFile, report: Report): void {
  const mask = file.vertexMask;
  const extra = (mask & ~WITH_DATA) >>> 0;
  if (extra) report.add("MSH_UNSUPPORTED_MASK_BITS", "vertexMask", `bits 0x${extra.toString(16)} have no data`);
  const hasWeights = (mask & MSH_MASK.weights) !== 0;
  const hasIndices = (mask & MSH_MASK.boneIndices) !== 0;
  if (hasIndices && !hasWeights) {
    report.add("MSH_INDICES_BIT_WITHOUT_WEIGHTS", "vertexMask", "0x10 is set and 0x8 is not");
  }
  if (hasWeights && !hasIndices) {
    report.add("MSH_WEIGHTS_WITHOUT_INDICES_BIT", "vertexMask", "0x8 is set and 0x10 is not");
  }
  if (file.meshType === 1) {
    const lacking = (["positions", "normals", "vertexWeights"] as const).filter((name) => !file[name]);
    if (lacking.length > 0) {
      report.add("MSH_SKINNED_WITHOUT_DATA", "vertexMask", `a skinned mesh without ${lacking.join(", ")}`);
    }
  }
}

function checkFaces(file: MshFile, { limits }: EngineProfile, report: Report): void {
  const { indices, vertexCount, faceCount } = file;
  if (faceCount > (limits.faces ?? Infinity)) {
    report.add("MSH_TOO_MANY_FACES", "faceCount", `${faceCount} faces, up to ${limits.faces} are known to be safe`);
  }
  if (indices instanceof Uint32Array) {
    report.add("MSH_WIDE_INDICES", "indices", `${file.faceCount} faces with 32-bit indices`);
  }
  if (vertexCount > MAX_VERTICES) {
    report.add("MSH_TOO_MANY_VERTICES", "vertexCount", `${vertexCount} vertices, ${MAX_VERTICES} can be reached`);
  }
  let highest = 0;
  for (let i = 0; i < indices.length; i++) if ((indices[i] ?? 0) > highest) highest = indices[i] ?? 0;
  if (highest < vertexCount) return;
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    if (index < vertexCount) continue;
    const face = Math.floor(i / 3);
    report.add("MSH_INDEX_OUT_OF_RANGE", `indices[${face}]`, `face ${face} uses vertex ${index} of ${vertexCount}`);
  }
}

function checkSubMeshes(file: MshFile, report: Report): void {
  file.subMeshes.forEach((subMesh, i) => {
    const { indexStart, faceCount } = subMesh;
    const end = indexStart + 3 * faceCount;
    if (indexStart < 0 || faceCount < 0 || end > file.indices.length) {
      report.add(
        "MSH_SUBMESH_RANGE",
        `subMeshes[${i}]`,
        `sub-mesh ${i} takes the indices ${indexStart} to ${end - 1} of ${file.indices.length}`,
      );
    } else if (indexStart % 3 !== 0) {
      report.add("MSH_SUBMESH_UNALIGNED", `subMeshes[${i}].indexStart`, `indexStart ${indexStart} is no multiple of 3`);
    } else {
      checkVertexRange(file, i, report);
    }
  });
  const unassigned = countFacesOutside(file);
  if (unassigned > 0) {
    report.add("MSH_FACES_UNASSIGNED", "subMeshes", `${unassigned} of ${file.faceCount} faces are in no sub-mesh`);
  }
}

function checkVertexRange(file: MshFile, subMesh: number, report: Report): void {
  const { minIndex = 0, vertexCount = 0 } = file.subMeshes[subMesh] ?? {};
  let low = Number.POSITIVE_INFINITY;
  let high = -1;
  const indices = subMeshIndices(file, subMesh);
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    if (index < low) low = index;
    if (index > high) high = index;
  }
  if (high < 0 || (low >= minIndex && high < minIndex + vertexCount)) return;
  report.add(
    "MSH_SUBMESH_VERTEX_RANGE",
    `subMeshes[${subMesh}]`,
    `sub-mesh ${subMesh} declares the vertices ${minIndex} to ${minIndex + vertexCount - 1}, its faces use ${low} to ${high}`,
  );
}
