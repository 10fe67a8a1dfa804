import type { Document } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { loadArray } from "../../scene/rawData.ts";
import type { UnigineBounds } from "./file.ts";

/*
 * Reading back what toScene wrote into `extras.meshglot`. Extras are anybody's to change, so everything is looked at
 * before it is believed, and what does not fit counts as absent.
 */

type Facts = Readonly<Record<string, unknown>>;

/** The members of an object, none if it is no object. */
export function factsIn(value: unknown): Facts {
  return typeof value === "object" && value !== null ? (value as Facts) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A byte of a header. */
export function byteIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255 ? value : undefined;
}

export function floatsIn(document: Document, value: unknown, length?: number): Float32Array | undefined {
  const array = loadArray(document, value, "f32");
  return array instanceof Float32Array && (length === undefined || array.length === length) ? array : undefined;
}

export function boundsIn(document: Document, value: unknown): UnigineBounds | undefined {
  const facts = factsIn(value);
  const [min, max, center] = [facts.min, facts.max, facts.center].map((own) => floatsIn(document, own, 3));
  const radius = floatsIn(document, facts.radius, 1)?.[0];
  if (!min || !max || !center || radius === undefined) return undefined;
  return [...min, ...max, ...center, radius].every(Number.isFinite) ? { min, max, center, radius } : undefined;
}

/** What a document says about the UNIGINE file that it was made from. */
export interface DocumentFacts {
  /** Identifier of the file; undefined if the scene comes from elsewhere. */
  id: string | undefined;
  facts: Facts;
}

export function documentFacts(document: Document): DocumentFacts {
  const facts = extrasOf(document.getRoot());
  if (facts.format !== "unigine") return { id: undefined, facts: {} };
  return { id: typeof facts.id === "string" ? facts.id : undefined, facts };
}
