import type { Document, Mesh, Node } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { loadArray } from "../../scene/rawData.ts";
import type { MshBounds } from "./bounds.ts";
import { unpackRecords } from "./faces.ts";
import { MSH_MASK, type MshFile, type MshSubMesh } from "./file.ts";
import type { KeptBlock } from "./keep.ts";

/** What a document still says about the MSH that it was made from. Nothing of it is checked against the geometry. */
export interface MshKept {
  version: number;
  meshType: number;
  vertexMask: number;
  vertexCount: number;
  wide: boolean;
  codePage: string | undefined;
  /** As `nameForExtras` made them. */
  boneNames: unknown[];
  uvSwapped: boolean;
  flipBinormal: boolean;
  linearColors: boolean;
  /** The header's box and radius. */
  bounds: MshBounds | undefined;
  /** What the box and the radius of the positions were, where the header says something else. */
  boundsOfPositions: Float32Array | undefined;
  subMeshes: MshSubMesh[];
  trailing: Uint8Array;
  block<N extends KeptBlock>(name: N): MshFile[N] | undefined;
}

/** The facts of a mesh (or of the root node, if there was nothing to show); undefined if it was no MSH. */
export function keptOf(document: Document, holder: Mesh | Node | undefined): MshKept | undefined {
  const extras = holder && extrasOf(holder);
  const [version, meshType, vertexMask] = [extras?.version, extras?.meshType, extras?.vertexMask];
  if (extras?.format !== "msh" || !isInt(version) || !isInt(meshType) || !isInt(vertexMask)) return undefined;
  const blocks = extrasOf(document.getRoot());
  return {
    version,
    meshType,
    vertexMask: vertexMask >>> 0,
    vertexCount: isInt(extras.vertexCount) && extras.vertexCount >= 0 ? extras.vertexCount : 0,
    wide: extras.indexWidth === 32,
    codePage: typeof extras.codePage === "string" ? extras.codePage : undefined,
    boneNames: Array.isArray(extras.boneNames) ? extras.boneNames : [],
    uvSwapped: extras.uvSwapped === true,
    flipBinormal: extras.flipBinormal === true,
    linearColors: extras.colors === "linear",
    bounds: boundsFrom(document, extras),
    boundsOfPositions: floats(document, extras.boundsOfPositions, 7),
    subMeshes: unpackRecords((loadArray(document, extras.subMeshes, "i32") ?? new Int32Array(0)) as Int32Array),
    trailing: (loadArray(document, extras.trailing, "u8") ?? new Uint8Array(0)) as Uint8Array,
    // Each block is loaded as the type that the file has it in.
    block: (name) => loadArray(document, blocks[`${name}Raw`], typeOf(name, extras.indexWidth === 32)) as never,
  };
}

function typeOf(name: KeptBlock, wide: boolean): "u8" | "u16" | "u32" | "f32" {
  if (name === "colors") return "u8";
  if (name === "indices") return wide ? "u32" : "u16";
  return "f32";
}

function boundsFrom(document: Document, extras: Record<string, unknown>): MshBounds | undefined {
  const boundsMin = floats(document, extras.boundsMin, 3);
  const boundsMax = floats(document, extras.boundsMax, 3);
  const radius = floats(document, extras.sphereRadius, 1);
  return boundsMin && boundsMax && radius && { boundsMin, boundsMax, sphereRadius: radius[0] ?? 0 };
}

function floats(document: Document, value: unknown, length: number): Float32Array | undefined {
  const array = loadArray(document, value, "f32") as Float32Array | undefined;
  return array?.length === length ? array : undefined;
}

function isInt(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;
}

/** Whether the mask announces a block. */
export function hasBlock(mask: number, name: keyof typeof MSH_MASK): boolean {
  return (mask & MSH_MASK[name]) !== 0;
}
