import { describe, expect, it } from "vitest";
import { type AnimFile, FRAME_PARTS } from "../../src/formats/unigine/an/file.ts";
import { unigineAnim } from "../../src/formats/unigine/an/index.ts";
import { textOf } from "../../src/formats/unigine/names.ts";
import { meshToScene, writeGlb } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { readGlb } from "../../src/scene/glb.ts";
import { exampleCompanion } from "../support/companions.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";
import { numbersOf } from "../support/gltf.ts";

const example = (name: string) =>
  exampleFiles("unigine-anim").find((file) => file.name === name)?.bytes ?? new Uint8Array();

/** Values of an entry of a frame table, walked entry by entry as the file has them. */
function* entries({ frames, animatedCount }: AnimFile) {
  let at = 0;
  for (const [i, flags] of frames.flags.entries()) {
    const parts: Record<string, number[]> = {};
    for (const { part, bit, size, missing } of FRAME_PARTS) {
      parts[part] = flags & bit ? Array.from(frames.values.subarray(at, at + size)) : [...missing];
      if (flags & bit) at += size;
    }
    yield { frame: Math.floor(i / animatedCount), joint: i % animatedCount, parts };
  }
}

async function expectSameFrames(bytes: Uint8Array, fps: number): Promise<void> {
  const file = openMesh(bytes).file as AnimFile;
  const document = await readGlb(await writeGlb((await meshToScene(bytes)).document));
  const [animation] = document.getRoot().listAnimations();
  const channels = new Map(
    animation?.listChannels().map((channel) => {
      const key = `${channel.getTargetNode()?.getName()} ${channel.getTargetPath()}`;
      const sampler = channel.getSampler();
      return [key, { times: numbersOf(sampler?.getInput()), values: numbersOf(sampler?.getOutput()) }];
    }),
  );
  let compared = 0;
  for (const { frame, joint, parts } of entries(file)) {
    const name = textOf(file.joints[file.animated[joint] ?? -1]?.name);
    const [x = 0, y = 0, z = 0] = parts.position ?? [];
    const rotation = parts.rotation ?? [];
    const [qx = 0, qy = 0, qz = 0, qw = 1] = rotation.map((value) => value / Math.hypot(...rotation));
    const [sx = 1, sy = 1, sz = 1] = parts.scale ?? [];
    const due = { translation: [-x, z, y], rotation: [-qx, qz, qy, qw], scale: [sx, sz, sy] };
    for (const [path, values] of Object.entries(due)) {
      const channel = channels.get(`${name} ${path}`);
      if (!channel) continue; // no frame of the joint has this part
      compared++;
      expect(channel.times[frame]).toBe(Math.fround(frame / fps));
      values.forEach((value, k) => {
        const found = channel.values[frame * values.length + k] ?? Number.NaN;
        expect(Math.abs(found - value), `${name} ${path} of frame ${frame}`).toBeLessThan(
          path === "rotation" ? 1.1e-5 : 1e-30,
        );
      });
    }
  }
  expect(compared).toBeGreaterThan(0);
}

describe("animations in glTF", () => {
  it.each([
    ["bend_an13.anim", 24],
    ["bend_an11.anim", 30],
  ])("%s has the file's values at the times of its frames, after the axis map", (name, fps) =>
    expectSameFrames(example(name), fps),
  );

  it("move the joints of a skinned mesh, and those that only the skeleton has", async () => {
    const bytes =
      exampleFiles("unigine").find(({ name }) => name === "column_sk10.mesh_skinned")?.bytes ?? new Uint8Array();
    const skeleton = exampleCompanion("skeleton", "unigine-skeleton", "column_sn10.skeleton", "unigine");
    const animations = [exampleCompanion("animation", "unigine-anim", "bend_an13.anim", "unigine")];
    const { document } = await meshToScene(bytes, {}, { companions: { skeleton, animations } });
    const moved = document
      .getRoot()
      .listAnimations()[0]
      ?.listChannels()
      .map((channel) => channel.getTargetNode());
    const joints = document.getRoot().listSkins()[0]?.listJoints();
    expect(new Set(moved)).toEqual(new Set(joints));
    const hat = document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === "hat");
    expect(hat?.getParentNode()?.getName()).toBe("tip");
  });
});

describe("rules of animations", () => {
  const codes = async (bytes: Uint8Array, companions = {}) =>
    (await validateMesh(bytes, { companions, ignore: ["ANIM_JOINT_ORDER"] })).issues.map(
      ({ code, path }) => `${code} ${path}`,
    );

  it("the examples", async () => {
    // In all of them the child comes before its parent, as in real files.
    expect((await validateMesh(example("bend_an13.anim"))).issues).toMatchObject([
      { code: "ANIM_JOINT_ORDER", severity: "info" },
    ]);
    expect(await codes(example("bend_an13.anim"))).toEqual([]);
    expect(await codes(example("bend_an11.anim"))).toEqual(["ANIM_ASSUMED_FPS frameCount"]);
    expect(await codes(example("bend_an13_odd.anim"))).toEqual([
      "ANIM_JOINT_INDEX animated[1]",
      "ANIM_SKELETON_REFERENCE skeletonPath",
      "ANIM_FLAGS frames",
      "ANIM_QUATERNION_LENGTH frames",
      "ANIM_TRAILING_BYTES trailing",
    ]);
  });

  it("a rate of nothing, and joints that the skeleton lacks", async () => {
    const file = openMesh(example("bend_an13.anim")).file as AnimFile;
    expect(await codes(unigineAnim.write({ ...file, fps: 0 } as AnimFile, "an13"))).toEqual(["ANIM_FPS fps"]);
    const skeleton = exampleCompanion("skeleton", "unigine-skeleton", "column_sn10.skeleton", "unigine");
    const renamed = {
      ...file,
      joints: file.joints.map((joint, i) => (i === 0 ? { ...joint, name: { raw: Uint8Array.of(0x54, 0) } } : joint)),
    };
    expect(await codes(unigineAnim.write(renamed, "an13"), { skeleton })).toEqual([
      "ANIM_JOINT_UNKNOWN joints[0].name",
    ]);
  });
});

for (const [id, fps] of [
  ["an11", 30],
  ["an13", 30],
] as const) {
  describeCorpus(`unigine/${id}`, ["anim"], (files) => {
    it.each(files)("$name has its values in glTF", ({ bytes }) => expectSameFrames(bytes, fps));
  });
}
