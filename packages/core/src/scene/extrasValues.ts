import type { Json } from "../json.ts";

// `extras` may hold anything: programs and people edit them. What is not of the kind that was asked for counts as absent.

/** The members of an object, none if it is none. */
export function objectOf(value: unknown): Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {};
}

/** A list of whole numbers. */
export function integersOf(value: unknown): number[] | undefined {
  return Array.isArray(value) && value.every((number) => Number.isInteger(number)) ? (value as number[]) : undefined;
}
