import type { Editing } from "../../editing.ts";
import { recomputeSplashpackNormals } from "./edit/normals.ts";
import { transformSplashpack } from "./edit/transform.ts";
import type { SplashpackFile } from "./file.ts";

/** What can be done to a scene pack beyond setting its fields; it has no names, no boxes and no tangents. */
export const splashpackEditing: Editing<SplashpackFile> = {
  string: (raw) => ({ raw }),
  transform: transformSplashpack,
  recompute: { normals: recomputeSplashpackNormals },
};
