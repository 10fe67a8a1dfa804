import type { EngineProfile } from "../../issues/profile.ts";

export const SPLASHPACK_PROFILES: readonly EngineProfile[] = [
  {
    id: "psxsplash",
    title: "psxsplash of 2025 on a PlayStation 1",
    limits: {
      /** Video memory in 16-bit words. */
      vramWidth: 1024,
      vramHeight: 512,
      /** The frame buffers fill the columns left of this (inferred). */
      frameBufferWidth: 320,
      /** What the project advises to stay below. */
      triangles: 2000,
      /** The exporters of 2025 clamp here (code). */
      coordinate: 16384,
    },
  },
];
