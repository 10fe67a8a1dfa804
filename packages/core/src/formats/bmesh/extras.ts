import type { Document, Mesh, Node } from "@gltf-transform/core";
import type { ConvertOptions } from "../../format.ts";
import type { Json } from "../../json.ts";
import { addExtras } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { storeArray } from "../../scene/rawData.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { boxOf, packBox } from "./box.ts";
import type { BmeshFile, BmeshSection } from "./file.ts";
import type { BmeshModel } from "./model.ts";
import { textForExtras } from "./names.ts";

/** Arrays of the file that may have to be kept beside the document. */
export const KEPT_ARRAYS = [
  "positions",
  "normals",
  "uv0",
  "uv1",
  "tangents",
  "colors",
  "faceIndices",
  "faces",
  "links",
  "boneWeights",
  "baseVariantDiffs",
  "conformWeights",
  "trailing",
] as const satisfies readonly (keyof BmeshFile)[];

/**
 * Keeps in `extras.meshglot` what the document does not hold.
 * @param carried names of the arrays that the document holds in full
 */
export function addFileExtras(
  document: Document,
  holder: Mesh | Node,
  { file, faces, links, sections, winding }: BmeshModel,
  carried: ReadonlySet<string>,
  options: ConvertOptions,
  ledger: LossLedger,
): void {
  const kept = KEPT_ARRAYS.filter((name) => file[name].length > 0 && !carried.has(name));
  const arrays = Object.fromEntries(kept.map((name): [string, Json] => [name, storeArray(document, file[name])]));
  const lod = file.vertexLodPositions;
  const computed = boxOf(file.positions);
  addExtras(holder, {
    format: "bmesh",
    version: file.version,
    meshUsage: file.meshUsage,
    boundsMin: storeArray(document, file.boundsMin),
    boundsMax: storeArray(document, file.boundsMax),
    boundsOfPositions: sameBits(computed, packBox(file)) ? undefined : storeArray(document, computed),
    tangentType: file.tangentType,
    tangentSplit: file.tangentSplit,
    refMeshFileName: textForExtras(file.refMeshFileName),
    refMeshFileTime: file.refMeshFileTime.toString(),
    meshType: file.meshType,
    vertexCount: file.positions.length / 3,
    faceIndexCount: file.faceIndices.length,
    ...readingOptions(options),
    faceReading: faces.reading,
    linkReading: links.reading,
    sectionReading: sections.reading,
    winding: winding.winding,
    evidence: {
      faceReading: faces.evidence,
      linkReading: links.evidence,
      sectionReading: sections.evidence,
      winding: winding.evidence,
    },
    ...arrays,
    vertexLodPositions: lod.count > 0 ? { count: lod.count, bytes: storeArray(document, lod.bytes) } : undefined,
    materialSections: carried.has("materialSections") ? undefined : file.materialSections.map(sectionForExtras),
  });
  const note = (name: string, count: number, message: string) =>
    ledger.add("KEPT_ASIDE", name, count, message, `extras ${name}`);
  note(
    "baseVariantDiffs",
    file.baseVariantDiffs.length / 3,
    "what makes a variant of the reference mesh needs that mesh",
  );
  note("conformWeights", file.conformWeights.length / 6, "what conforms to the reference mesh needs that mesh");
  note("vertexLodPositions", lod.count, "coarser positions of unknown form are no geometry");
  note("trailing", file.trailing.byteLength, "bytes after the end of the mesh");
}

/** Options that changed what the vertices became; the way back needs them too. */
function readingOptions({ mirror, flipV, colorOrder, tangentSign }: ConvertOptions): Record<string, Json | undefined> {
  return {
    mirror: mirror === true ? true : undefined,
    flipV: flipV === true ? true : undefined,
    colorOrder: colorOrder === "bgra" ? colorOrder : undefined,
    tangentSign: tangentSign === -1 ? tangentSign : undefined,
  };
}

/** A section as it stands in the file. */
export function sectionForExtras(section: BmeshSection): { [key: string]: Json } {
  const { faceStart, faceCount, vertexMin, vertexMax } = section;
  return { name: textForExtras(section.name), faceStart, faceCount, vertexMin, vertexMax };
}
