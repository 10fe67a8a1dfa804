import { signal } from "@preact/signals";
import type { Model } from "../protocol.ts";

export const COMPARE_MODES = ["overlay", "sideBySide", "alone"] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

/** The model of the file that is compared with, shown in the same picture. */
export const ghost = signal<Model | undefined>(undefined);
export const compareMode = signal<CompareMode>("overlay");
