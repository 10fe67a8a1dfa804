import type { Report } from "../../../issues/report.ts";
import { CMS_VERSION, type CmsFile } from "./file.ts";

/** Adds what is wrong with a collision mesh that could be read to its end. */
export function checkCms(file: CmsFile, report: Report): void {
  const { version, positions, indices, vertexCount, trailing } = file;
  if (version !== CMS_VERSION)
    report.add("CMS_UNKNOWN_VERSION", "version", `version ${version}; ${CMS_VERSION} is known`);
  if (vertexCount > 65536)
    report.add("CMS_TOO_MANY_VERTICES", "vertexCount", `${vertexCount} vertices, 65536 can be reached`);
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    const vertex = Math.floor(i / 3);
    report.add("CMS_NOT_FINITE", `positions[${vertex}]`, `the position of vertex ${vertex} holds ${positions[i]}`);
  }
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    if (index < vertexCount) continue;
    const face = Math.floor(i / 3);
    report.add("CMS_INDEX_OUT_OF_RANGE", `indices[${face}]`, `face ${face} uses vertex ${index} of ${vertexCount}`);
  }
  if (trailing.byteLength > 0)
    report.add("CMS_TRAILING_BYTES", "trailing", `${trailing.byteLength} bytes after the end of the collision mesh`);
}
