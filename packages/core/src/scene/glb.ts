import { type Document, Format, GLB_BUFFER, WebIO } from "@gltf-transform/core";
import { KHRMaterialsUnlit, KHRMeshQuantization, KHRTextureTransform } from "@gltf-transform/extensions";
import { joinGlb } from "./glbChunks.ts";
import { RawDataExtension } from "./rawData.ts";

/** What our documents use, and what common exporters write that changes the geometry. */
const EXTENSIONS = [KHRMaterialsUnlit, KHRMeshQuantization, KHRTextureTransform, RawDataExtension];

/** Names of the extensions without which a file may not be required to work. */
export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set(EXTENSIONS.map((extension) => extension.EXTENSION_NAME));

/** glTF reading and writing with the extensions that we know. */
export function gltfIo(): WebIO {
  return new WebIO().registerExtensions(EXTENSIONS);
}

/** A buffer without bytes is an error in glTF, and a mesh without faces has none. */
function dropEmptyBuffers(document: Document): void {
  const root = document.getRoot();
  const raw = root.listExtensionsUsed().some((extension) => extension instanceof RawDataExtension);
  if (root.listAccessors().length > 0 || raw) return;
  for (const buffer of root.listBuffers()) buffer.dispose();
}

/** A GLB holds one buffer, and a glTF may come with several files. */
function joinBuffers(document: Document): void {
  const [first, ...others] = document.getRoot().listBuffers();
  if (!first || others.length === 0) return;
  for (const accessor of document.getRoot().listAccessors()) accessor.setBuffer(first);
  for (const buffer of others) buffer.dispose();
}

/** A document as one GLB. */
export async function writeGlb(document: Document): Promise<Uint8Array> {
  joinBuffers(document);
  dropEmptyBuffers(document);
  // The library's own way to a GLB copies the arrays twice more.
  const { json, resources } = await gltfIo().writeJSON(document, { format: Format.GLB });
  return joinGlb({ json: new TextEncoder().encode(JSON.stringify(json)), binary: resources[GLB_BUFFER] });
}

/** A document from a GLB, with the raw data that its extras name. */
export async function readGlb(glb: Uint8Array): Promise<Document> {
  return gltfIo().readBinary(glb as Uint8Array<ArrayBuffer>);
}

/** A document as GLB whose images lie beside it: the GLB first, then the PNG files that it names. */
export async function writeGlbBesideImages(
  document: Document,
  stem: string,
): Promise<{ name: string; bytes: Uint8Array }[]> {
  joinBuffers(document);
  dropEmptyBuffers(document);
  nameTextures(document, stem);
  document.getRoot().listBuffers()[0]?.setURI(`${stem}.bin`);
  const { json, resources } = await gltfIo().writeJSON(document);
  const [buffer] = json.buffers ?? [];
  const binary = buffer?.uri === undefined ? undefined : resources[buffer.uri];
  const images = Object.entries(resources).filter(([name]) => name !== buffer?.uri);
  if (buffer) delete buffer.uri; // what has no name lies in the GLB itself
  const glb = joinGlb({ json: new TextEncoder().encode(JSON.stringify(json)), binary });
  return [{ name: `${stem}.glb`, bytes: glb }, ...images.map(([name, bytes]) => ({ name, bytes }))];
}

/** Textures that have a file name of their own keep it. */
function nameTextures(document: Document, stem: string): void {
  for (const [i, texture] of document.getRoot().listTextures().entries()) {
    if (texture.getURI() !== "") continue;
    texture.setURI(`${stem}_${i}.${texture.getMimeType() === "image/jpeg" ? "jpg" : "png"}`);
  }
}

/** A document as glTF: the JSON first, then its buffers and images, all of them beside each other. */
export async function writeGltf(document: Document, stem: string): Promise<{ name: string; bytes: Uint8Array }[]> {
  dropEmptyBuffers(document);
  document.getRoot().listBuffers()[0]?.setURI(`${stem}.bin`);
  nameTextures(document, stem);
  const { json, resources } = await gltfIo().writeJSON(document);
  const main = { name: `${stem}.gltf`, bytes: new TextEncoder().encode(JSON.stringify(json, undefined, 2)) };
  return [main, ...Object.entries(resources).map(([name, bytes]) => ({ name, bytes }))];
}
