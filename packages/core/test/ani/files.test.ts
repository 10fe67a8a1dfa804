import { describe } from "vitest";
import { exampleCompanion } from "../support/companions.ts";
import { describeCompanion, describeMutations, describeTruncations } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("ani");
const companions = { skeleton: exampleCompanion("skeleton", "skl", "biped.skl") };

describe("ANI examples", () => {
  for (const file of examples) describeCompanion(file, { companions });
  describeTruncations(examples);
  describeMutations(examples, 20_000, 4000, companions);
});

describeCorpus("msh/ani4000", ["ani"], (files) => {
  for (const file of files) describeCompanion(file, { refused: "SKELETON_NEEDED" });
});
