import type { Document, Node } from "@gltf-transform/core";
import { type CodePage, codePageForTexts, DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import type { BuildResult, ConvertOptions } from "../../../format.ts";
import { type SceneBone, sceneBones } from "../../../scene/bones.ts";
import { chosenClip, curvesOf, type NodeCurves } from "../../../scene/clips.ts";
import { extrasOf } from "../../../scene/document.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { loadArray } from "../../../scene/rawData.ts";
import type { Curve } from "../../../scene/sampling.ts";
import { sceneFault } from "../../../scene/sceneFault.ts";
import { encodeName, nameFromExtras } from "../encodeName.ts";
import { storedEvents } from "./events.ts";
import { ANI_VERSIONS, type AniEvent, type AniFile, type AniTrack, type AniVersion } from "./file.ts";
import { type AniKeys, keyTable } from "./keys.ts";
import { reduceKeys } from "./reduce.ts";
import { boneKeys, keyTimes } from "./resample.ts";
import { keepUntouched } from "./untouched.ts";

/** Frames a second at which curves that are no straight lines are sampled; players of the community use up to 100. */
const DEFAULT_FPS = 30;

/**
 * An animation of a scene as a `.ani`: for each bone keys at the times of its curves, rounded to milliseconds. Events and
 * tracks of an `.ani` that the scene came from are kept; tracks that nobody touched keep their bytes.
 *
 * @throws MeshglotError `SCENE_NO_ANIMATION`, `SCENE_WHICH_ANIMATION`, `OPTION_VALUE`, `NAME_TOO_LONG`
 */
export async function aniFromScene(document: Document, options: ConvertOptions): Promise<BuildResult<AniFile>> {
  const ledger = new LossLedger();
  const animation = chosenClip(document, options);
  const facts = extrasOf(animation);
  const version = versionFor(options, facts.version);
  const bones = sceneBones(document);
  const texts = bones.map(({ node }) => node.getName());
  const stored = JSON.stringify([facts, bones.map(({ node }) => extrasOf(node).name)]);
  const page = String(options.codePage ?? extrasOf(document.getRoot()).codePage ?? DEFAULT_CODE_PAGE);
  const codePage = await codePageForTexts(page, [...texts, stored]);
  const curves = curvesOf(animation, ledger);
  const made = tracksOf(bones, curves, version, codePage, options, ledger);
  const old = { tracks: facts.tracks, version: ANI_VERSIONS.find((known) => known === String(facts.version)) };
  const tracks = keepUntouched(document, animation, old, made, version, codePage);
  const events = eventsOf(document, facts.events, codePage);
  const last = Math.max(0, ...[...made.values()].map(({ last }) => last));
  const kept = typeof facts.totalTime === "number" && facts.lastKey === last ? facts.totalTime : undefined;
  const trailing = (loadArray(document, facts.trailing, "u8") as Uint8Array | undefined) ?? new Uint8Array(0);
  return {
    file: {
      version: Number(version),
      eventCount: events.length,
      events,
      totalTime: kept ?? last,
      trackCount: tracks.length,
      tracks,
      trailing,
    },
    dialect: version,
    losses: ledger.losses,
  };
}

function versionFor(options: ConvertOptions, stored: unknown): AniVersion {
  const wanted = String(options.aniVersion ?? stored ?? "4000");
  const found = ANI_VERSIONS.find((version) => version === wanted);
  if (found) return found;
  const detail = `there is no version ${wanted} of .ani`;
  throw sceneFault("OPTION_VALUE", "aniVersion", detail, `Give one of ${ANI_VERSIONS.join(", ")}.`);
}

/** A track that was made from the curves of a bone. */
export interface MadeTrack {
  track: AniTrack;
  node: Node;
  /** ms */
  last: number;
}

/** Tracks of the bones that move, by bone. */
function tracksOf(
  bones: readonly SceneBone[],
  curves: ReadonlyMap<Node, NodeCurves>,
  version: AniVersion,
  codePage: CodePage,
  options: ConvertOptions,
  ledger: LossLedger,
): Map<Node, MadeTrack> {
  const fps = Number(options.fps ?? DEFAULT_FPS);
  const bound = Number(options.maxError ?? 0);
  if (!(fps > 0 && fps <= 1000) || !(bound >= 0)) {
    throw sceneFault(
      "OPTION_VALUE",
      "fps",
      `fps ${fps}, maxError ${bound}`,
      "fps is 1 to 1000, maxError not negative.",
    );
  }
  const counts = { scales: 0, bent: 0, reduced: 0 };
  let worst = 0;
  const made = new Map<Node, MadeTrack>();
  for (const bone of bones) {
    const own = curves.get(bone.node);
    if (!own) continue;
    if (own.scale && changesSize(own.scale)) counts.scales++;
    if (!own.translation && !own.rotation) continue;
    if ([own.translation, own.rotation].some((curve) => curve && curve.interpolation !== "LINEAR")) counts.bent++;
    let keys: AniKeys = boneKeys(bone, bones[bone.parent], own, keyTimes(own, fps));
    if (bound > 0) {
      const reduced = reduceKeys(keys, bound);
      counts.reduced += keys.times.length - reduced.keys.times.length;
      worst = Math.max(worst, reduced.worst);
      keys = reduced.keys;
    }
    const name = encodeName(bone.node.getName(), extrasOf(bone.node).name, codePage);
    const track = { bone: name, weight: 1, keyCount: keys.times.length, keys: keyTable(keys, version) };
    made.set(bone.node, { track, node: bone.node, last: keys.times.at(-1) ?? 0 });
  }
  ledger.add("BONE_SCALES_DROPPED", "animation", counts.scales, "bones whose size changes: .ani has no scale");
  ledger.add(
    "CURVES_SAMPLED",
    "animation",
    counts.bent,
    `bones with steps or splines became straight lines at ${fps} frames a second`,
  );
  const error = worst.toPrecision(3);
  ledger.add(
    "KEYS_REDUCED",
    "animation",
    counts.reduced,
    `keys left out; at none of them a place is off by more than ${error} cm or a rotation by more than ${error} degrees`,
  );
  return made;
}

/** Blender writes a scale for every bone, and most of these never change. */
const SAME_SIZE = 1e-4;

function changesSize(scale: Curve): boolean {
  const [first = 0] = scale.times;
  const due = scale.at(first);
  return scale.times.some((time) => scale.at(time).some((value, i) => Math.abs(value - (due[i] ?? 0)) > SAME_SIZE));
}

function eventsOf(document: Document, stored: unknown, codePage: CodePage): AniEvent[] {
  return storedEvents(document, stored).flatMap(({ type, info, time }) => {
    const [typeName, infoName] = [nameFromExtras(type, codePage), nameFromExtras(info, codePage)];
    return typeName && infoName ? [{ type: typeName, info: infoName, time }] : [];
  });
}
