import { readFileSync } from "node:fs";
import { Document } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { skl } from "../../src/formats/msh/skl/index.ts";
import { animationEvents } from "../../src/operations/animationEvents.ts";
import { openCompanion } from "../../src/operations/companion.ts";
import { meshToScene, writeGlb } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";

const example = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../examples/puppet/${name}`, import.meta.url)));

describe("events of animations", () => {
  it("are those of the file, also behind a GLB", async () => {
    const animations = ["dance", "nod"].map((name) =>
      openCompanion("animation", skl, name, example(`puppet_${name}.ani`)),
    );
    const { document } = await meshToScene(example("puppet.skl"), {}, { companions: { animations } });
    const { document: again } = await importScene(await writeGlb(document), "glb");
    for (const scene of [document, again]) {
      const events = [...(await animationEvents(scene))].map(([animation, list]) => [animation.getName(), list]);
      // As scripts/examples/puppet.ts plans them.
      expect(events).toEqual([
        ["dance", [500, 1500].map((time) => ({ type: "sound", info: "step.wav", time }))],
        ["nod", []],
      ]);
    }
  });

  it("are none where extras hold something else", async () => {
    const document = new Document();
    const animation = document
      .createAnimation("other")
      .setExtras({ meshglot: { events: [1, null, { time: "soon" }] } });
    expect((await animationEvents(document)).get(animation)).toEqual([]);
  });
});
