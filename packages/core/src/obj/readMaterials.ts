import type { Document, Material } from "@gltf-transform/core";
import type { LossLedger } from "../scene/loss.ts";
import type { ResourceReader } from "../scene/read.ts";
import { readLines } from "./readLines.ts";

/** Options of `map_Kd` that stand before the file name, with how many words follow each. */
const MAP_OPTIONS: Readonly<Record<string, number>> = {
  "-blendu": 1,
  "-blendv": 1,
  "-bm": 1,
  "-boost": 1,
  "-cc": 1,
  "-clamp": 1,
  "-imfchan": 1,
  "-mm": 2,
  "-o": 3,
  "-s": 3,
  "-t": 3,
  "-texres": 1,
};

/**
 * The materials of the libraries that an OBJ names, by their names. A library or image that is not there is a loss; the
 * geometry does not need it.
 */
export async function readMaterials(
  document: Document,
  libraries: readonly string[],
  resources: ResourceReader,
  ledger: LossLedger,
): Promise<ReadonlyMap<string, Material>> {
  const materials = new Map<string, Material>();
  for (const library of libraries) {
    const bytes = await resources(library);
    if (!bytes) {
      ledger.add("MATERIALS_MISSING", library, 1, "the material library is not there");
      continue;
    }
    let material: Material | undefined;
    for (const { words } of readLines(bytes)) {
      const [word = "", ...rest] = words;
      if (word.toLowerCase() === "newmtl") {
        material = document.createMaterial(rest.join(" ")).setRoughnessFactor(1).setMetallicFactor(0);
        materials.set(material.getName(), material);
      } else if (material) await setProperty(document, material, word.toLowerCase(), rest, resources, ledger);
    }
  }
  return materials;
}

async function setProperty(
  document: Document,
  material: Material,
  word: string,
  rest: readonly string[],
  resources: ResourceReader,
  ledger: LossLedger,
): Promise<void> {
  const [r = 1, g = r, b = r] = rest.map(Number);
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  if (word === "kd") material.setBaseColorFactor([unit(r), unit(g), unit(b), alpha]);
  if (word === "d" || word === "tr") {
    const opacity = unit(word === "d" ? r : 1 - r);
    material.setBaseColorFactor([red, green, blue, opacity]);
    if (opacity < 1) material.setAlphaMode("BLEND");
  }
  if (word === "map_kd") await setTexture(document, material, fileName(rest), resources, ledger);
}

function unit(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), 1) : 1;
}

function fileName(words: readonly string[]): string {
  let at = 0;
  for (let known = MAP_OPTIONS[words[at] ?? ""]; known !== undefined; known = MAP_OPTIONS[words[at] ?? ""]) {
    at++;
    // -o, -s and -t take one to three numbers.
    for (let i = 0; i < known && (known < 3 || Number.isFinite(Number(words[at]))); i++) at++;
  }
  return words.slice(at).join(" ").replaceAll("\\", "/");
}

async function setTexture(
  document: Document,
  material: Material,
  name: string,
  resources: ResourceReader,
  ledger: LossLedger,
): Promise<void> {
  const known = document
    .getRoot()
    .listTextures()
    .find((texture) => texture.getName() === name);
  if (known) {
    material.setBaseColorTexture(known);
    return;
  }
  const bytes = await resources(name);
  const type = bytes && imageType(bytes);
  if (!bytes || !type) {
    const why = bytes ? "is neither PNG nor JPEG" : "is not there";
    ledger.add("TEXTURE_MISSING", name, 1, `the texture ${name} ${why}`);
    return;
  }
  const texture = document
    .createTexture(name)
    .setImage(bytes as Uint8Array<ArrayBuffer>)
    .setMimeType(type);
  material.setBaseColorTexture(texture);
}

function imageType(bytes: Uint8Array): "image/png" | "image/jpeg" | undefined {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return "image/png";
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? "image/jpeg" : undefined;
}
