import type { Faithful } from "../../../layout/node.ts";

/** A Lost Saga collision mesh as it lies in the file. */
export interface CmsFile extends Faithful {
  version: number;
  vertexCount: number;
  /** 3 per vertex, cm, in the axes of the mesh. */
  positions: Float32Array;
  faceCount: number;
  /** 3 per face. */
  indices: Uint16Array;
  /** Bytes after the end. */
  trailing: Uint8Array;
}

export const CMS_VERSION = 5000;
