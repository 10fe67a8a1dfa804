import type { Block } from "./block.ts";

/** A string of any format: its bytes, and what the format notes about its length. */
export interface AnyText {
  raw: Uint8Array;
}

export function isText(value: unknown): value is AnyText {
  return isRecord(value) && value.raw instanceof Uint8Array;
}

export function isBlock(value: unknown): value is Block<unknown> {
  return isRecord(value) && typeof value.stored === "boolean" && "value" in value && "uncompressedSize" in value;
}

/** An object with fields: no array of any kind. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
