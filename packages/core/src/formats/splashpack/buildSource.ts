import type { Document, Material, Node } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { integersOf, objectOf } from "../../scene/extrasValues.ts";
import { loadArray } from "../../scene/rawData.ts";
import type { SplashpackAtlas } from "./file.ts";

/** Bytes that lay between the blocks. */
interface SourceGap {
  offset: number;
  bytes: Uint8Array;
}

/** What a scene that came from a splashpack of layout L1 remembers of it. */
export interface SplashpackSource {
  scale: number | undefined;
  atlases: { record: SplashpackAtlas; words: Uint16Array }[];
  /** Stored offsets and the sizes of the blocks that they point at; absent where a writer would choose the same. */
  offsets: { meshes: number[]; atlases: number[]; sizes: number[] } | undefined;
  gaps: SourceGap[];
  trailing: Uint8Array;
}

/** Undefined for scenes of other origin; those of later layouts are built anew, since only L1 is written. */
export function sourceOf(document: Document): SplashpackSource | undefined {
  const extras = extrasOf(document.getRoot());
  if (extras.format !== "splashpack" || extras.layout !== "L1") return undefined;
  const atlases = listOf(extras.atlases).map((stored) => atlasOf(document, stored));
  if (atlases.includes(undefined)) return undefined;
  const offsets = objectOf(extras.offsets);
  const [meshes, places, sizes] = [offsets.meshes, offsets.atlases, offsets.sizes].map(integersOf);
  return {
    scale: typeof extras.scale === "number" ? extras.scale : undefined,
    atlases: atlases.filter((atlas) => atlas !== undefined),
    offsets: meshes && places && sizes ? { meshes, atlases: places, sizes } : undefined,
    gaps: listOf(extras.gaps).flatMap((gap) => {
      const { offset, bytes } = objectOf(gap);
      const loaded = loadArray(document, bytes, "u8");
      return typeof offset === "number" && loaded ? [{ offset, bytes: loaded as Uint8Array }] : [];
    }),
    trailing: (loadArray(document, extras.trailing, "u8") as Uint8Array | undefined) ?? new Uint8Array(),
  };
}

function atlasOf(document: Document, stored: unknown): SplashpackSource["atlases"][number] | undefined {
  const { width, height, vramX, vramY, words } = objectOf(stored);
  const loaded = loadArray(document, words, "u16") as Uint16Array | undefined;
  const numbers = integersOf([width, height, vramX, vramY]);
  const [w = 0, h = 0, x = 0, y = 0] = numbers ?? [];
  if (!loaded || !numbers || loaded.length !== w * h) return undefined;
  return { record: { dataOffset: 0, width: w, height: h, vramX: x, vramY: y }, words: loaded };
}

/** Raw fields of an object, from the extras of its node. */
export interface ObjectSource {
  position: Int32Array;
  rotation: Int32Array;
  texturePage: number;
}

/** The raw fields of the object that a node was, if it still says them and has not been moved. */
export function objectSourceOf(node: Node): ObjectSource | undefined {
  const { position, rotation, texturePage } = extrasOf(node);
  const [p, r] = [integersOf(position), integersOf(rotation)];
  if (p?.length !== 3 || r?.length !== 9 || typeof texturePage !== "number") return undefined;
  return { position: Int32Array.from(p), rotation: Int32Array.from(r), texturePage };
}

/** The atlas that a material showed. */
export function atlasNumberOf(material: Material | null): number | undefined {
  const atlas = material ? extrasOf(material).atlas : undefined;
  return typeof atlas === "number" ? atlas : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
