import { describe } from "vitest";
import { describeMutations, describeTruncations, describeWholeFile } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const examples = exampleFiles("unigine");

describe("UNIGINE examples", () => {
  examples.forEach(describeWholeFile);
  describeTruncations(examples);
  describeMutations(examples, 20_000, 2210);
});

/** A stool whose seat and ring were exported inside out: its stored normals point inward as its windings do. */
const INSIDE_OUT = "457b271433";

describeCorpus("unigine", ["mesh"], (files) => {
  for (const file of files) describeWholeFile({ ...file, insideOut: file.name.includes(INSIDE_OUT) });
});
