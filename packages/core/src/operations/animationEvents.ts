import type { Animation, Document } from "@gltf-transform/core";
import type { ClipEvent } from "../formats/msh/ani/events.ts";

/**
 * What happens while the animations of a scene play, in milliseconds: the events of `.ani` files, which conversions keep
 * in the extras of animations.
 *
 * @example
 * const { document } = await meshToScene(bytes, {}, { companions });
 * for (const [animation, events] of await animationEvents(document)) console.log(animation.getName(), events);
 */
export async function animationEvents(document: Document): Promise<Map<Animation, ClipEvent[]>> {
  const { clipEvents } = await import("../formats/msh/ani/events.ts");
  const animations = document.getRoot().listAnimations();
  return new Map(animations.map((animation) => [animation, clipEvents(document, animation)]));
}
