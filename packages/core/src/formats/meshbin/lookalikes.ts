import { type Lookalike, startsWith } from "../../lookalikes.ts";

/** Files of the same engine, and what the exporter started from. */
export const MESHBIN_LOOKALIKES: readonly Lookalike[] = [
  {
    what: "an animation file of the MESHBIN engine (ANIMBIN), not a mesh",
    todo: "Give meshglot the .meshbin beside it.",
    test: (bytes) => startsWith(bytes, "ANIMBIN"),
  },
  {
    what: "a collision file of the MESHBIN engine (COLBIN), not a mesh",
    todo: "Give meshglot the .meshbin beside it.",
    test: (bytes) => startsWith(bytes, "COLBIN"),
  },
  {
    what: "a scene list of the MESHBIN engine (SCENEBIN), not a mesh",
    todo: "Give meshglot the .meshbin files that it names.",
    test: (bytes) => startsWith(bytes, "SCENEBIN"),
  },
  {
    what: "a Wavefront OBJ",
    todo: "It has to be converted first; meshglot reads OBJ only as the source of a conversion.",
    test: (bytes) => ["# ", "#\n", "#\r", "v ", "o ", "mtllib ", "g "].some((text) => startsWith(bytes, text)),
  },
];
