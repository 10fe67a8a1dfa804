import type { LossLedger } from "../../scene/loss.ts";
import type { BmeshFile } from "./file.ts";
import type { BmeshKept } from "./kept.ts";
import { textFromExtras } from "./names.ts";

type ReferenceFields = Pick<
  BmeshFile,
  | "meshUsage"
  | "tangentType"
  | "tangentSplit"
  | "vertexLodPositions"
  | "refMeshFileName"
  | "refMeshFileTime"
  | "meshType"
  | "baseVariantDiffs"
  | "conformWeights"
  | "trailing"
>;

/**
 * What only the original file knows: the mesh it refers to and how its vertices follow that mesh. Those tables have an
 * entry per vertex (inferred), so they are worth nothing once vertices came or went.
 */
export function reference(kept: BmeshKept | undefined, vertexCount: number, ledger: LossLedger): ReferenceFields {
  const diffs = kept?.array("baseVariantDiffs") ?? new Uint16Array(0);
  const weights = kept?.array("conformWeights") ?? new Uint16Array(0);
  const before = kept?.extras.vertexCount;
  const fits = before === undefined || before === vertexCount;
  const count = diffs.length / 3 + weights.length / 6;
  const why = `the mesh has ${vertexCount} vertices now, which ties to a reference mesh do not fit`;
  ledger.add("VARIANT_DATA_DROPPED", "baseVariantDiffs", fits ? 0 : count, why);
  return {
    meshUsage: kept?.number("meshUsage", 255) ?? 0,
    tangentType: kept?.number("tangentType", 255) ?? 0,
    tangentSplit: kept?.number("tangentSplit", 255) ?? 0,
    vertexLodPositions: kept?.lodPositions() ?? { count: 0, bytes: new Uint8Array(0) },
    refMeshFileName: textFromExtras(kept?.extras.refMeshFileName) ?? { raw: new Uint8Array(0) },
    refMeshFileTime: timeOf(kept?.extras.refMeshFileTime),
    meshType: fits ? (kept?.number("meshType", 255) ?? 0) : 0,
    baseVariantDiffs: fits ? diffs : new Uint16Array(0),
    conformWeights: fits ? weights : new Uint16Array(0),
    trailing: kept?.array("trailing") ?? new Uint8Array(0),
  };
}

function timeOf(value: unknown): bigint {
  if (typeof value !== "string" || !/^\d{1,20}$/.test(value)) return 0n;
  return BigInt.asUintN(64, BigInt(value));
}
