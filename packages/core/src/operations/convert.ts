import type { Document } from "@gltf-transform/core";
import type { Companions, ConvertOptions, FormatScene } from "../format.ts";
import type { Loss } from "../scene/loss.ts";
import { checkedOptions } from "./checkedOptions.ts";
import { type OpenedMesh, type OpenOptions, openMesh } from "./open.ts";
import { salvageToScene } from "./salvage.ts";
import { sceneOf } from "./sceneOf.ts";

export interface SceneOptions extends OpenOptions {
  /** What lies beside the file in the game. */
  companions?: Companions;
  /** Convert what was read of a file that ends early or is damaged; the losses then list what is missing. */
  salvage?: boolean;
}

/**
 * A mesh file as a glTF document in metres, with what lies beside it in the game if it is given.
 *
 * @param source the whole file, or the file as `openMesh` opened it; of the options of opening only `maxMemory` counts then
 * @throws MeshglotError if the file can not be read to its end, or with `salvage` if nothing of it can be shown;
 *   `OPTION_VALUE` for an option that can not be
 */
export async function meshToScene(
  source: Uint8Array | OpenedMesh,
  convertOptions: ConvertOptions = {},
  options: SceneOptions = {},
): Promise<FormatScene> {
  const mesh = source instanceof Uint8Array ? openMesh(source, options) : source;
  if (mesh.fault && !options.salvage) throw mesh.fault;
  const checked = checkedOptions(convertOptions, mesh.format.options);
  const make = mesh.fault ? salvageToScene : sceneOf;
  return make(mesh, checked, options.companions, options.maxMemory);
}

/** A mesh file as GLB. */
export async function meshToGlb(
  bytes: Uint8Array,
  convertOptions: ConvertOptions = {},
  options: SceneOptions = {},
): Promise<{ glb: Uint8Array; losses: Loss[] }> {
  const { document, losses } = await meshToScene(bytes, convertOptions, options);
  return { glb: await writeGlb(document), losses };
}

// glTF-Transform takes longer to load than all of meshglot, and only conversions need it.

/** A document as one GLB. */
export async function writeGlb(document: Document): Promise<Uint8Array> {
  return (await import("../scene/glb.ts")).writeGlb(document);
}

/** A document as GLB with its images as PNG files beside it; the GLB first. */
export async function writeGlbBesideImages(
  document: Document,
  stem: string,
): Promise<{ name: string; bytes: Uint8Array }[]> {
  return (await import("../scene/glb.ts")).writeGlbBesideImages(document, stem);
}

/** A document as glTF: the JSON first, then what it names. */
export async function writeGltf(document: Document, stem: string): Promise<{ name: string; bytes: Uint8Array }[]> {
  return (await import("../scene/glb.ts")).writeGltf(document, stem);
}

/**
 * A document as OBJ, its material library and its textures, and all that was lost from the mesh file to here.
 *
 * @param maxMemory what the vertices may take, in bytes; by default it follows from what the document holds
 * @throws MeshglotError `LIMIT_MEMORY` if its nodes show meshes so often that the OBJ would be very much larger
 */
export async function writeObj(
  document: Document,
  stem: string,
  sceneLosses: readonly Loss[] = [],
  maxMemory?: number,
): Promise<{ files: { name: string; bytes: Uint8Array }[]; losses: Loss[] }> {
  (await import("../scene/instances.ts")).requireInstances(document, maxMemory);
  return (await import("../obj/write.ts")).writeObj(document, stem, sceneLosses);
}
