import { type Bounds, boundsInMetres, validateMesh } from "@meshglot/core";
import type { FileReport } from "../protocol.ts";

/** Counts, facts and issues. Read anew: the arrays of the first look went to the page with the model. */
export async function reportOn(bytes: Uint8Array, options: Record<string, string>): Promise<FileReport> {
  const { mesh, issues, truncated } = await validateMesh(bytes);
  const { counts, features, details } = await mesh.format.summarize(mesh.file, mesh.dialect, options);
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
