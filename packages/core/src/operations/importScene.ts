import type { Document } from "@gltf-transform/core";
import type { SceneResult } from "../format.ts";
import type { ResourceReader } from "../scene/read.ts";
import { sceneMemoryOf } from "../scene/sceneMemory.ts";

/** Files that hold scenes, by what people call them. */
export type SceneKind = "glb" | "gltf" | "obj";

/** Enough to see the first lines of an OBJ behind its comments, or the start of a JSON. */
const HEAD = 4096;

/** Lines that an OBJ may start with, besides comments. */
const OBJ_LINE = /^(?:v|vt|vn|f|o|g|s|mtllib|usemtl|aabb|bsphere|skel)[ \t]/;

/**
 * Whether the content is a GLB, a glTF or an OBJ; undefined if it is none of them.
 *
 * @example
 * if (sceneKindOf(bytes)) document = (await importScene(bytes)).document;
 */
export function sceneKindOf(bytes: Uint8Array): SceneKind | undefined {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD));
  if (head.startsWith("glTF")) return "glb";
  const text = head.replace(/^\uFEFF/, "").trimStart();
  if (text.startsWith("{")) return "gltf";
  const line = text.split(/\r\n|\n|\r/).find((words) => words.trim() !== "" && !words.startsWith("#"));
  return line !== undefined && OBJ_LINE.test(line) ? "obj" : undefined;
}

/** What an import may need beside the file itself. */
export interface ImportOptions {
  /** Reads the buffers, images and libraries that the file names. */
  resources?: ResourceReader;
  /** For OBJ only: see {@link readObj}. The inverse of the unit of the format that it is meant for. */
  unitsPerMetre?: number;
  /** What the objects of the scene may take, in bytes; by default it follows from the file's size. */
  maxMemory?: number | undefined;
}

/**
 * A GLB, glTF or OBJ as a document in metres.
 *
 * @throws MeshglotError `SCENE_BROKEN`, `SCENE_EXTENSION`, `SCENE_RESOURCE`, `OBJ_SYNTAX`, `LIMIT_MEMORY`, …
 */
export async function importScene(
  bytes: Uint8Array,
  kind: SceneKind,
  { resources = async () => undefined, unitsPerMetre = 1, maxMemory }: ImportOptions = {},
): Promise<SceneResult> {
  const memory = sceneMemoryOf(bytes.byteLength, maxMemory);
  if (kind === "obj") return (await import("../obj/read.ts")).readObj(bytes, resources, unitsPerMetre, memory);
  const { readGlbScene, readGltfScene } = await import("../scene/read.ts");
  const read = kind === "glb" ? readGlbScene : readGltfScene;
  const document: Document = await read(bytes, resources, memory);
  return { document, losses: [] };
}
