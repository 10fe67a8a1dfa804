import type { Salvaged } from "../../../scene/salvage.ts";
import { CMS_VERSION, type CmsFile } from "./file.ts";

/** Completes a collision mesh that was read up to a fault: whole faces, or the positions alone. */
export function salvageCms(part: Partial<CmsFile>): Salvaged<CmsFile> {
  const { positions = new Float32Array(0), indices = new Uint16Array(0), trailing = new Uint8Array(0) } = part;
  const counts = { vertexCount: positions.length / 3, faceCount: indices.length / 3 };
  const version = part.version ?? CMS_VERSION;
  return { file: { version, ...counts, positions, indices, trailing }, points: [{ path: "positions", positions }] };
}
