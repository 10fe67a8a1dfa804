import { describe, expect, it } from "vitest";
import type { An13File, AnimFile } from "../../src/formats/unigine/an/file.ts";
import { motionsOf } from "../../src/formats/unigine/an/frames.ts";
import { openMesh } from "../../src/operations/open.ts";
import { exampleCompanion } from "../support/companions.ts";
import { describeCorpus, exampleFiles } from "../support/files.ts";
import { throughGlb } from "../support/roundTrip.ts";

const example = (name: string) =>
  exampleFiles("unigine-anim").find((file) => file.name === name)?.bytes ?? new Uint8Array();
const skeleton = exampleCompanion("skeleton", "unigine-skeleton", "column_sn10.skeleton", "unigine");

function expectSameMotion(before: AnimFile, after: AnimFile): void {
  expect(after.frameCount).toBe(before.frameCount);
  const [old, made] = [before, after].map((file) => motionsOf(file.frames, file.animatedCount, file.frameCount));
  const animated = Array.from(after.animated);
  before.animated.forEach((joint, i) => {
    const own = made?.[animated.indexOf(joint)];
    for (const part of ["position", "rotation", "scale"] as const) {
      old?.[i]?.[part]?.forEach((value, k) => {
        const found = own?.[part]?.[k] ?? (part === "scale" || (part === "rotation" && k % 4 === 3) ? 1 : 0);
        expect(Math.abs(found - value), `${part} ${k} of joint ${joint}`).toBeLessThan(
          2e-6 * Math.max(1, Math.abs(value)),
        );
      });
    }
  });
}

describe(".anim to GLB and back", () => {
  it("an13 is the same file again", async () => {
    const { bytes } = await throughGlb<An13File>(example("bend_an13.anim"), "an13", { skeleton });
    expect(bytes).toEqual(example("bend_an13.anim"));
  });
  it("an12 too", async () => {
    const { bytes } = await throughGlb<An13File>(example("bend_an12.anim"), "an12", { skeleton });
    expect(bytes).toEqual(example("bend_an12.anim"));
  });
  it("an11 becomes an an13 of the assumed rate with the same frames", async () => {
    const { file, losses } = await throughGlb<An13File>(example("bend_an11.anim"), "an13");
    expectSameMotion(openMesh(example("bend_an11.anim")).file as AnimFile, file);
    expect(file.fps).toBe(30);
    expect(losses).toEqual(["SKELETON_UNLINKED"]);
  });
  it("another rate resamples", async () => {
    const { file } = await throughGlb<An13File>(example("bend_an13.anim"), "an13", { skeleton }, { fps: 48 });
    expect(file.frameCount).toBe(17); // 8 frames of 1/24 s are 16 of 1/48 s
  });
});

for (const id of ["an11", "an13"]) {
  describeCorpus(`unigine/${id}`, ["anim"], (files) => {
    it.each(files)("$name has the same frames after GLB", async ({ bytes }) => {
      const { file } = await throughGlb<An13File>(bytes, "an13");
      expectSameMotion(openMesh(bytes).file as AnimFile, file);
    });
  });
}
