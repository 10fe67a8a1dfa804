import { type ConvertOptions, NO_COUNTS, type Summary } from "../../format.ts";
import { wordOption } from "../../scene/options.ts";
import { boundsOf } from "../../scene/space.ts";
import { BMESH_TYPES, type BmeshFile } from "./file.ts";
import { type BmeshModel, interpret } from "./model.ts";
import { hasTail, nameText, sectionText, textForExtras } from "./names.ts";
import { COLOR_ORDERS } from "./options.ts";

/** Names shown at most; a damaged file may hold very many. */
const SHOWN = 256;

/** What people look for first: parts and bones, the reference mesh, and which reading of the disputed parts fits. */
export function summarizeBmesh(part: Partial<BmeshFile>, options: ConvertOptions): Summary {
  const model = interpret(part, options);
  const { file, vertexCount, faceCount, sections } = model;
  return {
    counts: {
      ...NO_COUNTS,
      vertices: vertexCount,
      triangles: faceCount,
      surfaces: file.materialSections.length,
      bones: file.bones.length,
      controlPoints: file.hardpoints.length,
      materials: new Set(file.materialSections.map(({ name }, i) => sectionText(name) || `section${i}`)).size,
    },
    bounds: boundsOf(file.positions),
    features: featuresOf(model),
    details: {
      meshType: `${file.meshType} (${BMESH_TYPES[file.meshType] ?? "unknown"})`,
      ...referenceOf(file),
      ...decisionsOf(model, options),
      storedBounds: { min: Array.from(file.boundsMin), max: Array.from(file.boundsMax) },
      tangents: `type ${file.tangentType} (${["Melody", "Turtle"][file.tangentType] ?? "unknown"}), split ${file.tangentSplit}`,
      ...(file.meshUsage === 0 ? {} : { meshUsage: file.meshUsage }),
      materialSections: file.materialSections.slice(0, SHOWN).map((section, i) => ({
        name: sectionText(section.name),
        faces: sections.ranges[i]?.count ?? 0,
        faceStart: section.faceStart,
        vertexMin: section.vertexMin,
        vertexMax: section.vertexMax,
      })),
      bones: file.bones.slice(0, SHOWN).map((bone) => nameText(bone.name)),
      hardpoints: file.hardpoints.slice(0, SHOWN).map((point) => ({
        name: nameText(point.name),
        bone: nameOfBone(file, point.parent),
        position: Array.from(point.bindMatrix.subarray(12, 15)),
      })),
    },
  };
}

function featuresOf({ file, vertexCount, links }: BmeshModel): string[] {
  const perVertex = (["normals", "uv0", "uv1", "tangents", "colors"] as const).filter((name) => file[name].length > 0);
  const tails = [...file.bones, ...file.hardpoints].some(({ name }) => hasTail(name));
  return [
    ...(vertexCount > 0 ? ["positions"] : []),
    ...perVertex,
    ...(links.reading === "none" ? [] : ["skin"]),
    ...(file.bones.length > 0 ? ["bones"] : []),
    ...(file.hardpoints.length > 0 ? ["hardpoints"] : []),
    ...(file.baseVariantDiffs.length > 0 ? ["base variant data"] : []),
    ...(file.conformWeights.length > 0 ? ["conform data"] : []),
    ...(tails ? ["bytes behind names"] : []),
    ...(file.vertexLodPositions.count > 0 ? ["vertexLodPositions (a guess)"] : []),
    ...(file.trailing.byteLength > 0 ? ["trailing bytes"] : []),
  ];
}

function referenceOf(file: BmeshFile): Record<string, ReturnType<typeof textForExtras>> {
  if (file.refMeshFileName.raw.length === 0 && file.refMeshFileTime === 0n) return {};
  return {
    refMeshFileName: textForExtras(file.refMeshFileName),
    refMeshFileTime: file.refMeshFileTime.toString(),
    baseVariantDiffs: file.baseVariantDiffs.length / 3,
    conformWeights: file.conformWeights.length / 6,
  };
}

/** Each disputed part with the reading that was taken and why. */
function decisionsOf({ faces, sections, winding, links }: BmeshModel, options: ConvertOptions): Record<string, string> {
  const colorOrder = wordOption(options, "colorOrder", COLOR_ORDERS);
  const weak = (ambiguous: string | undefined) => (ambiguous ? " - uncertain" : "");
  return {
    faceReading: `${faces.reading} (${faces.evidence})${weak(faces.ambiguous)}`,
    sectionReading: `${sections.reading} (${sections.evidence})`,
    winding: `${winding.winding} (${winding.evidence})`,
    linkReading: `${links.reading} (${links.evidence})${weak(links.ambiguous)}`,
    colorOrder: colorOrder ? `${colorOrder} (option)` : "rgba (assumed; nothing in a file tells)",
  };
}

function nameOfBone(file: BmeshFile, bone: number): string {
  const found = file.bones[bone];
  return found ? nameText(found.name) : String(bone);
}
