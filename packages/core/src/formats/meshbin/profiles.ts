import type { EngineProfile } from "../../issues/profile.ts";

/** The GTE keeps 16 bits of a coordinate, whatever the engine. */
const GTE = { coordinate: 32767 };

export const MESHBIN_PROFILES: readonly EngineProfile[] = [
  {
    id: "madnight",
    title: "psyqo-madnight-engine since 2026-03-20, and its forks",
    limits: { ...GTE, faces: 999, bones: 15 },
  },
  { id: "madnight-2025", title: "the same engine before 2026-03-20", limits: { ...GTE, faces: 1023, bones: 50 } },
];
