import { numbersText, type Repair } from "../../issues/repair.ts";
import { boundsOf } from "../../scene/space.ts";
import type { MshFile } from "./file.ts";
import { subMeshIndices } from "./subMeshes.ts";

/** Box, radius and vertex ranges follow from positions and indices, in retail files exactly (verified). */
export const MSH_REPAIRS: readonly Repair<MshFile>[] = [
  {
    code: "MSH_BOUNDS_MISMATCH",
    title: "boundsMin and boundsMax from the positions",
    mend: (file) => {
      const box = file.positions && boundsOf(file.positions);
      if (!box) return undefined;
      const [boundsMin, boundsMax] = [Float32Array.from(box.min), Float32Array.from(box.max)];
      return {
        file: { ...file, boundsMin, boundsMax },
        fields: [
          { path: "boundsMin", message: `${numbersText(file.boundsMin)} becomes ${numbersText(boundsMin)}` },
          { path: "boundsMax", message: `${numbersText(file.boundsMax)} becomes ${numbersText(boundsMax)}` },
        ],
      };
    },
  },
  {
    code: "MSH_RADIUS_MISMATCH",
    title: "sphereRadius as half the diagonal of the box",
    mend: (file) => {
      const sides = Array.from(file.boundsMax, (max, axis) => max - (file.boundsMin[axis] ?? 0));
      const sphereRadius = Math.fround(Math.hypot(...sides) / 2);
      if (!Number.isFinite(sphereRadius)) return undefined;
      const message = `${file.sphereRadius} becomes ${sphereRadius}`;
      return { file: { ...file, sphereRadius }, fields: [{ path: "sphereRadius", message }] };
    },
  },
  {
    code: "MSH_SUBMESH_VERTEX_RANGE",
    title: "minIndex and vertexCount of sub-meshes from their faces",
    mend: (file) => {
      const fields: { path: string; message: string }[] = [];
      const subMeshes = file.subMeshes.map((subMesh, i) => {
        const range = usedRange(file, i);
        if (!range || (range.low === subMesh.minIndex && range.count === subMesh.vertexCount)) return subMesh;
        const before = `minIndex ${subMesh.minIndex}, vertexCount ${subMesh.vertexCount}`;
        fields.push({ path: `subMeshes[${i}]`, message: `${before} become ${range.low}, ${range.count}` });
        return { ...subMesh, minIndex: range.low, vertexCount: range.count };
      });
      return fields.length > 0 ? { file: { ...file, subMeshes }, fields } : undefined;
    },
  },
];

/** Lowest vertex of a sub-mesh and the size of its range; undefined if it has no face, or one with a wild index. */
function usedRange(file: MshFile, subMesh: number): { low: number; count: number } | undefined {
  let low = Infinity;
  let high = -1;
  for (const index of subMeshIndices(file, subMesh)) {
    if (index < low) low = index;
    if (index > high) high = index;
  }
  return high < 0 || high >= file.vertexCount ? undefined : { low, count: high - low + 1 };
}
