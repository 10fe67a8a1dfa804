import { Document, type Node } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { accessor } from "../../src/scene/document.ts";
import { influencesOf } from "../../src/scene/influences.ts";
import { LossLedger } from "../../src/scene/loss.ts";
import { skeletonOf } from "../../src/scene/skeletonOf.ts";
import { sceneSurfaces } from "../../src/scene/surfaces.ts";

const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/**
 * A triangle on three joints: `tip` at (0, 2, 0) below a helper node below `root` at (0, 1, 0), and `other` at the
 * origin; the skin lists tip first.
 */
function skinned(weights: number[], joints: number[], more: { weights: number[]; joints: number[] } | null = null) {
  const document = new Document();
  document.createBuffer();
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", accessor(document, "", "VEC3", Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)))
    .setIndices(accessor(document, "", "SCALAR", Uint16Array.of(0, 1, 2)));
  [{ weights, joints }, ...(more ? [more] : [])].forEach((set, i) => {
    primitive.setAttribute(`JOINTS_${i}`, accessor(document, "", "VEC4", Uint16Array.from(set.joints)));
    primitive.setAttribute(`WEIGHTS_${i}`, accessor(document, "", "VEC4", Float32Array.from(set.weights)));
  });
  const tip = document.createNode("tip").setTranslation([0, 0.5, 0]);
  const helper = document.createNode("helper").setTranslation([0, 0.5, 0]).addChild(tip);
  const root = document.createNode("root").setTranslation([0, 1, 0]).addChild(helper);
  const other = document.createNode("other");
  const binds = Float32Array.from([...at(0, -2, 0), ...at(0, -1, 0), ...at(0, 0, 0)]);
  const skin = document.createSkin().setInverseBindMatrices(accessor(document, "", "MAT4", binds));
  for (const joint of [tip, root, other]) skin.addJoint(joint);
  const node = document.createNode("body").setMesh(document.createMesh().addPrimitive(primitive)).setSkin(skin);
  // A skinned node's own place counts for nothing.
  node.setTranslation([100, 100, 100]);
  const armature = document.createNode("armature").addChild(root).addChild(other).addChild(node);
  document.createScene().addChild(armature);
  const surfaces = () => sceneSurfaces(document, 1, new LossLedger());
  return { document, armature, surfaces, tip };
}
const rigid = { weights: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], joints: [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0] };

describe("joints of a scene", () => {
  it("come in the skin's order, each with the joint above it and its bind matrix", () => {
    const { surfaces } = skinned(rigid.weights, rigid.joints);
    const joints = skeletonOf(surfaces(), false)?.joints ?? [];
    expect(joints.map(({ name, parent }) => [name, parent])).toEqual([
      ["tip", 1],
      ["root", -1],
      ["other", -1],
    ]);
    expect(joints[0]?.bind.slice(12, 15)).toEqual([0, 2, 0]);
  });

  it("or with parents first, for engines that need it", () => {
    const { surfaces } = skinned(rigid.weights, rigid.joints);
    const skeleton = skeletonOf(surfaces(), true);
    expect(skeleton?.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ["root", -1],
      ["tip", 0],
      ["other", -1],
    ]);
    const [surface] = surfaces();
    expect(surface?.skin && skeleton?.jointsOf(surface.skin)).toEqual([1, 0, 2]);
  });

  it("scale with the armature, whether they stand in bind pose or not", () => {
    // In bind pose joint * inverse bind is one matrix for all; here only the armature's scale is left of it.
    const { armature, surfaces, tip } = skinned(rigid.weights, rigid.joints);
    tip.setTranslation([0, 0.5, 0]);
    armature.setScale([3, 3, 3]);
    const bindOf = (name: string) =>
      skeletonOf(surfaces(), false)?.joints.find((joint) => joint.name === name)?.bind[13];
    expect(bindOf("root")).toBeCloseTo(3, 6);
    tip.setRotation([1, 0, 0, 0]);
    expect(bindOf("root")).toBeCloseTo(3, 6);
    expect(surfaces()[0]?.place?.[0]).toBeCloseTo(3, 6);
  });

  it("are none in a scene without skins", () => {
    const { document, surfaces } = skinned(rigid.weights, rigid.joints);
    const body = document
      .getRoot()
      .listNodes()
      .find((node: Node) => node.getName() === "body");
    body?.setSkin(null);
    expect(skeletonOf(surfaces(), false)).toBeUndefined();
  });
});

describe("influences", () => {
  const of = (max: number, ...sets: Parameters<typeof skinned>) => {
    const surfaces = skinned(...sets).surfaces();
    const skeleton = skeletonOf(surfaces, false);
    const [surface] = surfaces;
    if (!surface || !skeleton) throw new Error("no skin");
    return influencesOf(surface, skeleton, max);
  };

  it("are the strongest, biggest first, and sum to 1", () => {
    const weights = [0.25, 0.5, 0.25, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    const { joints, weights: kept, limited, unweighted } = of(2, weights, [0, 1, 2, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    expect([...joints]).toEqual([1, 0, 2, 0, 0, 0]);
    expect([...kept]).toEqual([2 / 3, 1 / 3, 1, 0, 0, 0]);
    expect({ limited, unweighted }).toEqual({ limited: 1, unweighted: 1 });
  });

  it("of all sets count, and a joint that is named twice counts once", () => {
    const { joints, weights, limited } = of(
      4,
      [0.25, 0.25, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
      [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      { weights: [0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], joints: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
    );
    expect([...joints.slice(0, 4)]).toEqual([1, 0, 0, 0]);
    expect([...weights.slice(0, 4)]).toEqual([0.75, 0.25, 0, 0]);
    expect(limited).toBe(0);
  });
});
