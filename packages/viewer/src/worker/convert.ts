import { meshToScene, writeGlb, writeGltf, writeObj } from "@meshglot/core";
import type { Converted } from "../protocol.ts";
import { stemOf } from "./open.ts";

/**
 * A file as files of another format.
 * @throws MeshglotError if it can not be read, or does not fit the target
 */
export async function convertFile(
  bytes: Uint8Array,
  name: string,
  to: string,
  options: Record<string, string>,
): Promise<Converted> {
  const stem = stemOf(name);
  // COLOR_0 of OBJ is taken as display values by the tools that know it, so bytes are copied there.
  const defaults = to === "obj" ? { colors: "linear" } : {};
  const { document, losses } = await meshToScene(bytes, { ...defaults, ...options, name: stem });
  if (to === "obj") return writeObj(document, stem, losses);
  if (to === "gltf") return { files: await writeGltf(document, stem), losses };
  return { files: [{ name: `${stem}.glb`, bytes: await writeGlb(document) }], losses };
}
