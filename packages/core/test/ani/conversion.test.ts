import type { Animation, Document } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { skeletonOf } from "../../../../scripts/examples/lostSaga.ts";
import { msh } from "../../src/formats/msh/index.ts";
import { skl } from "../../src/formats/msh/skl/index.ts";
import { openCompanion } from "../../src/operations/companion.ts";
import { meshToScene, writeGlb } from "../../src/operations/convert.ts";
import { readGlb } from "../../src/scene/glb.ts";
import { exampleCompanion } from "../support/companions.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";
import { numbersOf } from "../support/gltf.ts";

interface Key {
  rotation: number[];
  translation: number[];
  time: number;
}

/** A reader of version 4000 of its own, straight from the page, to hold ours against. */
function readTracks(bytes: Uint8Array): Map<string, Key[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 8;
  const int = () => {
    at += 4;
    return view.getInt32(at - 4, true);
  };
  const float = () => {
    at += 4;
    return view.getFloat32(at - 4, true);
  };
  const skipText = () => {
    const length = int();
    at += length;
    return String.fromCharCode(...bytes.subarray(at - length, at));
  };
  for (let events = int(); events > 0; events--) {
    skipText();
    skipText();
    float();
  }
  int(); // total time
  const tracks = new Map<string, Key[]>();
  for (let count = int(); count > 0; count--) {
    const name = skipText();
    float(); // weight
    const keys = Array.from({ length: int() }, () => ({
      rotation: [float(), float(), float(), float()],
      translation: [float(), float(), float()],
      time: int(),
    }));
    tracks.set(name, keys);
  }
  return tracks;
}

/** Keys of the channels of a node: seconds, and values by path. */
function channelsOf(animation: Animation, node: string) {
  const own = animation.listChannels().filter((channel) => channel.getTargetNode()?.getName() === node);
  return Object.fromEntries(
    own.map((channel) => [
      channel.getTargetPath(),
      {
        times: numbersOf(channel.getSampler()?.getInput()),
        values: numbersOf(channel.getSampler()?.getOutput()),
        interpolation: channel.getSampler()?.getInterpolation(),
      },
    ]),
  );
}

function expectSameKeys(document: Document, tracks: ReadonlyMap<string, Key[]>): void {
  const animation = document.getRoot().listAnimations()[0];
  if (!animation) throw new Error("no animation");
  for (const [name, keys] of tracks) {
    const { translation, rotation } = channelsOf(animation, name);
    expect(translation?.times).toEqual(keys.map(({ time }) => Math.fround(time / 1000)));
    expect(rotation?.times).toEqual(translation?.times);
    expect([translation?.interpolation, rotation?.interpolation]).toEqual(["LINEAR", "LINEAR"]);
    keys.forEach((key, i) => {
      const [x = 0, y = 0, z = 0] = key.translation;
      expect(translation?.values.slice(3 * i, 3 * i + 3)).toEqual([x, y, -z].map((value) => value + 0)); // no -0
      const length = Math.hypot(...key.rotation);
      const [qx = 0, qy = 0, qz = 0, qw = 0] = key.rotation.map((value) => value / length);
      [-qx, -qy, qz, qw].forEach((due, k) => {
        // Single precision, and lengths that are close enough to 1 to be left as they are.
        expect(Math.abs((rotation?.values[4 * i + k] ?? 9) - due), `${name}, key ${i}`).toBeLessThan(1.1e-5);
      });
    });
  }
}

describe("animations in glTF", () => {
  it("have the file's values at the times of its keys, after the axis map", async () => {
    const bytes = exampleFiles("ani").find(({ name }) => name === "nod_4000.ani")?.bytes ?? new Uint8Array();
    const companions = { skeleton: exampleCompanion("skeleton", "skl", "biped.skl") };
    const { document, losses } = await meshToScene(bytes, {}, { companions });
    expect(losses).toEqual([]);
    expectSameKeys(await readGlb(await writeGlb(document)), readTracks(bytes));
  });

  it("of a mesh move its bones, each under the name of its file", async () => {
    const bytes = exampleFiles("puppet").find(({ name }) => name === "puppet.msh")?.bytes ?? new Uint8Array();
    const companions = {
      skeleton: exampleCompanion("skeleton", "puppet", "puppet.skl"),
      animations: ["puppet_dance.ani", "puppet_nod.ani"].map((name) => exampleCompanion("animation", "puppet", name)),
    };
    const { document, losses } = await meshToScene(bytes, {}, { companions });
    expect(losses).toEqual([]);
    const animations = document.getRoot().listAnimations();
    expect(animations.map((animation) => animation.getName())).toEqual(["puppet_dance", "puppet_nod"]);
    const joints = document.getRoot().listSkins()[0]?.listJoints() ?? [];
    for (const channel of animations.flatMap((animation) => animation.listChannels())) {
      expect(joints).toContain(channel.getTargetNode());
    }
    // Joints stand in bind pose: the dance's neck lies turned by -90 degrees about y, as it rests.
    expect(joints.map((joint) => joint.getParentNode()?.getName())).toEqual([
      "mesh",
      "Bip01",
      "Bip01 Spine",
      "Bip01 Neck",
    ]);
  });

  it("without a skeleton are left out and listed", async () => {
    const bytes = exampleFiles("puppet").find(({ name }) => name === "puppet.msh")?.bytes ?? new Uint8Array();
    const animations = [exampleCompanion("animation", "puppet", "puppet_nod.ani")];
    const { document, losses } = await meshToScene(bytes, {}, { companions: { animations } });
    expect(document.getRoot().listAnimations()).toEqual([]);
    expect(losses.map(({ code, count }) => [code, count])).toEqual([["ANIMATION_WITHOUT_SKELETON", 1]]);
  });

  it("list tracks without a bone, bones without a track they could be, and keys that glTF can not have", async () => {
    const bytes = exampleFiles("ani").find(({ name }) => name === "odd_4000.ani")?.bytes ?? new Uint8Array();
    const companions = { skeleton: exampleCompanion("skeleton", "skl", "biped.skl") };
    const { losses } = await meshToScene(bytes, {}, { companions });
    expect(Object.fromEntries(losses.map(({ code, count }) => [code, count]))).toEqual({
      ANI_TRACK_UNKNOWN_BONE: 1,
      ANI_TRACK_DUPLICATE: 1,
      ANI_TRACK_EMPTY: 1,
      KEYS_DROPPED: 2, // one at -20 ms, one at the time of another
      QUATERNIONS_NORMALIZED: 1, // 0.7; the zero one is no number's business
      NOT_FINITE: 1, // a rotation without direction
    });
  });
});

describeCorpus("msh/ani4000", ["ani"], (files) => {
  it.each(files)("$name has its values in glTF", async ({ bytes }) => {
    // No real skeleton is public: one with all bones of the animation below the first stands in for it.
    const tracks = readTracks(bytes);
    const plans = [...tracks.keys()].map((name, i) => ({
      name: { raw: Uint8Array.from(name, (char) => char.charCodeAt(0)) },
      parent: i === 0 ? -1 : 0,
      position: [0, i, 0] as const,
    }));
    const skeleton = openCompanion("skeleton", msh, "all", skl.write(skeletonOf(plans), "SKL"));
    const { document } = await meshToScene(bytes, {}, { companions: { skeleton } });
    expectSameKeys(await readGlb(await writeGlb(document)), tracks);
  });
});
