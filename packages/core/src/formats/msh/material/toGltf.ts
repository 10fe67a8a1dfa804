import type { Document, Material, Texture } from "@gltf-transform/core";
import { MeshglotError } from "../../../bytes/fault.ts";
import type { Companions } from "../../../format.ts";
import { addExtras } from "../../../scene/document.ts";
import type { LossLedger } from "../../../scene/loss.ts";
import { storeArray } from "../../../scene/rawData.ts";
import { pngOf } from "../../../scene/textureFiles/png.ts";
import { materialAmong } from "../companions.ts";
import { wholeText } from "../textFile.ts";
import {
  baseUnitOf,
  type LsMaterial,
  type MaterialPass,
  materialsOf,
  type TextureUnit,
  textureKey,
} from "./materials.ts";

/** Which TEXCOORD the UVs of a texture unit have become. */
type TexCoordOf = (unit: TextureUnit) => number;

/**
 * Gives the materials of sub-meshes what the material text says: base colour texture, faces seen from both sides,
 * transparency. The rest of the text is kept whole in the extras.
 *
 * @param materials one per sub-mesh, in order
 */
export async function applyMaterialText(
  document: Document,
  materials: readonly Material[],
  companions: Companions,
  texCoordOf: TexCoordOf,
  ledger: LossLedger,
): Promise<void> {
  const text = materialAmong(companions);
  if (!text) return;
  const described = materialsOf(text);
  if (described.length !== materials.length) {
    const message = `${materials.length} sub-meshes, ${described.length} materials in the text`;
    ledger.add(
      "MSH_MATERIAL_COUNT",
      "material",
      Math.abs(described.length - materials.length),
      message,
      "document extras materialText",
    );
  }
  addExtras(document.getRoot(), { materialText: storeArray(document, wholeText(text)) });
  const textures = new TextureShelf(document, companions.textures, ledger);
  for (const [i, material] of materials.entries()) {
    const found = described[i];
    if (found) await applyOne(material, found, textures, texCoordOf, ledger);
  }
  textures.report();
}

async function applyOne(
  material: Material,
  described: LsMaterial,
  textures: TextureShelf,
  texCoordOf: TexCoordOf,
  ledger: LossLedger,
): Promise<void> {
  const [first, ...others] = described.passes;
  if (!first) return;
  material.setDoubleSided(first.cull.toLowerCase() === "none");
  applyBlending(material, first, ledger);
  const unit = baseUnitOf(described);
  addExtras(material, { shaderGroup: first.shaderGroup || undefined, baseTexture: unit?.texture });
  if (others.length > 0) {
    const groups = others.map(({ shaderGroup }) => shaderGroup || "?").join(", ");
    ledger.add(
      "PASSES_DROPPED",
      `material ${material.getName()}`,
      others.length,
      `further passes: ${groups}`,
      "document extras materialText",
    );
  }
  if (!unit) return;
  const texture = await textures.take(unit.texture);
  if (!texture) return;
  material.setBaseColorTexture(texture);
  material.getBaseColorTextureInfo()?.setTexCoord(texCoordOf(unit));
}

/** `alpha_test` cuts holes, `scene_blend` mixes; glTF knows only the usual way of mixing. */
function applyBlending(material: Material, { sceneBlend, alphaTest }: MaterialPass, ledger: LossLedger): void {
  if (alphaTest !== "" && !/^(off|none|always_pass)\b/i.test(alphaTest)) {
    const value = Number(/\d+(\.\d+)?/.exec(alphaTest)?.[0] ?? 128); // the comparison's reference value, 0 to 255
    material.setAlphaMode("MASK").setAlphaCutoff(Math.min(1, value / 255));
  } else if (sceneBlend !== "" && !/^(off|none|replace|one zero)\b/i.test(sceneBlend)) {
    material.setAlphaMode("BLEND");
    if (!/alpha/i.test(sceneBlend)) {
      const message = `scene_blend ${sceneBlend} became ordinary transparency`;
      ledger.add("BLENDING_CHANGED", `material ${material.getName()}`, 1, message, "document extras materialText");
    }
  }
}

/** The textures of one conversion: each decoded once, those that are missing noted once. */
class TextureShelf {
  readonly #made = new Map<string, Texture | undefined>();
  readonly #missing: string[] = [];
  readonly #document: Document;
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #ledger: LossLedger;

  constructor(document: Document, files: ReadonlyMap<string, Uint8Array> | undefined, ledger: LossLedger) {
    this.#document = document;
    this.#files = files ?? new Map();
    this.#ledger = ledger;
  }

  async take(name: string): Promise<Texture | undefined> {
    const key = textureKey(name);
    if (!this.#made.has(key)) this.#made.set(key, await this.#make(key));
    return this.#made.get(key);
  }

  report(): void {
    const names = this.#missing.join(", ");
    this.#ledger.add(
      "TEXTURE_MISSING",
      "material",
      this.#missing.length,
      `textures that were not found: ${names}`,
      "material extras baseTexture",
    );
  }

  async #make(key: string): Promise<Texture | undefined> {
    const bytes = this.#files.get(key);
    if (!bytes) {
      this.#missing.push(key);
      return undefined;
    }
    const stem = key.replace(/\.[^.]+$/, "");
    try {
      const png = await pngOf(bytes);
      return this.#document
        .createTexture(stem)
        .setImage(png as Uint8Array<ArrayBuffer>) // a view of ours always has a plain ArrayBuffer behind it
        .setMimeType("image/png")
        .setURI(`${stem}.png`);
    } catch (error) {
      if (!(error instanceof MeshglotError)) throw error;
      this.#ledger.add(error.code, `texture ${key}`, 1, error.message);
      return undefined;
    }
  }
}
