import { describe } from "vitest";
import { exampleCompanion } from "../support/companions.ts";
import { describeCompanion, describeMutations, describeTruncations } from "../support/fidelity.ts";
import { exampleFiles } from "../support/files.ts";

const examples = exampleFiles("unigine-skeleton");
const names = ["bend_an13.anim", "bend_an13_odd.anim"];
const animations = names.map((name) => exampleCompanion("animation", "unigine-anim", name, "unigine"));

describe("UNIGINE skeleton examples", () => {
  for (const file of examples) describeCompanion(file, { companions: { animations } });
  describeTruncations(examples);
  describeMutations(examples, 20_000, 10, { animations });
});
