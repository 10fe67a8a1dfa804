import type { Document } from "@gltf-transform/core";
import { addExtras, extrasOf } from "../../scene/document.ts";
import { storeArray } from "../../scene/rawData.ts";
import type { MshFile } from "./file.ts";

/** Arrays of the file that a document may not give back bit for bit. */
export const KEPT_BLOCKS = [
  "positions",
  "normals",
  "tangents",
  "binormals",
  "colors",
  "uv0",
  "uv1",
  "vertexWeights",
  "billboardCenters",
  "indices",
] as const satisfies readonly (keyof MshFile)[];
export type KeptBlock = (typeof KEPT_BLOCKS)[number];

/** Keeps a block as it is in the extras of the document; returns where, for the list of losses. */
export function keepBlock(document: Document, file: MshFile, name: KeptBlock): string {
  const [block, key] = [file[name], `${name}Raw`];
  const root = document.getRoot();
  if (block && !(key in extrasOf(root))) addExtras(root, { [key]: storeArray(document, block) });
  return `document extras ${key}`;
}
