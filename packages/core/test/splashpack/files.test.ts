import { describe } from "vitest";
import { describeMutations, describeTruncations, describeWholeFile } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("splashpack");

describe("SPLASHPACK examples", () => {
  examples.forEach(describeWholeFile);
  describeTruncations(examples);
  describeMutations(examples, 20_000, 2025);
});

describeCorpus("splashpack", ["splashpack"], (files) => files.forEach(describeWholeFile));
