import { skl } from "@meshglot/core";
import { collisionOf } from "./cms.ts";
import type { Example } from "./example.ts";
import { animationOf, ascii, type BonePlan, skeletonOf, type TrackPlan } from "./lostSaga.ts";
import { build, weightsByHeight } from "./msh.ts";
import { box, lathe, type Shape } from "./shapes.ts";
import { stripedDds, stripedTga } from "./textures.ts";

/*
 * A puppet that bends and nods, with everything that lies beside a mesh in the game: skeleton, two animations, material
 * text, collision mesh, a DDS and a TGA texture.
 */

const bones: readonly BonePlan[] = [
  { name: ascii("Bip01"), parent: -1, position: [0, 0, 0] },
  { name: ascii("Bip01 Spine"), parent: 0, position: [0, 50, 0], turn: { axis: 1, degrees: 90 } },
  { name: ascii("Bip01 Neck"), parent: 1, position: [0, 50, 0], turn: { axis: 1, degrees: -90 } },
  { name: ascii("Bip01 Head"), parent: 2, position: [0, 50, 0] },
];

const body = lathe((t) => [t === 0 || t === 1 ? 0 : 0.16 + 0.05 * Math.cos(t * 12), t * 1.5], 16, 24);
const head = box([-0.18, 1.45, -0.14], [0.18, 1.8, 0.14]);

/** The body bends with all bones, the head is the last bone's alone. */
function weights(shape: Shape): Float32Array {
  const own = weightsByHeight(shape, bones.length);
  for (let v = body.positions.length / 3; v * 8 < own.length; v++) own.set([1, 0, 0, 0, 3, 0, 0, 0], v * 8);
  return own;
}

/** Degrees of a swing to both sides, a key every so many milliseconds. */
const swing = (degrees: number, late: number): (readonly [number, number])[] =>
  Array.from({ length: 17 }, (_, i) => [i * 125, degrees * Math.sin((i / 8) * Math.PI - late)] as const);

const dance: readonly TrackPlan[] = [
  { bone: ascii("Bip01"), position: [0, 0, 0], axis: 2, keys: swing(6, 0) },
  // This bone lies turned by 90 degrees about y, so the same plane is about its x axis.
  { bone: ascii("Bip01 Neck"), position: [0, 50, 0], axis: 1, keys: [[0, -90]] },
  { bone: ascii("Bip01 Head"), position: [0, 50, 0], axis: 2, keys: swing(28, 1) },
];

const nod: readonly TrackPlan[] = [
  {
    bone: ascii("Bip01 Head"),
    position: [0, 50, 0],
    axis: 0,
    keys: [
      [0, 0],
      [300, 30],
      [600, -10],
      [900, 0],
    ],
  },
];

const material = (shader: string, texture: string, more: readonly string[] = []) => [
  ...["material", "{", "\tdiffuse 1 1 1 1", "\ttechnique", "\t{", "\t\tpass", "\t\t{"],
  ...[`\t\t\tshader_group ${shader}`, ...more, "\t\t\ttexture_unit", "\t\t\t{", `\t\t\t\ttexture ${texture}`],
  ...["\t\t\t}", "\t\t}", "\t}", "}"],
];
const text = [
  ...material("Animate", "Puppet_Body.dds"),
  ...material("Animate", "puppet_head.tga", ["\t\t\tcull none"]),
  "",
];

export const examples: readonly Example[] = [
  {
    name: "puppet.msh",
    summary: "a skinned mesh of two sub-meshes; the files beside it are its companions",
    make: () => {
      const names = bones.map(({ name }) => name);
      return build([body, head], { meshType: 1, vertex: (s) => ({ boneNames: names, vertexWeights: weights(s) }) });
    },
  },
  { name: "puppet.skl", summary: "its skeleton of four bones", make: () => skl.write(skeletonOf(bones), "SKL") },
  {
    name: "puppet_dance.ani",
    summary: "an animation of two seconds with two events",
    make: () =>
      animationOf("4000", dance, {
        events: [
          { type: ascii("sound"), info: ascii("step.wav"), time: 500 },
          { type: ascii("sound"), info: ascii("step.wav"), time: 1500 },
        ],
      }),
  },
  { name: "puppet_nod.ani", summary: "a nod with rotations of 32 bits", make: () => animationOf("4001", nod) },
  {
    name: "puppet.txt",
    summary: "its material text",
    make: () => Uint8Array.from(text.join("\r\n"), (char) => char.charCodeAt(0)),
  },
  {
    name: "puppet.cms",
    summary: "its collision mesh, a box",
    make: () => collisionOf(box([-0.2, 0, -0.2], [0.2, 1.8, 0.2])),
  },
  {
    name: "puppet_body.dds",
    summary: "its texture, BC1 (DXT1)",
    make: () =>
      stripedDds(32, 64, [
        [220, 60, 50],
        [240, 220, 90],
        [60, 120, 210],
      ]),
  },
  {
    name: "puppet_head.tga",
    summary: "the head's texture, TGA of 24 bits",
    make: () =>
      stripedTga(8, 8, [
        [250, 205, 160],
        [235, 180, 130],
      ]),
  },
];
