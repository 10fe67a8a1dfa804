import type { ConvertOptions } from "../../format.ts";
import { imageSizeOf } from "../../scene/images.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import type { TexelSize } from "./buildUvs.ts";
import type { MeshbinSource } from "./sourceOf.ts";

/** A page of the console's texture memory. */
const LARGEST = 256;

/**
 * Size of the texture that UVs become texels of: what the user says, what the source had, what the image has, or 256.
 *
 * @throws MeshglotError `MESHBIN_TEXTURE_TOO_LARGE`
 */
export function texelSizeOf(
  surfaces: readonly SceneSurface[],
  source: MeshbinSource | undefined,
  options: ConvertOptions,
): TexelSize {
  const given = options.textureSize ?? source?.textureSize;
  if (typeof given === "number" && given > 0) return { width: given, height: given };
  const textures = surfaces.map(({ primitive }) => primitive.getMaterial()?.getBaseColorTexture());
  const texture = textures.find((candidate) => candidate);
  const size = texture && imageSizeOf(texture);
  if (!size) return { width: LARGEST, height: LARGEST };
  const [width, height] = size;
  if (width <= LARGEST && height <= LARGEST) return { width, height };
  throw sceneFault(
    "MESHBIN_TEXTURE_TOO_LARGE",
    "textures",
    `the image has ${width} x ${height} pixels, and a texture page ${LARGEST} x ${LARGEST}`,
    "Reduce the image, or say with --texture-size what size it will have on the console.",
    { needed: Math.max(width, height), available: LARGEST },
  );
}
