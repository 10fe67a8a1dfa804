import type { EngineProfile } from "../../issues/profile.ts";

/** Documented limits of the engine. */
const ENGINE = { surfaces: 32767, influences: 4 };

export const UNIGINE_PROFILES: readonly EngineProfile[] = [
  { id: "unigine", title: "UNIGINE 2.21 and 2.22", limits: ENGINE },
  {
    id: "unigine-old",
    title: "editors before UNIGINE 2.21, which also limit bones and morph targets",
    limits: { ...ENGINE, surfaceJoints: 128, targets: 7 },
  },
];
