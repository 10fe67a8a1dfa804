import type { Document, Material } from "@gltf-transform/core";
import { latin1 } from "../../../bytes/codePage.ts";
import type { BuildResult } from "../../../format.ts";
import { extrasOf } from "../../../scene/document.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { loadArray } from "../../../scene/rawData.ts";
import { sceneFault } from "../../../scene/sceneFault.ts";
import { sceneSurfaces } from "../../../scene/surfaces.ts";
import { linesOf, type TextFile } from "../textFile.ts";
import { baseUnitOf, materialsOf, textureKey } from "./materials.ts";

/** A material and what it is for. */
interface Use {
  material: Material | null;
  skinned: boolean;
}

/**
 * The materials of a scene as a material text: one block per primitive, which is what becomes a sub-mesh. The text that
 * the scene came from is kept whole as long as its textures are still the same.
 *
 * @throws MeshglotError `SCENE_EMPTY`
 */
export function materialFromScene(document: Document): BuildResult<TextFile> {
  const ledger = new LossLedger();
  const uses = sceneSurfaces(document, 1, new LossLedger()).map(({ primitive, skin }) => ({
    material: primitive.getMaterial(),
    skinned: skin !== null,
  }));
  if (uses.length === 0)
    throw sceneFault("SCENE_EMPTY", "meshes", "the scene has no faces", "Export a mesh with its materials.");
  const stored = loadArray(document, extrasOf(document.getRoot()).materialText, "u8");
  const old = stored && { lines: linesOf(stored as Uint8Array) };
  const dialect = "text";
  if (old && saysTheSame(old, uses)) return { file: old, dialect, losses: ledger.losses };
  const textures = uses.filter(({ material }) => material?.getBaseColorTexture()).length;
  ledger.add("TEXTURES_NOT_WRITTEN", "textures", textures, "textures are named and have to be made into DDS files");
  const factors = uses.filter(({ material }) => material?.getBaseColorFactor().some((value) => value !== 1)).length;
  ledger.add("MATERIAL_FACTORS_DROPPED", "materials", factors, "base colours besides the texture, roughness and metal");
  const text = uses.map(blockOf).join("");
  return { file: { lines: linesOf(latin1.encode(text)) }, dialect, losses: ledger.losses };
}

/** Whether a text has a material per primitive that draws with the same texture. */
function saysTheSame(text: TextFile, uses: readonly Use[]): boolean {
  const described = materialsOf(text);
  if (described.length !== uses.length) return false;
  return uses.every(({ material }, i) => {
    const found = described[i];
    const [pass] = found?.passes ?? [];
    const unit = found && baseUnitOf(found);
    const cullsNone = pass?.cull.toLowerCase() === "none";
    const texture = unit ? textureKey(unit.texture) : "";
    return texture === textureOf(material) && cullsNone === (material?.getDoubleSided() ?? false);
  });
}

/** File name of the base colour texture as the game would call it; empty without one. */
function textureOf(material: Material | null): string {
  const stored = material && extrasOf(material).baseTexture;
  const texture = material?.getBaseColorTexture();
  const name = texture?.getName() || texture?.getURI().replace(/\.[^.]+$/, "") || "";
  if (typeof stored === "string") {
    const key = textureKey(stored);
    if (!texture || key.replace(/\.[^.]+$/, "") === name.toLowerCase()) return key;
  }
  if (!texture) return "";
  const plain = name.replace(/[^\x21-\x7e]/g, "_") || "texture"; // file names of the game are plain ASCII without blanks
  return `${textureKey(plain)}.dds`;
}

function blockOf({ material, skinned }: Use): string {
  const texture = textureOf(material);
  const mode = material?.getAlphaMode() ?? "OPAQUE";
  const cutoff = Math.round((material?.getAlphaCutoff() ?? 0.5) * 255);
  const pass = [
    `shader_group ${skinned ? "Animate" : "Static"}`,
    ...(material?.getDoubleSided() ? ["cull none"] : []),
    ...(mode === "MASK" ? [`alpha_test greater_equal ${cutoff}`] : []),
    ...(mode === "BLEND" ? ["scene_blend alpha_blend"] : []),
    ...(texture === "" ? [] : ["texture_unit", "{", `\ttexture ${texture}`, "}"]),
  ];
  const inner = (lines: readonly string[]) => lines.map((line) => `\t${line}`);
  const technique = ["technique", "{", ...inner(["pass", "{", ...inner(pass), "}"]), "}"];
  return `${["material", "{", ...inner(technique), "}"].join("\r\n")}\r\n`;
}
