import { describe } from "vitest";
import { exampleCompanion } from "../support/companions.ts";
import { describeCompanion, describeMutations, describeTruncations, describeWholeFile } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("unigine-anim");
const skeleton = exampleCompanion("skeleton", "unigine-skeleton", "column_sn10.skeleton", "unigine");

describe("UNIGINE animation examples", () => {
  for (const file of examples) describeWholeFile(file);
  describeTruncations(examples);
  describeMutations(examples, 20_000, 13);
});

describe("UNIGINE animation examples on a skeleton", () => {
  for (const file of examples) describeCompanion(file, { companions: { skeleton } });
});

for (const id of ["an11", "an13"]) {
  describeCorpus(`unigine/${id}`, ["anim"], (files) => {
    for (const file of files) describeWholeFile(file);
  });
}
