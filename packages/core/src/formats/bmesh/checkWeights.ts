import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import { influencesOf } from "./influences.ts";
import { SUM_TOLERANCE } from "./linkReading.ts";
import type { BmeshModel } from "./model.ts";

/** Links and weights under the reading that was decided on, and the flags of the bones that follow from them. */
export function checkWeights(model: BmeshModel, limits: EngineProfile["limits"], report: Report): void {
  const { file, links } = model;
  if (links.ambiguous) report.add("BMESH_LINKS_AMBIGUOUS", "links", links.evidence);
  const weightCount = file.boneWeights.length / 2;
  for (let weight = 0; weight < weightCount; weight++) {
    const bone = file.boneWeights[2 * weight + 1] ?? 0;
    if (bone < file.bones.length) continue;
    const message = `weight ${weight} uses bone ${bone} of ${file.bones.length}`;
    report.add("BMESH_BONE_INDEX_OUT_OF_RANGE", `boneWeights[${weight}]`, message);
  }
  if (links.reading === "none") return;
  if (links.reading !== "pairs") checkRanges(model, weightCount, limits, report);
  checkSums(model, report);
  checkFlags(model, report);
}

function checkRanges(
  { file }: BmeshModel,
  weightCount: number,
  { influences = Infinity }: EngineProfile["limits"],
  report: Report,
): void {
  for (let link = 0; link < file.links.length / 2; link++) {
    const [start = 0, count = 0] = [file.links[2 * link], file.links[2 * link + 1]];
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

function checkSums({ file, links }: BmeshModel, report: Report): void {
  const { sums, counts } = influencesOf(file, links.reading);
  sums.forEach((sum, vertex) => {
    if ((counts[vertex] ?? 0) === 0 || Math.abs(sum - 255) <= SUM_TOLERANCE) return;
    const path = links.reading === "ranges" ? `links[${vertex}]` : "boneWeights";
    report.add(
      "BMESH_WEIGHT_SUM",
      path,
      `the weights of vertex ${vertex} sum to ${sum}, expected 255 within ${SUM_TOLERANCE}`,
    );
  });
}

function checkFlags({ file, links }: BmeshModel, report: Report): void {
  const { weights, bones } = influencesOf(file, links.reading);
  const used = new Uint8Array(256);
  for (let i = 0; i < weights.length; i++) if ((weights[i] ?? 0) > 0) used[bones[i] ?? 0] = 1;
  file.bones.forEach((bone, i) => {
    const uses = used[i] === 1;
    if (uses === bone.hasSkinnedVertices > 0) return;
    const message = `bone ${i} ${uses ? "has" : "has no"} vertices, hasSkinnedVertices is ${bone.hasSkinnedVertices}`;
    report.add("BMESH_SKINNED_FLAG", `bones[${i}].hasSkinnedVertices`, message);
  });
}
