import type { Document, Mesh, Node } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { loadArray } from "../../scene/rawData.ts";
import type { KEPT_ARRAYS } from "./extras.ts";
import type { BmeshFile, BmeshLodPositions, BmeshSection } from "./file.ts";
import { textFromExtras } from "./names.ts";

type KeptName = (typeof KEPT_ARRAYS)[number];

/** What a document still says about the bMesh that it was made from. Nothing of it is checked against the geometry. */
export interface BmeshKept {
  /** `extras.meshglot` of the mesh, or of the root node if there was nothing to show. */
  extras: Readonly<Record<string, unknown>>;
  /** An array that the document does not carry otherwise. */
  array<N extends KeptName>(name: N): BmeshFile[N] | undefined;
  /** The original of an array with numbers that glTF can not hold. */
  rawFloats(name: "positions" | "uv0" | "uv1"): Float32Array | undefined;
  floats(name: string, length: number): Float32Array | undefined;
  lodPositions(): BmeshLodPositions | undefined;
  /** A whole number from 0 to `most`, or 0. */
  number(name: string, most: number): number;
}

/** The facts of a mesh; undefined if it was no bMesh. */
export function keptOf(document: Document, holder: Mesh | Node | undefined): BmeshKept | undefined {
  const extras = holder && extrasOf(holder);
  if (extras?.format !== "bmesh") return undefined;
  const floats = (value: unknown) => loadArray(document, value, "f32") as Float32Array | undefined;
  return {
    extras,
    array: (name) => {
      const [type, components] = TYPES[name];
      const array = loadArray(document, extras[name], type);
      // Each array is loaded as the type that the file has it in.
      return (array && array.length % components === 0 ? array : undefined) as never;
    },
    rawFloats: (name) => floats(extrasOf(document.getRoot())[`${name}Raw`]),
    floats: (name, length) => {
      const array = floats(extras[name]);
      return array?.length === length ? array : undefined;
    },
    lodPositions: () => {
      const lod = extras.vertexLodPositions;
      if (typeof lod !== "object" || lod === null || !("count" in lod) || !("bytes" in lod)) return undefined;
      const bytes = loadArray(document, lod.bytes, "u8") as Uint8Array | undefined;
      return bytes && isU32(lod.count) ? { count: lod.count, bytes } : undefined;
    },
    number: (name, most) => {
      const value = extras[name];
      return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
    },
  };
}

/** Kind of the numbers of each array, and how many make an element. */
const TYPES = {
  positions: ["f32", 3],
  normals: ["u8", 4],
  uv0: ["f32", 2],
  uv1: ["f32", 2],
  tangents: ["u8", 4],
  colors: ["u8", 4],
  faceIndices: ["u32", 1],
  faces: ["u32", 3],
  links: ["u32", 2],
  boneWeights: ["u8", 2],
  baseVariantDiffs: ["u16", 3],
  conformWeights: ["u16", 6],
  trailing: ["u8", 1],
} as const satisfies Record<KeptName, readonly [string, number]>;

/** A section as `sectionForExtras` made it; undefined for anything else. */
export function sectionFromExtras(value: unknown): BmeshSection | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, faceStart, faceCount, vertexMin, vertexMax } = value as Record<string, unknown>;
  const text = textFromExtras(name);
  const numbers = [faceStart, faceCount, vertexMin, vertexMax];
  if (!text || !numbers.every(isU32)) return undefined;
  const [start = 0, count = 0, min = 0, max = 0] = numbers;
  return { name: text, faceStart: start, faceCount: count, vertexMin: min, vertexMax: max };
}

function isU32(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
}
