import type { Salvaged } from "../../scene/salvage.ts";
import { type BmeshFile, emptyBmesh } from "./file.ts";

/** Completes a mesh that was read up to a fault. Arrays without an entry per vertex are left out by the conversion. */
export function salvageBmesh(part: Partial<BmeshFile>): Salvaged<BmeshFile> {
  const file = { ...emptyBmesh(), ...part };
  file.materialSections = file.materialSections.filter(({ vertexMax }) => vertexMax !== undefined);
  return { file, points: file.positions };
}
