import type { Document } from "@gltf-transform/core";
import type { ConvertOptions } from "../format.ts";
import type { Loss } from "../scene/loss.ts";
import { type OpenOptions, openMesh } from "./open.ts";

export interface SceneOfMesh {
  document: Document;
  losses: Loss[];
}

/**
 * A mesh file as a glTF document in metres.
 * @throws MeshglotError if the file can not be read to its end
 */
export async function meshToScene(
  bytes: Uint8Array,
  convertOptions: ConvertOptions = {},
  options: OpenOptions = {},
): Promise<SceneOfMesh> {
  const mesh = openMesh(bytes, options);
  if (mesh.fault) throw mesh.fault;
  return mesh.format.toScene(mesh.file, mesh.dialect, convertOptions);
}

/** A mesh file as GLB. */
export async function meshToGlb(
  bytes: Uint8Array,
  convertOptions: ConvertOptions = {},
  options: OpenOptions = {},
): Promise<{ glb: Uint8Array; losses: Loss[] }> {
  const { document, losses } = await meshToScene(bytes, convertOptions, options);
  const { writeGlb } = await import("../scene/glb.ts");
  return { glb: await writeGlb(document), losses };
}
