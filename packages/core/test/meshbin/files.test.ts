import { describe } from "vitest";
import { describeMutations, describeTruncations, describeWholeFile } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("meshbin");

describe("MESHBIN examples", () => {
  examples.forEach(describeWholeFile);
  describeTruncations(examples);
  describeMutations(examples, 20_000, 1995);
});

describeCorpus("meshbin", ["meshbin", "mb"], (files) => files.forEach(describeWholeFile));
