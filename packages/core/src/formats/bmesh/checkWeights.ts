import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { BmeshFile } from "./file.ts";
import { type Influences, influencesOf } from "./influences.ts";
import { SUM_TOLERANCE } from "./linkReading.ts";
import type { BmeshModel } from "./model.ts";

/** Links and weights under the reading that was decided on, and the flags of the bones that follow from them. */
export function checkWeights(model: BmeshModel, limits: EngineProfile["limits"], report: Report): void {
  const { file, links } = model;
  if (links.ambiguous) report.add("BMESH_LINKS_AMBIGUOUS", "links", links.evidence);
  const weightCount = file.boneWeights.length / 2;
  const { boneWeights } = file;
  const boneCount = file.bones.length;
  for (let weight = 0; weight < weightCount; weight++) {
    const bone = boneWeights[2 * weight + 1] ?? 0;
    if (bone < boneCount) continue;
    if (!report.lists("BMESH_BONE_INDEX_OUT_OF_RANGE")) {
      report.count("BMESH_BONE_INDEX_OUT_OF_RANGE");
      continue;
    }
    const message = `weight ${weight} uses bone ${bone} of ${file.bones.length}`;
    report.add("BMESH_BONE_INDEX_OUT_OF_RANGE", `boneWeights[${weight}]`, message);
  }
  if (links.reading === "none") return;
  const plain = links.reading === "ranges" ? bonesOfPlainRanges(file, limits.influences ?? Infinity) : undefined;
  if (plain) {
    checkFlags(model, plain, report);
    return;
  }
  if (links.reading !== "pairs") checkRanges(model, weightCount, limits, report);
  const influences = influencesOf(file, links.reading);
  checkSums(model, influences, report);
  checkFlags(model, bonesIn(influences), report);
}

/**
 * The bones that have vertices, if every range is as it should be: nearly all files are, and then one loop that keeps
 * nothing per vertex has seen everything. Undefined where something is wrong and has to be looked at closely.
 */
function bonesOfPlainRanges({ links, boneWeights, positions }: BmeshFile, influences: number): Uint8Array | undefined {
  if (links.length / 2 !== positions.length / 3) return undefined;
  const used = new Uint8Array(256);
  const weightCount = boneWeights.length / 2;
  for (let i = 0; i + 1 < links.length; i += 2) {
    const start = links[i] ?? 0;
    const end = start + (links[i + 1] ?? 0);
    if (end === start || end - start > influences || end > weightCount) return undefined;
    let sum = 0;
    for (let k = 2 * start; k < 2 * end; k += 2) {
      const influence = boneWeights[k] ?? 0;
      if (influence > 0) used[boneWeights[k + 1] ?? 0] = 1;
      sum += influence;
    }
    if (sum < 255 - SUM_TOLERANCE || sum > 255 + SUM_TOLERANCE) return undefined;
  }
  return used;
}

function bonesIn({ weights, bones }: Influences): Uint8Array {
  const used = new Uint8Array(256);
  for (let i = 0; i < weights.length; i++) if ((weights[i] ?? 0) > 0) used[bones[i] ?? 0] = 1;
  return used;
}

function checkRanges(
  { file }: BmeshModel,
  weightCount: number,
  { influences = Infinity }: EngineProfile["limits"],
  report: Report,
): void {
  const { links } = file;
  for (let link = 0; 2 * link + 1 < links.length; link++) {
    const start = links[2 * link] ?? 0;
    const count = links[2 * link + 1] ?? 0;
    if (count > 0 && count <= influences && start + count <= weightCount) continue;
    const path = `links[${link}]`;
    if (count > influences) report.add("BMESH_INFLUENCE_COUNT", path, `link ${link} has ${count} weights`);
    if (count === 0) {
      const message = `link ${link} has no weights: its vertex is bound to nothing`;
      report.add("BMESH_INFLUENCE_COUNT", path, message, { severity: "warning" });
    }
    if (start + count > weightCount) {
      report.add(
        "BMESH_WEIGHT_RANGE",
        path,
        `link ${link} asks for the weights ${start} to ${start + count - 1} of ${weightCount}`,
      );
    }
  }
}

function checkSums({ links }: BmeshModel, { sums, counts }: Influences, report: Report): void {
  for (let vertex = 0; vertex < sums.length; vertex++) {
    const sum = sums[vertex] ?? 0;
    if ((sum >= 255 - SUM_TOLERANCE && sum <= 255 + SUM_TOLERANCE) || (counts[vertex] ?? 0) === 0) continue;
    if (!report.lists("BMESH_WEIGHT_SUM")) {
      report.count("BMESH_WEIGHT_SUM");
      continue;
    }
    const path = links.reading === "ranges" ? `links[${vertex}]` : "boneWeights";
    const message = `the weights of vertex ${vertex} sum to ${sum}, expected 255 within ${SUM_TOLERANCE}`;
    report.add("BMESH_WEIGHT_SUM", path, message);
  }
}

/** @param used 1 for each bone that has vertices */
function checkFlags({ file }: BmeshModel, used: Uint8Array, report: Report): void {
  file.bones.forEach((bone, i) => {
    const uses = used[i] === 1;
    if (uses === bone.hasSkinnedVertices > 0) return;
    const message = `bone ${i} ${uses ? "has" : "has no"} vertices, hasSkinnedVertices is ${bone.hasSkinnedVertices}`;
    report.add("BMESH_SKINNED_FLAG", `bones[${i}].hasSkinnedVertices`, message);
  });
}
