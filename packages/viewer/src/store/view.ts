import { signal } from "@preact/signals";
import type { Model } from "../protocol.ts";

export const SHADINGS = ["shaded", "wire", "colors", "texture", "uv", "normals", "weights"] as const;
export type Shading = (typeof SHADINGS)[number];

export const OVERLAYS = ["grid", "skeleton", "points", "bounds", "normalLines", "collision", "tree"] as const;
export type Overlay = (typeof OVERLAYS)[number];

export const shading = signal<Shading>("shaded");
export const overlays = signal<ReadonlySet<Overlay>>(new Set(["grid", "points"]));
/** Draw backs as fronts; where this is off, backs are shown in a warning colour instead of nothing. */
export const doubleSided = signal(false);
/** Surfaces that are hidden, by number of primitive. */
export const hidden = signal<ReadonlySet<number>>(new Set());
/** How much of each morph target is mixed in, by name. */
export const morphs = signal<Readonly<Record<string, number>>>({});
/** Turns of bones beyond their own place, in degrees about x, y, z, by number of node. */
export const poses = signal<Readonly<Record<number, readonly [number, number, number]>>>({});
/** Bone whose influence the heat map shows. */
export const weightNode = signal(-1);
/** Level of the spatial tree that is shown. */
export const treeDepth = signal(0);
/** A picture that the user dropped, used instead of the model's own textures. */
export const companionTexture = signal<{ name: string; bitmap: ImageBitmap } | undefined>(undefined);
/** Why the last picture that was dropped can not be shown. */
export const pictureFault = signal("");

export function toggleOverlay(overlay: Overlay): void {
  const next = new Set(overlays.value);
  if (!next.delete(overlay)) next.add(overlay);
  overlays.value = next;
}

/** True once the user chose a way of shading, which is then kept from file to file. */
let chosenShading = false;

export function chooseShading(mode: Shading): void {
  chosenShading = true;
  shading.value = mode;
}

/** What belongs to one file is forgotten with it; a model with textures is shown with them. */
export function resetView(model: Model | undefined): void {
  if (!chosenShading) shading.value = (model?.textures.length ?? 0) > 0 ? "texture" : "shaded";
  hidden.value = new Set();
  morphs.value = {};
  poses.value = {};
  weightNode.value = model?.skins[0]?.joints[0] ?? -1;
  treeDepth.value = 0;
}
