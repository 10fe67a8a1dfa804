import type { Animation, Document } from "@gltf-transform/core";
import { extrasOf } from "../../../scene/document.ts";
import { loadArray } from "../../../scene/rawData.ts";
import { textOfKept } from "../names.ts";

/** Something that happens while an animation of a scene plays. */
export interface ClipEvent {
  type: string;
  info: string;
  /** ms */
  time: number;
}

/** The events of an animation that came from an `.ani`; none for others. */
export function clipEvents(document: Document, animation: Animation): ClipEvent[] {
  return storedEvents(document, extrasOf(animation).events).map(({ type, info, time }) => ({
    type: textOfKept(type),
    info: textOfKept(info),
    time,
  }));
}

/** Events as extras keep them; what is no event is left out. */
export function storedEvents(document: Document, stored: unknown): { type: unknown; info: unknown; time: number }[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { type, info, time } = entry as Record<string, unknown>;
    const ms = loadArray(document, time, "f32")?.[0];
    return ms === undefined ? [] : [{ type, info, time: ms }];
  });
}
