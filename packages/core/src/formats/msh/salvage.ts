import type { LossLedger } from "../../scene/loss.ts";
import type { Salvaged } from "../../scene/salvage.ts";
import type { MshFile } from "./file.ts";

/** Numbers per vertex of the blocks behind the positions. */
const VERTEX_BLOCKS = [
  ["normals", 3],
  ["tangents", 3],
  ["binormals", 3],
  ["colors", 4],
  ["uv0", 2],
  ["uv1", 2],
  ["vertexWeights", 8],
  ["billboardCenters", 3],
] as const;

/** Completes a mesh that was read up to a fault. A vertex block without an entry per vertex can not be used. */
export function salvageMsh(part: Partial<MshFile>, ledger: LossLedger): Salvaged<MshFile> {
  const { positions, indices = new Uint16Array(0), controlPoints = [] } = part;
  const vertexCount = (positions?.length ?? 0) / 3;
  const subMeshes = part.subMeshes ?? [];
  const wholePoints = controlPoints.filter(({ position }) => position !== undefined);
  const file: MshFile = {
    version: 0,
    meshType: 0,
    vertexMask: 0,
    boundsMin: new Float32Array(3),
    boundsMax: new Float32Array(3),
    sphereRadius: 0,
    ...part,
    subMeshCount: subMeshes.length,
    subMeshes,
    vertexCount,
    faceCount: indices.length / 3,
    indices,
    controlPointCount: wholePoints.length,
    controlPoints: wholePoints,
    trailing: part.trailing ?? new Uint8Array(0),
  };
  for (const [name, size] of VERTEX_BLOCKS) {
    const entries = (file[name]?.length ?? 0) / size;
    if (file[name] === undefined || entries === vertexCount) continue;
    ledger.add("ARRAY_LEFT_OUT", name, entries, `there are ${vertexCount} vertices, so the entries read are no use`);
    delete file[name];
  }
  return { file, points: positions ? [{ path: "positions", positions }] : [] };
}
