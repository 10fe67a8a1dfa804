import { type Loss, type SceneResult, writeGlb, writeGltf, writeObj } from "@meshglot/core";

export type Target = "glb" | "gltf" | "obj";

export interface Encoded {
  /** The main file first; the others lie beside it. */
  files: { name: string; bytes: Uint8Array }[];
  /** All that was lost from the mesh file to here. */
  losses: Loss[];
}

type Encoder = (scene: SceneResult, stem: string) => Promise<Encoded>;

const ENCODERS: Readonly<Record<Target, Encoder>> = {
  glb: async ({ document, losses }, stem) => ({
    files: [{ name: `${stem}.glb`, bytes: await writeGlb(document) }],
    losses,
  }),
  gltf: async ({ document, losses }, stem) => ({ files: await writeGltf(document, stem), losses }),
  obj: ({ document, losses }, stem) => writeObj(document, stem, losses),
};

export function encoderFor(target: Target): Encoder {
  return ENCODERS[target];
}
