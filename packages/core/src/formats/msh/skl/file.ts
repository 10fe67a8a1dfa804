import type { Faithful } from "../../../layout/node.ts";
import type { RawText } from "../../../layout/text.ts";

export interface SklBone extends Faithful {
  name: RawText;
  /** Three numbers, cm, relative to the parent: the rest pose. */
  localPosition: Float32Array;
  /** Quaternion x, y, z, w. */
  localRotation: Float32Array;
  /** Three numbers, cm: translation of the matrix that takes a vertex from the mesh into the bone. */
  inverseBindPosition: Float32Array;
  inverseBindRotation: Float32Array;
  /** 16 numbers, row by row for row vectors: place in the world in bind pose. Used for linked skeletons only. */
  objectMatrix: Float32Array;
  /** `NoParent` for the root. Stored and unused: the tree comes from the lists of children. */
  parentName: RawText;
  childNames: RawText[];
}

/** A Lost Saga skeleton as it lies in the file. */
export interface SklFile extends Faithful {
  version: number;
  boneCount: number;
  /** Bone 0 is the root. */
  bones: SklBone[];
  /** Name of another skeleton; empty for none. */
  linkedSkeleton: RawText;
  /** Bytes after the end. */
  trailing: Uint8Array;
}

/** What the root has for a parent. */
export const NO_PARENT = "NoParent";
/** The only version that is known; the client never checks it. */
export const SKL_VERSION = 1000;
