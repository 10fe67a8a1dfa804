import { replaceNonFinite } from "../../scene/finite.ts";
import { mapVectors } from "../../scene/space.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { sameAt, takeOriginals } from "../../scene/takeOriginals.ts";
import { colorsOf, normalVectors, tangentVectors, uvNumbers } from "./attributes.ts";
import type { BmeshBlocks } from "./buildBlocks.ts";
import type { BmeshBuildSettings } from "./buildSettings.ts";
import type { BmeshKept } from "./kept.ts";

/**
 * Arrays with the bits of the original file wherever the scene still shows what was made of them: the original goes the
 * way to glTF again, and each vertex that looks the same there is taken from it.
 */
export function restoreBlocks(
  blocks: BmeshBlocks,
  surface: SceneSurface,
  kept: BmeshKept,
  settings: BmeshBuildSettings,
): BmeshBlocks {
  const { space, colorOrder, plainSign, flipV } = settings;
  const stream = (semantic: string) => surface.primitive.getAttribute(semantic)?.getArray() ?? undefined;
  const bytes = (semantic: string) => {
    const array = stream(semantic);
    return array instanceof Uint8Array && array.length === surface.vertexCount * 4 ? array : undefined;
  };
  const shows = (semantic: string, made: ArrayLike<number>) => {
    const now = stream(semantic);
    const stride = made.length / surface.vertexCount;
    return (vertex: number) => now?.length === made.length && sameAt(made, now, stride, vertex);
  };
  const restored: BmeshBlocks = { ...blocks };
  const positions = kept.rawFloats("positions");
  if (blocks.positions && positions) {
    const made = mapVectors(withoutNonFinite(positions), space);
    restored.positions = takeOriginals(blocks.positions, positions, 3, shows("POSITION", made));
  }
  for (const [name, semantic] of [
    ["uv0", "TEXCOORD_0"],
    ["uv1", "TEXCOORD_1"],
  ] as const) {
    const original = kept.rawFloats(name);
    const built = blocks[name];
    if (!built || !original) continue;
    restored[name] = takeOriginals(built, original, 2, shows(semantic, uvNumbers(withoutNonFinite(original), flipV)));
  }
  const normals = bytes("_NORMAL_RAW");
  if (blocks.normals && normals) {
    restored.normals = takeOriginals(
      blocks.normals,
      normals,
      4,
      shows("NORMAL", normalVectors(normals, space).vectors),
    );
  }
  const tangents = bytes("_TANGENT_RAW");
  if (blocks.tangents && tangents) {
    const { tangents: made } = tangentVectors(tangents, space, plainSign);
    restored.tangents = takeOriginals(blocks.tangents, tangents, 4, shows("TANGENT", made));
  }
  const colors = bytes("_COLOR_RAW");
  if (blocks.colors && colors) {
    const now = stream("COLOR_0");
    const made = colorsOf(colors, colorOrder);
    // Another program may have made floats of the bytes, which then stand for what is built from them.
    const still = now instanceof Uint8Array ? shows("COLOR_0", made) : () => false;
    restored.colors = takeOriginals(blocks.colors, colors, 4, still);
  }
  return restored;
}

function withoutNonFinite(array: Float32Array): Float32Array {
  const copy = array.slice();
  replaceNonFinite(copy);
  return copy;
}
