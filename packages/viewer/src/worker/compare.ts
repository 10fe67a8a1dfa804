import { diffMesh } from "@meshglot/core";
import type { Comparison } from "../protocol.ts";

/** Differences that the page lists. */
const SHOWN = 300;

/** @throws MeshglotError if one of them can not be read to its end */
export async function compareFiles(a: Uint8Array, b: Uint8Array): Promise<Comparison> {
  const { changes, bytes, ...facts } = await diffMesh(a, b);
  return { ...facts, changes: changes.slice(0, SHOWN), bytes: { ...bytes, ranges: bytes.ranges.slice(0, SHOWN) } };
}
