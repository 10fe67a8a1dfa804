import type { Document } from "@gltf-transform/core";
import type { BuildResult } from "../../../format.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { sceneFault } from "../../../scene/sceneFault.ts";
import { positionsOf } from "../../../scene/surfaceStreams.ts";
import { sceneSurfaces } from "../../../scene/surfaces.ts";
import { flipTriangles } from "../../../scene/triangles.ts";
import { listUnheld } from "../../../scene/unheld.ts";
import { MSH_SPACE } from "../space.ts";
import { CMS_VERSION, type CmsFile } from "./file.ts";

/** What 16-bit indices reach. */
const MOST_VERTICES = 65536;

/**
 * All faces of a scene as one collision mesh. Vertices at the same place become one, because nothing but places is kept.
 *
 * @throws MeshglotError `SCENE_EMPTY`, `CMS_CANNOT_HOLD_VERTICES`, `SCENE_NOT_FINITE`
 */
export function cmsFromScene(document: Document): BuildResult<CmsFile> {
  const ledger = new LossLedger();
  const surfaces = sceneSurfaces(document, MSH_SPACE.metres, ledger);
  if (surfaces.length === 0)
    throw sceneFault("SCENE_EMPTY", "meshes", "the scene has no faces", "Export a mesh with it.");
  listUnheld(document, surfaces, { format: "a collision mesh", uvSets: 0 }, ledger);
  const places: number[] = [];
  const known = new Map<string, number>();
  const indices: number[] = [];
  for (const surface of surfaces) {
    const positions = positionsOf(surface, MSH_SPACE);
    const numbers = Array.from({ length: surface.vertexCount }, (_, vertex) => {
      const [x = 0, y = 0, z = 0] = positions.subarray(3 * vertex, 3 * vertex + 3);
      const key = `${x} ${y} ${z}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      known.set(key, known.size);
      places.push(x, y, z);
      return known.size - 1;
    });
    // The axes of the file mirror, so each triangle is turned round.
    for (const index of flipTriangles(surface.indices)) indices.push(numbers[index] ?? 0);
  }
  const vertexCount = places.length / 3;
  if (vertexCount > MOST_VERTICES) {
    const detail = `${vertexCount} vertices; 16-bit indices reach ${MOST_VERTICES}`;
    const hint = "Simplify the mesh: collision needs less detail.";
    const numbers = { needed: vertexCount, available: MOST_VERTICES };
    throw sceneFault("CMS_CANNOT_HOLD_VERTICES", "meshes", detail, hint, numbers);
  }
  return {
    file: {
      version: CMS_VERSION,
      vertexCount,
      positions: Float32Array.from(places),
      faceCount: indices.length / 3,
      indices: Uint16Array.from(indices),
      trailing: new Uint8Array(0),
    },
    dialect: "CMS",
    losses: ledger.losses,
  };
}
