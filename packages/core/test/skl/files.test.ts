import { describe } from "vitest";
import { exampleCompanion } from "../support/companions.ts";
import { describeCompanion, describeMutations, describeTruncations } from "../support/fidelity.ts";
import { exampleFiles } from "../support/files.ts";

const examples = exampleFiles("skl");
const animations = ["nod_4000.ani", "odd_4000.ani"].map((name) => exampleCompanion("animation", "ani", name));

describe("SKL examples", () => {
  for (const file of examples) describeCompanion(file, { companions: { animations } });
  describeTruncations(examples);
  describeMutations(examples, 20_000, 1000, { animations });
});
