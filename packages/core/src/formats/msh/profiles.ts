import type { EngineProfile } from "../../issues/profile.ts";
import { FACES_SAFE } from "./file.ts";
import { LONGEST_NAME } from "./names.ts";

export const MSH_PROFILES: readonly EngineProfile[] = [
  {
    id: "lostsaga",
    title: "the Lost Saga client (its loaders of 2014, 2019 and 2021 are identical)",
    limits: {
      /** Strings are read into 260 bytes, a NUL included (code). */
      stringBytes: LONGEST_NAME,
      /** What the community found to load safely. */
      faces: FACES_SAFE,
      /** The hardware path packs a bone number into eight bits (code). */
      boneNumbers: 256,
      /** Software skinning marks the end of a vertex by a weight that is not positive (code). */
      influences: 3,
    },
  },
];
