import { describe } from "vitest";
import { describeMutations, describeTruncations, describeWholeFile } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("bmesh");

describe("bMesh examples", () => {
  examples.forEach(describeWholeFile);
  describeTruncations(examples);
  describeMutations(examples, 20_000, 32);
});

describeCorpus("bmesh", ["bmesh", "omesh"], (files) => files.forEach(describeWholeFile));
