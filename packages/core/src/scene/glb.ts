import { type Document, WebIO } from "@gltf-transform/core";
import { KHRMaterialsUnlit } from "@gltf-transform/extensions";
import { RawDataExtension } from "./rawData.ts";

/** glTF reading and writing with the extensions that our documents use. */
export function gltfIo(): WebIO {
  return new WebIO().registerExtensions([KHRMaterialsUnlit, RawDataExtension]);
}

/** A document as one GLB. */
export async function writeGlb(document: Document): Promise<Uint8Array> {
  return gltfIo().writeBinary(document);
}

/** A document from a GLB, with the raw data that its extras name. */
export async function readGlb(glb: Uint8Array): Promise<Document> {
  return gltfIo().readBinary(glb as Uint8Array<ArrayBuffer>);
}
