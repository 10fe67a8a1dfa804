import { BufferUtils, type Document, GLB_BUFFER, type GLTF } from "@gltf-transform/core";
import { MeshglotError } from "../bytes/fault.ts";
import { checkJson } from "./checkJson.ts";
import { gltfIo, KNOWN_EXTENSIONS } from "./glb.ts";
import { splitGlb } from "./glbChunks.ts";
import { requireMemory } from "./sceneMemory.ts";

/**
 * Fetches a file that a scene names: a buffer, an image, a material library. Undefined: there is none.
 * @param uri as it stands in the file, percent-decoded
 */
export type ResourceReader = (uri: string) => Promise<Uint8Array | undefined>;

/**
 * A GLB as a document.
 * @throws MeshglotError `SCENE_BROKEN` with the library's reason, `SCENE_EXTENSION` for compression that we can not undo,
 *   `LIMIT_MEMORY` if its objects would take more than `memory` bytes
 */
export async function readGlbScene(glb: Uint8Array, resources: ResourceReader, memory: number): Promise<Document> {
  return guarded(async () => {
    const { json, binary } = splitGlb(glb);
    const inside: Resources = binary ? { [GLB_BUFFER]: binary as Uint8Array<ArrayBuffer> } : {}; // a copy of its own
    return readJson(JSON.parse(new TextDecoder().decode(json)) as GLTF.IGLTF, inside, resources, memory);
  });
}

/** A glTF with the files that it names as a document. @throws MeshglotError as {@link readGlbScene}, `SCENE_RESOURCE` */
export async function readGltfScene(text: Uint8Array, resources: ResourceReader, memory: number): Promise<Document> {
  return guarded(async () => {
    const json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)) as GLTF.IGLTF;
    return readJson(json, {}, resources, memory);
  });
}

type Resources = Record<string, Uint8Array<ArrayBuffer>>;

async function readJson(
  json: GLTF.IGLTF,
  inside: Resources,
  resources: ResourceReader,
  memory: number,
): Promise<Document> {
  checkJson(json);
  refuseUnknownExtensions(json);
  refuseBombs(json);
  requireMemory(objectsIn(json), memory);
  const all: Resources = { ...inside };
  for (const { uri } of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    if (uri === undefined || uri in all) continue;
    all[uri] = uri.startsWith("data:") ? BufferUtils.createBufferFromDataURI(uri) : await required(uri, resources);
  }
  return gltfIo().readJSON({ json, resources: all });
}

async function required(uri: string, resources: ResourceReader): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await resources(decodeURIComponent(uri));
  if (bytes) return bytes as Uint8Array<ArrayBuffer>;
  throw new MeshglotError({
    code: "SCENE_RESOURCE",
    path: uri,
    detail: "the glTF names this file, and it is not there",
    hint: "Keep the .bin and the images beside the .gltf, or export a .glb, which holds everything.",
  });
}

function refuseUnknownExtensions(json: GLTF.IGLTF): void {
  const unknown = (json.extensionsRequired ?? []).filter((name) => !KNOWN_EXTENSIONS.has(name));
  if (unknown.length === 0) return;
  throw new MeshglotError({
    code: "SCENE_EXTENSION",
    path: "extensionsRequired",
    detail: `the file can not be read without ${unknown.join(", ")}`,
    hint: "Export again without compression (Draco, meshopt, KTX2), or decompress it with `gltf-transform`.",
  });
}

/** An accessor without a buffer view is all zeros, so its count costs memory that the file never had to hold. */
const ZEROS_LIMIT = 64 * 1024 * 1024;

/** Nodes, meshes, primitives and materials; of what comes with them, so many make up for one. */
const LESSER = 4;

function objectsIn(json: GLTF.IGLTF): number {
  const { nodes = [], meshes = [], materials = [], accessors = [], animations = [], skins = [], textures = [] } = json;
  const primitives = meshes.reduce((sum, mesh) => sum + (mesh.primitives?.length ?? 0), 0);
  const channels = animations.reduce((sum, { channels, samplers }) => sum + channels.length + samplers.length, 0);
  const lesser = accessors.length + animations.length + channels + skins.length + textures.length;
  return nodes.length + meshes.length + primitives + materials.length + lesser / LESSER;
}

function refuseBombs(json: GLTF.IGLTF): void {
  let zeros = 0;
  for (const { bufferView, count } of json.accessors ?? []) if (bufferView === undefined) zeros += count * 64;
  if (zeros <= ZEROS_LIMIT) return;
  throw new MeshglotError({
    code: "LIMIT_MEMORY",
    path: "accessors",
    detail: "accessors without data ask for more memory than a model needs",
    needed: zeros,
    available: ZEROS_LIMIT,
  });
}

/** Faults of the glTF library as our own kind, so that callers have one error to handle. */
async function guarded(read: () => Promise<Document>): Promise<Document> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MeshglotError) throw error;
    throw new MeshglotError({
      code: "SCENE_BROKEN",
      detail: `the glTF can not be read: ${error instanceof Error ? error.message : String(error)}`,
      hint: "gltf-validator says more about what is wrong with it.",
    });
  }
}
