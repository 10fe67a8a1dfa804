import type { Document } from "@gltf-transform/core";
import { readGlb } from "@meshglot/core";

/** Whether these are the bytes of a scene that is none of the five formats but that conversions make. */
export function sceneKind(bytes: Uint8Array): "GLB" | undefined {
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  return magic === "glTF" ? "GLB" : undefined;
}

/** @throws Error of glTF-Transform if the file is damaged */
export function readScene(bytes: Uint8Array): Promise<Document> {
  return readGlb(bytes);
}
