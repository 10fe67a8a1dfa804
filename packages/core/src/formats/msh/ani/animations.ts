import type { Document, Node } from "@gltf-transform/core";
import type { CodePage } from "../../../bytes/codePage.ts";
import type { Json } from "../../../json.ts";
import { addChannel, timesAccessor } from "../../../scene/animation.ts";
import { addExtras } from "../../../scene/document.ts";
import type { LossLedger } from "../../../scene/loss.ts";
import { storeArray } from "../../../scene/rawData.ts";
import type { AniCompanion } from "../companions.ts";
import { nameForExtras } from "../names.ts";
import type { BoneNodes } from "../skl/nodes.ts";
import { channelValues } from "./channelValues.ts";

/** Animations of the nodes of a skeleton, each under the name of its file. */
export function addAnimations(
  document: Document,
  animations: readonly AniCompanion[],
  bones: Pick<BoneNodes, "nodes" | "find">,
  codePage: CodePage,
  ledger: LossLedger,
): void {
  for (const animation of animations) addAnimation(document, animation, bones, codePage, ledger);
}

function addAnimation(
  document: Document,
  { name, file, version }: AniCompanion,
  bones: Pick<BoneNodes, "nodes" | "find">,
  codePage: CodePage,
  ledger: LossLedger,
): void {
  const animation = document.createAnimation(name);
  const changes = { dropped: 0, turned: 0, replaced: 0 };
  const lost: Record<"unknown" | "second" | "empty", string[]> = { unknown: [], second: [], empty: [] };
  const moved = new Set<Node>();
  let last = 0;
  const tracks = file.tracks.map((track): Json => {
    const facts = {
      bone: nameForExtras(track.bone, codePage),
      weight: storeArray(document, Float32Array.of(track.weight)),
    };
    const raw = { ...facts, keys: storeArray(document, track.keys) };
    const label = codePage.decode(track.bone.raw).text;
    const node = bones.nodes[bones.find(track.bone.raw)];
    const reason = !node ? "unknown" : moved.has(node) ? "second" : track.keyCount === 0 ? "empty" : undefined;
    if (!node || reason) {
      lost[reason ?? "unknown"].push(label);
      return raw;
    }
    const { values, dropped, turned, replaced } = channelValues(track, version);
    changes.dropped += dropped;
    changes.turned += turned;
    changes.replaced += replaced;
    last = Math.max(last, Math.round((values.seconds.at(-1) ?? 0) * 1000));
    if (values.seconds.length === 0) {
      lost.empty.push(label);
      return raw;
    }
    moved.add(node);
    const times = timesAccessor(document, label, values.seconds);
    addChannel(document, animation, node, "translation", times, values.translations);
    addChannel(document, animation, node, "rotation", times, values.rotations);
    return dropped + turned + replaced === 0 ? facts : raw;
  });
  const path = `animations.${name}`;
  const kept = "animation extras tracks";
  for (const [reason, code, message] of [
    ["unknown", "ANI_TRACK_UNKNOWN_BONE", "tracks of bones that the skeleton does not have"],
    ["second", "ANI_TRACK_DUPLICATE", "tracks of bones that an earlier track moves"],
    ["empty", "ANI_TRACK_EMPTY", "tracks without a usable key"],
  ] as const) {
    ledger.add(code, path, lost[reason].length, `${message}: ${shortList(lost[reason])}`, kept);
  }
  ledger.add("KEYS_DROPPED", path, changes.dropped, "keys at negative times or at another key's time", kept);
  ledger.add("QUATERNIONS_NORMALIZED", path, changes.turned, "rotations that were not of unit length", kept);
  ledger.add("NOT_FINITE", path, changes.replaced, "numbers that are not finite became 0", kept);
  const facts = {
    format: "ani",
    version: file.version,
    totalTime: file.totalTime,
    lastKey: last,
    events: file.events.map(({ type, info, time }) => ({
      type: nameForExtras(type, codePage),
      info: nameForExtras(info, codePage),
      time: storeArray(document, Float32Array.of(time)),
    })),
    tracks,
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  };
  addExtras(animation, facts);
  if (moved.size > 0) return;
  // glTF has no animation that moves nothing.
  animation.dispose();
  addExtras(document.getRoot(), {
    [`animation ${name}`]: Object.fromEntries(Object.entries(facts).filter(([, v]) => v !== undefined)) as Json,
  });
  ledger.add("ANIMATION_EMPTY", path, 1, "the animation moves no bone of the skeleton", "document extras");
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
