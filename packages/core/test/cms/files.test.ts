import { describe } from "vitest";
import { describeMutations, describeTruncations, describeWholeFile } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("cms");

describe("CMS examples", () => {
  for (const file of examples) describeWholeFile(file);
  describeTruncations(examples);
  describeMutations(examples, 20_000, 5000);
});

describeCorpus("msh/cms5000", ["cms"], (files) => {
  for (const file of files) describeWholeFile(file);
});
