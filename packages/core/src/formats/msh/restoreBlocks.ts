import { colorsFromBytes } from "../../scene/colors.ts";
import { mapVectors } from "../../scene/space.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { sameAt, takeOriginals } from "../../scene/takeOriginals.ts";
import { gltfWeights } from "../../scene/weights.ts";
import { COLOR_ORDER, finiteOf, gltfNormals } from "./attributes.ts";
import { BLOCK_NAMES, BLOCK_STRIDES, type BlockName, type MshBlocks } from "./buildBlocks.ts";
import type { MshBuildSettings } from "./buildSettings.ts";
import { hasBlock, type MshKept } from "./kept.ts";
import { MSH_SPACE } from "./space.ts";
import { gltfTangents } from "./tangents.ts";
import { WEIGHT_SLOTS } from "./weights.ts";

/**
 * Blocks with the bits of the original file wherever the scene still shows what was made of them: the original goes the
 * way to glTF again, and each vertex that looks the same there is taken from it.
 *
 * @param corners all triangles of the scene, counter-clockwise, in the order of the primitives
 */
export function restoreBlocks(
  blocks: MshBlocks,
  surface: SceneSurface,
  corners: Uint32Array,
  kept: MshKept,
  settings: MshBuildSettings,
): MshBlocks {
  const restored: Record<string, unknown> = {};
  for (const name of BLOCK_NAMES) {
    const built = blocks[name];
    const original = name === "colors" ? rawColors(surface) : kept.block(name);
    if (!original || original.length !== surface.vertexCount * BLOCK_STRIDES[name]) continue;
    // Binormals without tangents and weights without bones have no place in glTF, so nobody can have edited them.
    if (!built && isHomeless(name, surface, settings)) restored[name] = original;
    if (!built) continue;
    const isUntouched = comparison(name, original, surface, corners, kept, settings);
    if (isUntouched) restored[name] = takeOriginals(built, original, BLOCK_STRIDES[name], isUntouched);
  }
  return { ...blocks, ...restored };
}

function isHomeless(name: BlockName, { primitive, skin }: SceneSurface, settings: MshBuildSettings): boolean {
  if (name === "binormals") return hasBlock(settings.vertexMask, name) && !primitive.getAttribute("TANGENT");
  return name === "vertexWeights" && hasBlock(settings.vertexMask, "weights") && skin === null;
}

function rawColors(surface: SceneSurface): Uint8Array | undefined {
  const array = surface.primitive.getAttribute("_COLOR_RAW")?.getArray();
  return array instanceof Uint8Array ? array : undefined;
}

type Comparison = (vertex: number) => boolean;

/** Whether a vertex of the scene looks as the original does in glTF; undefined if the scene has no such attribute. */
function comparison(
  name: BlockName,
  original: Float32Array | Uint8Array,
  surface: SceneSurface,
  corners: Uint32Array,
  kept: MshKept,
  settings: MshBuildSettings,
): Comparison | undefined {
  const stream = (semantic: string) => surface.primitive.getAttribute(semantic)?.getArray();
  const against = (made: ArrayLike<number>, semantic: string): Comparison | undefined => {
    const now = stream(semantic);
    return now && now.length === made.length
      ? (vertex) => sameAt(made, now, made.length / surface.vertexCount, vertex)
      : undefined;
  };
  const floats = original as Float32Array; // all blocks but the colours
  switch (name) {
    case "positions":
      return against(mapVectors(finiteOf(floats).numbers, MSH_SPACE), "POSITION");
    case "billboardCenters":
      return against(mapVectors(finiteOf(floats).numbers, MSH_SPACE), "_BILLBOARD_CENTER");
    case "uv0":
    case "uv1":
      return against(finiteOf(floats).numbers, `TEXCOORD_${settings.uvs.indexOf(name)}`);
    case "normals":
      return against(gltfNormals(floats, (stream("POSITION") ?? []) as Float32Array, corners).vectors, "NORMAL");
    case "tangents": {
      const now = stream("TANGENT");
      const { tangents } = gltfTangents(floats, undefined, undefined, {});
      return now && ((v) => [0, 1, 2].every((axis) => tangents[v * 4 + axis] === now[v * 4 + axis]));
    }
    case "binormals":
      return against(finiteOf(mapVectors(floats, MSH_SPACE, kept.flipBinormal ? -1 : 1)).numbers, "_BINORMAL");
    case "colors":
      return against(colorsFromBytes(original as Uint8Array, COLOR_ORDER, settings.colors), "COLOR_0");
    case "vertexWeights":
      return settings.limitWeights ? undefined : weightComparison(floats, surface, kept.boneNames.length);
  }
}

function weightComparison(original: Float32Array, surface: SceneSurface, boneCount: number): Comparison | undefined {
  const joints = surface.primitive.getAttribute("JOINTS_0")?.getArray();
  const weights = surface.primitive.getAttribute("WEIGHTS_0")?.getArray();
  if (!joints || !weights) return undefined;
  const at = (vertex: number, slot: number) => original[vertex * WEIGHT_SLOTS + slot] ?? 0;
  const made = gltfWeights(surface.vertexCount, boneCount, at, (vertex, slot) => at(vertex, slot + 4));
  return (vertex) => sameAt(made.joints, joints, 4, vertex) && sameAt(made.weights, weights, 4, vertex);
}
