import { MeshglotError } from "../../bytes/fault.ts";
import type { ConvertOptions, OptionFacts } from "../../format.ts";
import { DEFAULT_SCALE } from "./space.ts";

/** The options of the conversion, for `--help` and for the documentation. */
export const SPLASHPACK_OPTIONS: readonly OptionFacts[] = [
  {
    name: "scale",
    values: "above 0",
    summary: 'the exporter\'s "GTE scaling", which is not in the file; 100 by default',
  },
  {
    name: "applyTransforms",
    values: "true | false",
    summary:
      "put objects where their position and rotation say; by default as the engine does: not in L1, from L3 on yes",
  },
  {
    name: "transformFrame",
    values: "unity | file",
    summary: "axes of position and rotation: unity for L1 and early L2, file for all later ones",
  },
  { name: "normals", values: "flat | stored", summary: "normals from the triangles, or those in the file" },
  {
    name: "normalFrame",
    values: "none | unity | file",
    summary: "how stored normals are turned into the axes of the positions; decided by evidence by default",
  },
  { name: "colorSpace", values: "linear | srgb", summary: "curve that turns colour bytes into COLOR_0" },
];

/** Units of Unity per 1.0 of the file. @throws MeshglotError `OPTION_VALUE` */
export function scaleOf(options: ConvertOptions): number {
  const { scale } = options;
  if (scale === undefined) return DEFAULT_SCALE;
  if (typeof scale === "number" && Number.isFinite(scale) && scale > 0 && scale <= 1e9) return scale;
  throw new MeshglotError({
    code: "OPTION_VALUE",
    detail: `scale can not be "${String(scale)}"`,
    hint: "It can be a number above 0, up to a thousand million.",
  });
}
