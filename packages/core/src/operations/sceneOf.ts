import type { Companions, ConvertOptions, FormatScene } from "../format.ts";
import { sceneMemoryOf } from "../scene/sceneMemory.ts";
import type { OpenedMesh } from "./open.ts";

/**
 * What was read of a mesh as a glTF document, within the memory that its size allows for.
 *
 * @param options checked already, see `checkedOptions`
 * @param maxMemory another limit, in bytes
 * @throws MeshglotError `LIMIT_MEMORY`, and what the format has against the file
 */
export function sceneOf(
  mesh: Pick<OpenedMesh, "format" | "dialect" | "file" | "bytes">,
  options: ConvertOptions,
  companions?: Companions,
  maxMemory?: number,
): Promise<FormatScene> {
  const sceneMemory = sceneMemoryOf(mesh.bytes.byteLength, maxMemory);
  return mesh.format.toScene(mesh.file, mesh.dialect, { ...options, sceneMemory }, companions);
}
