import { describe } from "vitest";
import { describeMutations, describeTruncations, describeWholeFile } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("msh");

describe("MSH examples", () => {
  examples.forEach(describeWholeFile);
  describeTruncations(examples);
  describeMutations(examples, 20_000, 2000);
});

describeCorpus("msh", ["msh"], (files) => files.forEach(describeWholeFile));
