import type { EngineProfile } from "../../issues/profile.ts";

/** How the game's loader reacts is unknown; these follow from the widths of the fields. */
export const BMESH_PROFILES: readonly EngineProfile[] = [
  {
    id: "firefall",
    title: "Firefall, by the widths of its fields",
    limits: {
      /** A weight names its bone in eight bits. */
      bones: 256,
      influences: 4,
      /** 64 bytes, a NUL included. */
      nameBytes: 63,
    },
  },
];
