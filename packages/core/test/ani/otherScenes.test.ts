import { Document, type Node } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import type { AniFile } from "../../src/formats/msh/ani/file.ts";
import { keysOf } from "../../src/formats/msh/ani/keys.ts";
import type { SklFile } from "../../src/formats/msh/skl/file.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { openMesh } from "../../src/operations/open.ts";

type Interpolation = "LINEAR" | "STEP" | "CUBICSPLINE";

/** A scene in metres as other programs write it: an armature that stands at x = 1, below it two joints. */
function scene(): { document: Document; root: Node; arm: Node } {
  const document = new Document();
  document.createBuffer();
  const arm = document.createNode("arm").setTranslation([0, 0.5, 0]);
  const root = document.createNode("root").setTranslation([0, 1, 0]).addChild(arm);
  const armature = document.createNode("Armature").setTranslation([1, 0, 0]).addChild(root);
  document.createScene().addChild(armature);
  document.createSkin().addJoint(root).addJoint(arm);
  return { document, root, arm };
}

function animate(
  document: Document,
  node: Node,
  path: "translation" | "rotation" | "scale",
  times: number[],
  values: number[],
  interpolation: Interpolation = "LINEAR",
): void {
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const accessor = (type: "SCALAR" | "VEC3" | "VEC4", array: number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(array)).setBuffer(buffer);
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor("SCALAR", times))
    .setOutput(accessor(path === "rotation" ? "VEC4" : "VEC3", values))
    .setInterpolation(interpolation);
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
  const animation = document.getRoot().listAnimations()[0] ?? document.createAnimation("clip");
  animation.addSampler(sampler).addChannel(channel);
}

async function aniOf(document: Document, options = {}) {
  const { bytes, losses } = await buildMesh(document, "ani", options);
  const { file } = openMesh(bytes);
  return {
    tracks: (file as AniFile).tracks.map((track) => keysOf(track, "4000")),
    losses: losses.map(({ code }) => code),
  };
}

describe("scenes of other programs", () => {
  it("metres become centimetres, z is turned round, and the armature is part of the root", async () => {
    const { document, root, arm } = scene();
    animate(document, root, "translation", [0, 1], [0, 1, 0, 0, 1, 2]);
    animate(document, arm, "translation", [0, 0.5], [0, 0.5, 0, 0.25, 0.5, 0]);
    const { tracks, losses } = await aniOf(document);
    expect(losses).toEqual([]);
    expect(tracks[0]?.times).toEqual(Int32Array.of(0, 1000));
    // The armature stands at x = 1 m, which only the root can say.
    expect(Array.from(tracks[0]?.translations ?? [], (v) => v + 0)).toEqual([100, 100, 0, 100, 100, -200]);
    expect(Array.from(tracks[1]?.translations ?? [], (v) => v + 0)).toEqual([0, 50, 0, 25, 50, 0]);
  });

  it("keys lie at the union of the times of a bone's curves", async () => {
    const { document, root } = scene();
    animate(document, root, "translation", [0, 1], [0, 0, 0, 1, 0, 0]);
    animate(document, root, "rotation", [0, 0.25, 1], [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    const { tracks } = await aniOf(document);
    expect(tracks[0]?.times).toEqual(Int32Array.of(0, 250, 1000));
    expect(tracks[0]?.translations[3]).toBeCloseTo(125, 4); // 1 m of the armature and a quarter of the way
    // About z the mirror leaves the rotation as it is.
    expect(tracks[0]?.rotations[10]).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it("a step gets a key right in front of it", async () => {
    const { document, arm } = scene();
    animate(document, arm, "translation", [0, 0.5], [0, 0, 0, 1, 0, 0], "STEP");
    const { tracks, losses } = await aniOf(document);
    expect(tracks[0]?.times).toEqual(Int32Array.of(0, 499, 500));
    expect(Array.from(tracks[0]?.translations ?? [], (v) => v + 0)).toEqual([0, 0, 0, 0, 0, 0, 100, 0, 0]);
    expect(losses).toEqual(["CURVES_SAMPLED"]);
  });

  it("a spline is sampled", async () => {
    const { document, arm } = scene();
    // From 0 to 1 m in one second with tangents of zero: 3t^2 - 2t^3.
    const key = (x: number) => [...[0, 0, 0], ...[x, 0, 0], ...[0, 0, 0]];
    animate(document, arm, "translation", [0, 1], [...key(0), ...key(1)], "CUBICSPLINE");
    const { tracks } = await aniOf(document, { fps: 10 });
    expect(tracks[0]?.times).toEqual(Int32Array.from({ length: 11 }, (_, i) => i * 100));
    Array.from({ length: 11 }, (_, i) => i / 10).forEach((t, i) => {
      expect(tracks[0]?.translations[3 * i]).toBeCloseTo(100 * (3 * t * t - 2 * t ** 3), 3);
    });
  });

  it("sizes that change are lost and listed, those that do not are none", async () => {
    const { document, arm } = scene();
    animate(document, arm, "translation", [0], [0, 0, 0]);
    animate(document, arm, "scale", [0, 1], [1, 1, 1, 1, 1, 1]);
    expect((await aniOf(document)).losses).toEqual([]);
    const other = scene();
    animate(other.document, other.arm, "translation", [0], [0, 0, 0]);
    animate(other.document, other.arm, "scale", [0, 1], [1, 1, 1, 2, 2, 2]);
    expect((await aniOf(other.document)).losses).toEqual(["BONE_SCALES_DROPPED"]);
  });

  it("no animation, several, and options that make no sense are refused", async () => {
    const { document, arm } = scene();
    await expect(buildMesh(document, "ani")).rejects.toMatchObject({ code: "SCENE_NO_ANIMATION" });
    animate(document, arm, "translation", [0], [0, 0, 0]);
    await expect(buildMesh(document, "ani", { fps: 0 })).rejects.toMatchObject({ code: "OPTION_VALUE" });
    await expect(buildMesh(document, "ani", { aniVersion: 3999 })).rejects.toMatchObject({ code: "OPTION_VALUE" });
    await expect(buildMesh(document, "ani", { clip: "walk" })).rejects.toMatchObject({ code: "SCENE_WHICH_ANIMATION" });
    arm.setName("가".repeat(130)); // two bytes each in CP949
    await expect(buildMesh(document, "ani")).rejects.toMatchObject({
      code: "NAME_TOO_LONG",
      needed: 260,
      available: 259,
    });
  });

  it("become skeletons in centimetres, with the bind pose of their skin", async () => {
    const { document } = scene();
    // The mesh is in metres; its bind pose is where the joints stand: (1, 1, 0) and (1, 1.5, 0).
    const bind = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
    const matrices = document
      .createAccessor()
      .setType("MAT4")
      .setArray(Float32Array.from([...bind(-1, -1, 0), ...bind(-1, -1.5, 0)]))
      .setBuffer(document.getRoot().listBuffers()[0] ?? null);
    document.getRoot().listSkins()[0]?.setInverseBindMatrices(matrices);
    const { bones } = openMesh((await buildMesh(document, "skl")).bytes).file as SklFile;
    expect(bones.map(({ localPosition }) => Array.from(localPosition, (v) => v + 0))).toEqual([
      [100, 100, 0],
      [0, 50, 0],
    ]);
    expect(bones.map(({ inverseBindPosition }) => Array.from(inverseBindPosition, (v) => v + 0))).toEqual([
      [-100, -100, 0],
      [-100, -150, 0],
    ]);
  });
});
