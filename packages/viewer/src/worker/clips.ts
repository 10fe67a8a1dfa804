import type { Accessor, Animation, Document, Node } from "@gltf-transform/core";
import type { ClipEvent } from "@meshglot/core";
import type { Clip, ClipChannel } from "../protocol.ts";

/**
 * The animations of a document as plain data. Channels without keys, or of nodes that are not there, move nothing and are
 * left out.
 *
 * @param floats the numbers of an accessor
 * @param events what happens while an animation plays
 */
export function clipsOf(
  document: Document,
  nodes: readonly Node[],
  floats: (accessor: Accessor | null) => Float32Array | undefined,
  events: ReadonlyMap<Animation, ClipEvent[]>,
): Clip[] {
  const animations = document.getRoot().listAnimations();
  return animations.map((animation, i): Clip => {
    const channels = animation.listChannels().flatMap((channel): ClipChannel[] => {
      const [sampler, target, path] = [channel.getSampler(), channel.getTargetNode(), channel.getTargetPath()];
      const [times, values] = [floats(sampler?.getInput() ?? null), floats(sampler?.getOutput() ?? null)];
      const node = target ? nodes.indexOf(target) : -1;
      if (!sampler || !times || !values || times.length === 0 || node < 0 || path === null) return [];
      const interpolation = sampler.getInterpolation();
      const size = values.length / times.length / (interpolation === "CUBICSPLINE" ? 3 : 1);
      return Number.isInteger(size) && size > 0 ? [{ node, path, times, values, size, interpolation }] : [];
    });
    const own = events.get(animation) ?? [];
    const ends = [...channels.map(({ times }) => times.at(-1) ?? 0), ...own.map(({ time }) => time / 1000)].filter(
      Number.isFinite,
    );
    return {
      name: animation.getName() || `animation ${i + 1}`,
      duration: ends.reduce((last, end) => Math.max(last, end), 0),
      channels,
      events: own,
    };
  });
}
