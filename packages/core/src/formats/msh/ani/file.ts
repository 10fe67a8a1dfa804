import type { Faithful } from "../../../layout/node.ts";
import type { RawText } from "../../../layout/text.ts";

/** Something that happens while an animation plays: a sound, an effect. */
export interface AniEvent extends Faithful {
  type: RawText;
  info: RawText;
  /** ms */
  time: number;
}

/** The motion of one bone. */
export interface AniTrack extends Faithful {
  bone: RawText;
  weight: number;
  keyCount: number;
  /** Rows of {@link KEY_LAYOUTS}; {@link keysOf} takes them apart. */
  keys: Uint8Array;
}

/** A Lost Saga animation as it lies in the file. */
export interface AniFile extends Faithful {
  version: number;
  eventCount: number;
  events: AniEvent[];
  /** ms; real files have keys a little past it. */
  totalTime: number;
  trackCount: number;
  tracks: AniTrack[];
  /** Bytes after the end. */
  trailing: Uint8Array;
}

/** A key of version 4000. */
export interface AniKey4000 {
  /** x, y, z, w; not always of unit length. */
  rotation: Float32Array;
  /** cm, relative to the parent. */
  translation: Float32Array;
  /** ms */
  time: number;
}

/** A key of version 4001: the three smaller components of the quaternion in ten bits each. */
export interface AniKey4001 {
  rotation: number;
  translation: Float32Array;
  time: number;
}

/** A key of version 4002: four components in 16 bits each. */
export interface AniKey4002 {
  /** x << 16 | y, then z << 16 | w. */
  rotation: Uint32Array;
  translation: Float32Array;
  time: number;
}

export const ANI_VERSIONS = ["4000", "4001", "4002"] as const;

/** The version, which is the dialect: it says how rotations are stored. */
export type AniVersion = (typeof ANI_VERSIONS)[number];
