import {
  type Builder,
  buildMesh,
  buildTargets,
  type ConvertOptions,
  FORMATS,
  type Loss,
  type SceneResult,
  writeGlb,
  writeGlbBesideImages,
  writeGltf,
  writeObj,
} from "@meshglot/core";

export interface Encoded {
  /** The main file first; the others lie beside it. */
  files: { name: string; bytes: Uint8Array }[];
  /** All that was lost from the input to here. */
  losses: Loss[];
}

type Encoder = (scene: SceneResult, stem: string, options: ConvertOptions) => Promise<Encoded>;

const SCENE_ENCODERS: Readonly<Record<string, Encoder>> = {
  glb: async ({ document, losses }, stem) => ({
    files: [{ name: `${stem}.glb`, bytes: await writeGlb(document) }],
    losses,
  }),
  gltf: async ({ document, losses }, stem) => ({ files: await writeGltf(document, stem), losses }),
  obj: ({ document, losses }, stem, { sceneMemory }) =>
    writeObj(document, stem, losses, sceneMemory === undefined ? undefined : Number(sceneMemory)),
};

/** Everything that `--to` takes, with what it means. */
export function targetNames(): string[] {
  return [...Object.keys(SCENE_ENCODERS), ...buildTargets().map(({ name }) => name)];
}

/** True for glTF and OBJ; false for files that an engine loads. */
export function isSceneTarget(target: string): boolean {
  return target in SCENE_ENCODERS;
}

/** Of the files that a target gives, without the dot. */
export function extensionOf(target: string): string {
  return buildTargets().find(({ name }) => name === target)?.extension ?? target;
}

/** The builders of all formats, with the ids of the formats. */
export function builders(): { id: string; builder: Builder }[] {
  return FORMATS.flatMap(({ id, builder }) => (builder ? [{ id, builder }] : []));
}

/** @param textures where the images of a GLB go: inside, or beside it as PNG files */
export function encoderFor(target: string, textures: "embed" | "reference" = "embed"): Encoder {
  if (target === "glb" && textures === "reference") return referencingGlb;
  return SCENE_ENCODERS[target] ?? mesh(target);
}

const referencingGlb: Encoder = async ({ document, losses }, stem) => ({
  files: await writeGlbBesideImages(document, stem),
  losses,
});

function mesh(target: string): Encoder {
  return async ({ document, losses }, stem, options) => {
    const built = await buildMesh(document, target, options);
    const files = [{ name: `${stem}.${built.target.extension}`, bytes: built.bytes }];
    return { files, losses: [...losses, ...built.losses] };
  };
}
