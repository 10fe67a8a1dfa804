import {
  buildMesh,
  buildTargets,
  type ConvertOptions,
  meshToScene,
  type OpenedMesh,
  openMesh,
  type SceneResult,
  sceneKindOf,
  unitsPerMetreOf,
  writeGlb,
  writeGltf,
  writeObj,
} from "@meshglot/core";
import type { ConversionTarget, Converted, FileAsk } from "../protocol.ts";
import { companionsOf } from "./companions.ts";
import { readForeign } from "./foreign.ts";
import { stemOf } from "./names.ts";

const SCENES: readonly ConversionTarget[] = [
  { name: "glb", summary: "one file, for Blender and the web" },
  { name: "gltf", summary: "text and the files that it names" },
  { name: "obj", summary: "with materials, keeps quads" },
];

/** What files can be converted to. */
export function conversionTargets(): ConversionTarget[] {
  return [...SCENES, ...buildTargets().map(({ name, summary }) => ({ name, summary }))];
}

/**
 * A file as files of another format.
 * @throws MeshglotError if it can not be read, or does not fit the target
 */
export async function convertFile(bytes: Uint8Array, ask: FileAsk & { to: string }): Promise<Converted> {
  const { name, to, options } = ask;
  const stem = stemOf(name);
  const kind = sceneKindOf(bytes);
  const scene = SCENES.some((target) => target.name === to);
  // Colours of OBJ are taken as display values by the tools that know them, so bytes are copied there and back.
  const defaults = to === "obj" || kind === "obj" ? { colors: "linear" } : {};
  const conversion = { ...defaults, ...options, name: stem };
  const { document, losses }: SceneResult = kind
    ? await readForeign(bytes, kind, ask.companions, scene ? 1 : unitsPerMetreOf(to))
    : await sceneOfMesh(openMesh(bytes), conversion, ask);
  if (to === "obj") return writeObj(document, stem, losses);
  if (to === "gltf") return { files: await writeGltf(document, stem), losses };
  if (to === "glb") return { files: [{ name: `${stem}.glb`, bytes: await writeGlb(document) }], losses };
  const built = await buildMesh(document, to, conversion);
  return {
    files: [{ name: `${stem}.${built.target.extension}`, bytes: built.bytes }],
    losses: [...losses, ...built.losses],
  };
}

async function sceneOfMesh(mesh: OpenedMesh, conversion: ConvertOptions, ask: FileAsk): Promise<SceneResult> {
  const companions = mesh.fault ? {} : (await companionsOf(mesh, ask)).companions;
  // The page says of a damaged file that it shows a part, and that part is what it converts.
  return meshToScene(mesh, conversion, { companions, salvage: true });
}
