import { type Bounds, boundsInMetres, openMesh, validateMesh } from "@meshglot/core";
import type { FileAsk, FileReport } from "../protocol.ts";
import { companionsOf } from "./companions.ts";

/** Counts, facts and issues. Read anew: the arrays of the first look went to the page with the model. */
export async function reportOn(bytes: Uint8Array, ask: FileAsk): Promise<FileReport> {
  const opened = openMesh(bytes);
  const companions = opened.fault ? {} : (await companionsOf(opened, ask)).companions;
  const { mesh, issues, truncated } = await validateMesh(bytes, { companions });
  const { counts, features, details } = await mesh.format.summarize(mesh.file, mesh.dialect, ask.options);
  const stored = boxOf(details.storedBounds);
  return {
    counts,
    features,
    details,
    bounds: stored && boundsInMetres(stored, mesh.format.space),
    issues,
    truncated,
  };
}

/** A box among the facts of a format, which may be there in part only. */
function boxOf(value: unknown): Bounds | undefined {
  if (typeof value !== "object" || value === null || !("min" in value) || !("max" in value)) return undefined;
  const [min, max] = [corner(value.min), corner(value.max)];
  return min && max && { min, max };
}

function corner(value: unknown): Bounds["min"] | undefined {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(Number.isFinite)) return undefined;
  return [Number(value[0]), Number(value[1]), Number(value[2])];
}
