import type { LossLedger } from "../../scene/loss.ts";
import { streamOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";

/** Colours closer than this to a byte came from one. */
const EXACT = 1e-4;

/**
 * COLOR_0 as the bytes of the file, without a curve, because which one the engine means is not known.
 * @returns 4 per vertex: R, G, B, A; undefined if there are none
 */
export function colorBytes(surface: SceneSurface, ledger: LossLedger): Uint8Array | undefined {
  const colors = streamOf(surface, "COLOR_0");
  if (!colors) return undefined;
  const size = surface.primitive.getAttribute("COLOR_0")?.getElementSize() ?? 4;
  const bytes = new Uint8Array(4 * surface.vertexCount).fill(255);
  let rounded = 0;
  for (let vertex = 0; vertex < surface.vertexCount; vertex++) {
    let isExact = true;
    for (let k = 0; k < size; k++) {
      const wanted = 255 * (colors[size * vertex + k] ?? 0);
      const byte = Math.round(Math.max(0, Math.min(255, wanted)));
      bytes[4 * vertex + k] = byte;
      if (Math.abs(byte - wanted) > EXACT * 255) isExact = false;
    }
    if (!isExact) rounded++;
  }
  ledger.add("COLORS_ROUNDED", `${surface.path}.COLOR_0`, rounded, "vertex colours were rounded to bytes");
  return bytes;
}
