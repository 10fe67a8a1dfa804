import { geometryOffsets, layOutUnigine } from "../blockPlaces.ts";
import type { UnigineFile, UnigineId } from "../file.ts";

/**
 * Encodes the blocks that were edited and moves the table of offsets along with them. Blocks that were not keep their
 * compressed bytes. An offset that pointed somewhere else stays as far off as it was.
 */
export function settleUnigine(file: UnigineFile, original: UnigineFile, dialect: string): UnigineFile {
  if (!("offsets" in file) || !("offsets" in original)) return file;
  const id = dialect as UnigineId; // the file was read as one
  const laidOut = layOutUnigine(file, id);
  const before = geometryOffsets(original, id);
  const offsets = file.offsets.map((stored, i) => stored + (laidOut.offsets[i] ?? 0n) - (before[i] ?? 0n));
  return { ...laidOut, offsets };
}
