import type { Document, Material } from "@gltf-transform/core";
import { Lines, objName } from "./lines.ts";
import type { ObjFile } from "./write.ts";

/** The material library of a document: the MTL file, its textures, and the name of each material in it. */
export function materialLibrary(
  document: Document,
  stem: string,
): { files: ObjFile[]; nameOf: (material: Material) => string } {
  const materials = document.getRoot().listMaterials();
  const names = uniqueNames(materials.map((material) => objName(material.getName())));
  const nameOf = (material: Material) => names[materials.indexOf(material)] ?? "unnamed";
  if (materials.length === 0) return { files: [], nameOf };
  const textures = document.getRoot().listTextures();
  const textureName = (index: number) =>
    `${stem}_${index}.${textures[index]?.getMimeType() === "image/jpeg" ? "jpg" : "png"}`;
  const lines = new Lines();
  for (const material of materials) {
    const [r, g, b, a] = material.getBaseColorFactor();
    lines.add(`newmtl ${nameOf(material)}`);
    lines.add(`Kd ${r} ${g} ${b}`);
    if (a < 1) lines.add(`d ${a}`);
    const texture = material.getBaseColorTexture();
    if (texture) lines.add(`map_Kd ${textureName(textures.indexOf(texture))}`);
  }
  const images = textures.flatMap((texture, index) => {
    const bytes = texture.getImage();
    return bytes ? [{ name: textureName(index), bytes }] : [];
  });
  return { files: [{ name: `${stem}.mtl`, bytes: lines.toBytes() }, ...images], nameOf };
}

/** OBJ finds materials by name, so no two may share one. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let i = 2; taken.has(unique); i++) unique = `${name}_${i}`;
    taken.add(unique);
    return unique;
  });
}
