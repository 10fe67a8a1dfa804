import { describe } from "vitest";
import { describeCompanion, describeMutations, describeTruncations } from "../support/fidelity.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";

const refused = "MESH_NEEDED";

describe.each(["msh-material", "msh-model"])("%s examples", (format) => {
  const examples = exampleFiles(format);
  for (const file of examples) describeCompanion(file, { refused });
  describeTruncations(examples);
  describeMutations(examples, 20_000, 3000);
});

describeCorpus("msh/material", ["txt"], (files) => {
  for (const file of files) describeCompanion(file, { refused });
});
