import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import type { UnigineFile } from "../file.ts";

/** Side of the smallest light map; each step of the field doubles it (documented). */
const SMALLEST = 32;
const STEPS = 8;

/**
 * Which UVs the light map of a surface uses, and its size. ms15, ms14, ms13 and ms12 have these settings.
 * @throws MeshglotError `EDIT_VALUE`, `EDIT_UNSUPPORTED`
 */
export function setUnigineLightmap(
  file: UnigineFile,
  surface: number,
  channel: number,
  texels: number,
): Edited<UnigineFile> {
  const sizes = Array.from({ length: STEPS }, (_, step) => SMALLEST << step);
  const resolution = sizes.indexOf(texels);
  if (resolution < 0 || (channel !== 0 && channel !== 1)) {
    throw new MeshglotError({
      code: "EDIT_VALUE",
      detail: resolution < 0 ? `a light map of ${texels} texels is impossible` : `there are no UVs ${channel}`,
      hint: `Sizes are ${sizes.join(", ")}; the UVs are 0 or 1.`,
    });
  }
  const header = file.surfaces[surface];
  if (!header || !("lightmapUvChannel" in header)) {
    throw new MeshglotError({
      code: "EDIT_UNSUPPORTED",
      detail: "this identifier has no light map settings",
      path: `surfaces[${surface}]`,
    });
  }
  const surfaces = file.surfaces.map((own, i) =>
    i === surface ? { ...own, lightmapUvChannel: channel, lightmapResolution: resolution } : own,
  );
  return { file: { ...file, surfaces } as UnigineFile, notes: [] }; // each surface keeps its own kind
}
