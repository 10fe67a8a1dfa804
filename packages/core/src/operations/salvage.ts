import type { Companions, ConvertOptions, FormatScene } from "../format.ts";
import { LossLedger } from "../scene/loss.ts";
import { reportMissing } from "../scene/salvage.ts";
import type { OpenedMesh } from "./open.ts";
import { sceneOf } from "./sceneOf.ts";

/**
 * What was read of a file before its fault, as a glTF document: whole faces, or the positions as points where there are
 * none. The losses begin with the fault and what lies behind it.
 *
 * @throws MeshglotError the fault itself, if nothing that can be shown lies before it
 */
export async function salvageToScene(
  mesh: OpenedMesh,
  options: ConvertOptions,
  companions?: Companions,
  maxMemory?: number,
): Promise<FormatScene> {
  const { format, dialect, fault } = mesh;
  if (!fault) return sceneOf(mesh, options, companions, maxMemory);
  if (!format.salvage) throw fault;
  const ledger = new LossLedger();
  reportMissing(fault, mesh.file, format.layouts[dialect], ledger);
  const { file, points } = format.salvage(mesh.file, dialect, ledger);
  const { document, losses, sources } = await sceneOf({ ...mesh, file }, options, companions, maxMemory);
  if (document.getRoot().listMeshes().length === 0) {
    const count = points.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    if (count === 0) throw fault;
    const { pointCloud } = await import("../scene/pointCloud.ts");
    pointCloud(document, points, format.space, sources);
    ledger.add("POINTS_ONLY", "positions", count, "no face was read, so the positions are shown as points");
  }
  return { document, losses: [...ledger.losses, ...losses], sources };
}
