import { sameBytes } from "../../bytes/codePage.ts";
import { splitGlb } from "../../scene/glbChunks.ts";
import { sceneKindOf } from "../importScene.ts";
import type { DiffSide } from "./diffSide.ts";

/**
 * Whether two files are the same to the last byte, without reading what they say: the buffers and images beside a glTF
 * are a part of it.
 */
export async function sameFiles(a: DiffSide, b: DiffSide): Promise<boolean> {
  return sameBytes(a.bytes, b.bytes) && (await sameBeside(a, b));
}

/** The same of two files of which it is known that their own bytes are the same. */
export async function sameBeside(a: DiffSide, b: DiffSide): Promise<boolean> {
  for (const uri of urisOf(a.bytes)) {
    const [x, y] = [await a.resources?.(uri), await b.resources?.(uri)];
    if (x && y ? !sameBytes(x, y) : x !== y) return false;
  }
  return true;
}

/** The buffers and images beside a GLB or glTF. What can not be read names nothing: it is the same damage on both sides. */
function urisOf(bytes: Uint8Array): string[] {
  const kind = sceneKindOf(bytes);
  if (kind !== "glb" && kind !== "gltf") return [];
  try {
    const json = new TextDecoder().decode(kind === "glb" ? splitGlb(bytes).json : bytes);
    return externalUris(JSON.parse(json));
  } catch {
    return [];
  }
}

/**
 * The buffers and images that a glTF names, percent-decoded, without those that it holds as text.
 * @throws Error of whatever kind if it is no glTF
 */
export function externalUris(json: unknown): string[] {
  // A wrong shape throws below, which is the caller's to catch.
  const { buffers = [], images = [] } = json as { buffers?: { uri?: unknown }[]; images?: { uri?: unknown }[] };
  return [...buffers, ...images].flatMap(({ uri }) =>
    typeof uri !== "string" || uri.startsWith("data:") ? [] : [decodeURIComponent(uri)],
  );
}
