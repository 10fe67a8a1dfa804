import type { Document, Material } from "@gltf-transform/core";
import { KHRMaterialsUnlit } from "@gltf-transform/extensions";
import { encode } from "fast-png";
import { addExtras } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import type { SplashpackFile } from "./file.ts";
import { decodePage, PAGE_SIZE } from "./texels.ts";
import { BITS, type TextureUse, textureKey } from "./vram.ts";

/** Names of WebGL, as glTF has them: the console samples the nearest texel, and pages have no neighbours to blend with. */
const NEAREST = 9728;
const CLAMP_TO_EDGE = 33071;

/** Makes the material of a texture when it is first asked for; undefined stands for triangles without one. */
export type MaterialMaker = (use: TextureUse | undefined) => Material;

/** Unlit, as the light is baked into the colours; one side, as the engine skips the backs (code). */
export function materialMaker(document: Document, file: SplashpackFile, ledger: LossLedger): MaterialMaker {
  const unlit = document.createExtension(KHRMaterialsUnlit).createUnlit();
  const materials = new Map<string, Material>();
  const newMaterial = (name: string) =>
    document.createMaterial(name).setRoughnessFactor(1).setMetallicFactor(0).setExtension("KHR_materials_unlit", unlit);
  return (use) => {
    const key = use ? textureKey(use) : "";
    const known = materials.get(key);
    if (known) return known;
    const material = newMaterial(nameOf(use));
    materials.set(key, material);
    if (!use) return material;
    addExtras(material, { atlas: use.match.atlas, bitsPerTexel: BITS[use.depth], clut: use.palette?.clut });
    addTexture(document, file, material, use, ledger);
    return material;
  };
}

function nameOf(use: TextureUse | undefined): string {
  if (!use) return "untextured";
  const window = use.match.x || use.match.y ? `_at${use.match.x}x${use.match.y}` : "";
  const palette = use.depth === 2 ? "" : use.palette ? `_clut${use.palette.clut}` : "_grey";
  return `atlas${use.match.atlas}${window}_${BITS[use.depth]}bit${palette}`;
}

function addTexture(
  document: Document,
  file: SplashpackFile,
  material: Material,
  use: TextureUse,
  ledger: LossLedger,
): void {
  const { match, depth, palette } = use;
  const { width = 0, height = 0 } = file.atlases[match.atlas] ?? {};
  const words = file.atlasData[match.atlas] ?? new Uint16Array(0);
  const page = decodePage(words, width, height, match.x, match.y, depth, palette?.colors);
  const path = `atlases[${match.atlas}]`;
  ledger.add(
    "SEMI_TRANSPARENCY_DROPPED",
    path,
    page.semiTransparent,
    "texels with bit 15, which selects semi-transparency, lost it in the picture",
    "document extras atlases and palettes",
  );
  if (depth < 2 && !palette) {
    ledger.add("PALETTE_MISSING", path, 1, "indices are shown as shades of grey: the file has no palette for them");
  }
  const png = encode({ width: PAGE_SIZE, height: PAGE_SIZE, data: page.rgba, channels: 4, depth: 8 });
  const texture = document.createTexture(material.getName()).setImage(png).setMimeType("image/png");
  material.setBaseColorTexture(texture);
  material
    .getBaseColorTextureInfo()
    ?.setMagFilter(NEAREST)
    .setMinFilter(NEAREST)
    .setWrapS(CLAMP_TO_EDGE)
    .setWrapT(CLAMP_TO_EDGE);
  if (page.clear > 0) material.setAlphaMode("MASK");
}
