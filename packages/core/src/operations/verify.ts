import { type FaultJson, MeshglotError } from "../bytes/fault.ts";
import { leafSpans } from "../bytes/trace.ts";
import { mapMesh, spansAtByte } from "./map.ts";
import { type OpenOptions, openMesh } from "./open.ts";

export interface FirstDifference {
  offset: number;
  path: string;
  /** Byte of the file; null past its end. */
  expected: number | null;
  /** Byte that we wrote; null past its end. */
  actual: number | null;
}

/** Whether reading and writing a file gives it back byte for byte. */
export interface Verification {
  identical: boolean;
  size: number;
  firstDifference: FirstDifference | null;
  error?: FaultJson;
}

/**
 * Reads a file, writes it anew from what was read, and compares.
 * @throws MeshglotError if the file can not be read to its end
 */
export function verifyMesh(bytes: Uint8Array, options: OpenOptions = {}): Verification {
  const mesh = openMesh(bytes, options);
  if (mesh.fault) throw mesh.fault;
  const size = bytes.byteLength;
  try {
    const written = mesh.format.write(mesh.file, mesh.dialect);
    const at = firstDifference(bytes, written);
    if (at === -1) return { identical: true, size, firstDifference: null };
    const { spans } = mapMesh(bytes, options);
    const path = spansAtByte(leafSpans(spans), at).at(-1)?.path ?? "";
    return {
      identical: false,
      size,
      firstDifference: { offset: at, path, expected: bytes[at] ?? null, actual: written[at] ?? null },
    };
  } catch (error) {
    // A file that was read and can not be written is a difference, not a bad input.
    if (error instanceof MeshglotError) return { identical: false, size, firstDifference: null, error: error.toJSON() };
    throw error;
  }
}

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.byteLength, b.byteLength);
  for (let i = 0; i < common; i++) if (a[i] !== b[i]) return i;
  return a.byteLength === b.byteLength ? -1 : common;
}
