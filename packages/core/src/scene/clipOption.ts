import type { OptionFacts } from "../format.ts";

/** The option by which one of several animations is chosen. */
export const CLIP_OPTION: OptionFacts = {
  name: "clip",
  values: "name",
  summary: "which animation, where there are several",
};
