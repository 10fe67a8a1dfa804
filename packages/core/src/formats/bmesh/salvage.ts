import type { LossLedger } from "../../scene/loss.ts";
import type { Salvaged } from "../../scene/salvage.ts";
import { type BmeshFile, emptyBmesh } from "./file.ts";

/** Completes a mesh that was read up to a fault. Arrays without an entry per vertex are left out by the conversion. */
export function salvageBmesh(part: Partial<BmeshFile>, ledger: LossLedger): Salvaged<BmeshFile> {
  const file = { ...emptyBmesh(), ...part };
  file.materialSections = file.materialSections.filter(({ vertexMax }) => vertexMax !== undefined);
  // Without faces `faceIndices` is the list of triangles, but only if the file says that it has none.
  if (file.faces.length === 0 && part.bones === undefined) {
    const entries = file.faceIndices.length;
    ledger.add("ARRAY_LEFT_OUT", "faceIndices", entries, "the faces were not read, so nobody knows what they join");
    file.faceIndices = new Uint32Array(0);
  }
  return { file, points: [{ path: "positions", positions: file.positions }] };
}
