import type { Detection } from "../../format.ts";
import { startsWith } from "../../lookalikes.ts";
import { DIALECTS, type DialectFacts } from "./dialects.ts";
import { blockPlaces, isStrict, tablesEnd, type Walk, walkAll } from "./walk.ts";

/** Numbers above are no version of anything: the file is a text, most likely. */
const HIGHEST_PLAUSIBLE_VERSION = 255;
/** Dialect of a file that no layout fits. It can not be read without being told which one to use. */
export const UNKNOWN_LAYOUT = "unknown";

/**
 * The layout by offset arithmetic, because the version is 1 in all nine: the first that accounts for every byte, else
 * L1 edited by hand, else the one whose blocks follow each other furthest.
 */
export function detectSplashpack(bytes: Uint8Array): Detection | undefined {
  if (!startsWith(bytes, "SP") || bytes.byteLength < 4) return undefined;
  const version = (bytes[2] ?? 0) | ((bytes[3] ?? 0) << 8);
  if (version > HIGHEST_PLAUSIBLE_VERSION) return undefined;
  if (version !== 1) return { dialect: UNKNOWN_LAYOUT, version: String(version) };
  const walks = walkAll(bytes);
  const strict = walks.filter((candidate) => isStrict(candidate, bytes.byteLength));
  const [first, ...others] = strict;
  if (first) {
    const also = others.map(({ facts }) => facts.dialect).join(", ");
    const note = also ? `the blocks fit layout ${first.facts.dialect} and also ${also}` : noteOf(first.facts);
    return { dialect: first.facts.dialect, version: "1", note };
  }
  const [l1] = DIALECTS;
  const whole = bestOf(walks.filter(({ matched, blocks, cut }) => !cut && matched === blocks));
  // Bytes behind the end do not hide a layout whose blocks all follow each other; an empty pack proves nothing, though.
  if (whole && whole.matched > 0) return { dialect: whole.facts.dialect, version: "1", note: noteOf(whole.facts) };
  const nearest = bestOf(walks);
  const isCut = nearest?.cut === true && (nearest.matched > 0 || walks.every(({ cut }) => cut));
  if (l1 && (!isCut || nearest.facts === l1) && isLenientL1(bytes, l1)) {
    return { dialect: "L1", version: "1", note: "the blocks do not follow each other, but all lie inside the file" };
  }
  if (isCut) {
    return { dialect: nearest.facts.dialect, version: "1", note: `${noteOf(nearest.facts)}; the file is cut off` };
  }
  if (whole && walks.every(({ matched }) => matched === 0)) return { dialect: "L1", version: "1" };
  return { dialect: UNKNOWN_LAYOUT, version: "1" };
}

/** The walk that got furthest; the earlier layout where two are equal. */
export function bestOf(walks: readonly Walk[]): Walk | undefined {
  let best: Walk | undefined;
  for (const candidate of walks) if (!best || candidate.matched > best.matched) best = candidate;
  return best;
}

function noteOf({ dialect, dates, summary }: DialectFacts): string {
  return `layout ${dialect} (${dates}: ${summary})`;
}

/** Cells of a rotation are at most 4096; a little more is allowed for rounding. */
const ROTATION_LIMIT = 4100;

/**
 * Files that were edited by hand: every block inside the file, and fields that only L1 has at these places look sane.
 * L2 to L8 fail at least one of the three (verified).
 */
function isLenientL1(bytes: Uint8Array, l1: DialectFacts): boolean {
  const start = tablesEnd(bytes, l1);
  const size = bytes.byteLength;
  if (start > size || size < l1.headerSize) return false;
  for (const block of blockPlaces(bytes, l1)) {
    if (block.size === 0) continue;
    if (block.offset < start || block.offset + block.size > size) return false;
  }
  const data = new DataView(bytes.buffer, bytes.byteOffset, size);
  const objects = data.getUint16(l1.counts.objects, true);
  for (let i = 0, at = l1.headerSize; i < objects; i++, at += l1.object.size) {
    const texturePage = data.getUint16(at + 48, true);
    if (texturePage >> 10 !== 0 || ((texturePage >> 7) & 3) === 3) return false;
    for (let cell = 0; cell < 9; cell++) {
      if (Math.abs(data.getInt32(at + 12 + 4 * cell, true)) > ROTATION_LIMIT) return false;
    }
  }
  return objects > 0;
}
