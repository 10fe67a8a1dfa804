import type { ConvertOptions, Summary } from "../../format.ts";
import { NO_COUNTS } from "../../format.ts";
import { boundsOf } from "../../scene/space.ts";
import { MSH_MASK, MSH_TYPES, type MshFile } from "./file.ts";
import { codePageOf, nameForExtras } from "./names.ts";

/** Names shown at most; a damaged file may hold very many. */
const SHOWN = 256;

/** What modders look for first: the mask spelled out, sub-meshes, bones, control points. */
export async function summarizeMsh(file: MshFile, options: ConvertOptions): Promise<Summary> {
  const codePage = await codePageOf(file, options);
  const bits = Object.entries(MSH_MASK).filter(([, bit]) => (file.vertexMask & bit) !== 0);
  const known = bits.reduce((sum, [, bit]) => sum | bit, 0);
  const unknown = (file.vertexMask & ~known) >>> 0;
  const inexact = (file.boneNames ?? []).filter((name) => !codePage.decode(name.raw).exact).length;
  return {
    counts: {
      ...NO_COUNTS,
      vertices: file.vertexCount ?? 0,
      triangles: file.faceCount ?? 0,
      surfaces: file.subMeshes?.length ?? 0,
      bones: file.boneNames?.length ?? 0,
      controlPoints: file.controlPoints?.length ?? 0,
      materials: file.subMeshes?.length ?? 0,
    },
    bounds: file.positions ? boundsOf(file.positions) : null,
    features: [
      ...bits.map(([name]) => name),
      ...(file.indices instanceof Uint32Array ? ["32-bit indices"] : []),
      ...(file.trailing?.byteLength ? ["trailing bytes"] : []),
    ],
    details: {
      meshType: `${file.meshType} (${MSH_TYPES[file.meshType] ?? "unknown"})`,
      vertexMask: `0x${(file.vertexMask ?? 0).toString(16)}: ${bits.map(([name]) => name).join(", ")}${unknown ? `, unknown bits 0x${unknown.toString(16)}` : ""}`,
      storedBounds: { min: Array.from(file.boundsMin ?? []), max: Array.from(file.boundsMax ?? []) },
      sphereRadius: file.sphereRadius ?? null,
      indexWidth: file.indices instanceof Uint32Array ? 32 : 16,
      codePage: codePage.id,
      ...(inexact > 0 ? { inexactNames: inexact } : {}),
      subMeshes: (file.subMeshes ?? []).slice(0, SHOWN).map((s) => ({ ...s })),
      boneNames: (file.boneNames ?? []).slice(0, SHOWN).map((name) => nameForExtras(name, codePage)),
      controlPoints: (file.controlPoints ?? []).slice(0, SHOWN).map((p) => ({
        typeIndex: p.typeIndex ? nameForExtras(p.typeIndex, codePage) : "",
        linkedBone: p.linkedBone ? nameForExtras(p.linkedBone, codePage) : "",
        extraInfo: p.extraInfo ? nameForExtras(p.extraInfo, codePage) : "",
        position: Array.from(p.position ?? []),
      })),
    },
  };
}
