import type { Document } from "@gltf-transform/core";
import type { LossLedger } from "../../scene/loss.ts";
import { listUnheld } from "../../scene/unheld.ts";
import type { Wishes } from "./buildOptions.ts";
import { textOf } from "./names.ts";
import type { ScenePart } from "./sceneParts.ts";

/** Arrays that toScene keeps of surfaces whose data contradicts itself; a file of our own has no such surfaces. */
const FAULTY = ["cIndices", "tIndices", "uv0", "uv1", "colors", "rawTargets"];

/** Lists what the file can not hold of the scene. */
export function listLeftOut(
  document: Document,
  parts: readonly ScenePart[],
  wishes: Wishes,
  hasJoints: boolean,
  ledger: LossLedger,
): void {
  const surfaces = parts.flatMap(({ surface }) => (surface ? [surface] : []));
  const holds = {
    format: wishes.id,
    skins: wishes.skin,
    morphTargets: wishes.morphs,
    materials: true,
    colors: true,
    tangents: true,
    uvSets: 2,
  };
  listUnheld(document, surfaces, holds, ledger);
  const named = surfaces.filter(({ primitive, node }) => {
    const name = primitive.getMaterial()?.getName();
    return name !== undefined && name !== node.getName();
  });
  const materials = "surfaces have no materials of their own; the engine finds them by the surface's name";
  ledger.add("MATERIALS_DROPPED", "materials", named.length, materials);
  const faulty = parts.filter(({ facts }) => FAULTY.some((name) => facts?.facts[name] !== undefined));
  const repaired = "surfaces of the source file contradicted themselves; they were built from what could be shown";
  ledger.add("FAULTS_REPAIRED", "surfaces", faulty.length, repaired);
  if (wishes.id !== "sk10") return;
  const lightmaps = parts.filter(({ facts }) => (facts?.facts.lightmapUvChannel ?? 0) !== 0);
  ledger.add("LIGHTMAPS_DROPPED", "surfaces", lightmaps.length, "sk10 has no settings for lightmaps");
  const { guid, path } = wishes.reference;
  const isLinked = textOf(guid) !== "" || textOf(path) !== "";
  const link = "no skeleton is named; link one in the Editor, or give --skeleton-guid or --skeleton-path";
  ledger.add("SKELETON_UNLINKED", "skeletonGuid", isLinked || !hasJoints ? 0 : 1, link);
}
