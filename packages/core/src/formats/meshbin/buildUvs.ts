import type { LossLedger } from "../../scene/loss.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { tileOf } from "../../scene/uvTiles.ts";
import type { BuildFace } from "./buildFaces.ts";
import type { BuildVertices } from "./buildVertices.ts";

/** Width and height of the texture that the texels belong to. */
export interface TexelSize {
  width: number;
  height: number;
}

/**
 * Texels of each corner of each face, 2 per corner, in the order of the faces' corners. -1 where a corner has no UV.
 *
 * A byte can not leave the texture's place in memory, so textures can not repeat. A face that lies in one tile is moved
 * by whole tiles into the first.
 *
 * @param clamp pull coordinates outside to the border instead of refusing them
 * @throws MeshglotError `MESHBIN_UV_TILING` naming the face
 */
export function cornerTexels(
  faces: readonly BuildFace[],
  vertices: BuildVertices,
  { width, height }: TexelSize,
  clamp: boolean,
  ledger: LossLedger,
): Int32Array {
  const { uvs } = vertices;
  const corners = faces.reduce((sum, face) => sum + face.length, 0);
  const texels = new Int32Array(corners * 2).fill(-1);
  if (!uvs) return texels;
  let at = 0;
  let beyond = 0;
  let first = -1;
  faces.forEach((face, i) => {
    if (face.every((vertex) => vertices.hasUv[vertex] === 1)) {
      const tiles = [0, 1].map((axis) => tileOf(face.map((vertex) => uvs[vertex * 2 + axis] ?? 0)));
      if (tiles.includes(undefined)) {
        beyond++;
        if (first < 0) first = i;
      }
      face.forEach((vertex, corner) => {
        const u = (uvs[vertex * 2] ?? 0) - (tiles[0] ?? 0);
        const v = 1 - ((uvs[vertex * 2 + 1] ?? 0) - (tiles[1] ?? 0));
        texels[(at + corner) * 2] = texel(u, width);
        texels[(at + corner) * 2 + 1] = texel(v, height);
      });
    }
    at += face.length;
  });
  if (clamp) ledger.add("UVS_CLAMPED", "TEXCOORD_0", beyond, "faces that repeat the texture show its border instead");
  if (beyond === 0 || clamp) return texels;
  throw sceneFault(
    "MESHBIN_UV_TILING",
    `faces[${first}]`,
    `${beyond} faces repeat the texture: their UVs reach over its border`,
    "Split these faces where the texture starts anew, or use --clamp-uv true to stretch its border instead.",
  );
}

/** Textures of the console are at most 256 texels wide, and a coordinate is a byte. */
function texel(coordinate: number, size: number): number {
  return Math.min(Math.max(Math.floor(coordinate * size), 0), Math.min(size, 256) - 1);
}
