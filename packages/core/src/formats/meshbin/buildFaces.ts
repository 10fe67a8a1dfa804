import type { LossLedger } from "../../scene/loss.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import type { BuildVertices } from "./buildVertices.ts";
import { type FaceRuns, faceRunsOf } from "./faceRuns.ts";
import { pairedQuads } from "./pairQuads.ts";
import { quadSlots } from "./quadSlots.ts";

/** Vertices of a face in the order of the file's slots: s1, s2, s3, s4 of a quad, s1, s3, s4 of a triangle. */
export type BuildFace = number[];

/** How the faces are to be made. */
export interface FacePlan {
  /** The scene is a MESHBIN's own and unedited in its faces: nothing is improved, all is as it was. */
  restoring: boolean;
  triangles: "cw" | "ccw";
  /** Join coplanar triangles that nobody noted as quads. */
  pairQuads: boolean;
}

/**
 * The faces of all surfaces, clockwise in the file as the engine's newest exporter writes them.
 *
 * A quad is stored in the GPU's Z order: its halves are slots (1,2,3) and (3,2,4). One that folds by more than 30 degrees
 * or turns a half away becomes two triangles, as its second half would be culled or shown wrongly.
 */
export function buildFaces(
  surfaces: readonly SceneSurface[],
  vertices: BuildVertices,
  plan: FacePlan,
  ledger: LossLedger,
): BuildFace[] {
  const faces: BuildFace[] = [];
  let split = 0;
  let degenerate = 0;
  const addTriangle = (a: number, b: number, c: number): void => {
    if (!plan.restoring && isDegenerate(vertices.positions, a, b, c)) degenerate++;
    else faces.push(plan.triangles === "cw" ? [a, c, b] : [a, b, c]);
  };
  surfaces.forEach((surface, i) => {
    const base = vertices.starts[i] ?? 0;
    const indices = surface.indices.map((index) => index + base);
    const noted = faceRunsOf(surface, vertices.positions, indices);
    if (noted === "broken")
      ledger.add("QUADS_NOT_REBUILT", surface.path, 1, "the noted quads no longer fit the triangles");
    const quads = Array.isArray(noted) ? noted : plan.pairQuads ? undefined : ([["t", indices.length / 3]] as FaceRuns);
    const rings = quads ? undefined : pairedQuads(indices, vertices.positions);
    if (rings) {
      for (const ring of rings) {
        if (ring.length === 4) split += addQuad(ring, false);
        else addTriangle(ring[0] ?? 0, ring[1] ?? 0, ring[2] ?? 0);
      }
      return;
    }
    let at = 0;
    for (const [kind, count] of quads ?? []) {
      for (let face = 0; face < count; face++) {
        const [a = 0, b = 0, c = 0, , , n = 0] = indices.subarray(at, at + 6);
        if (kind === "q") split += addQuad([a, b, n, c], plan.restoring);
        else addTriangle(a, b, c);
        at += kind === "q" ? 6 : 3;
      }
    }
  });
  ledger.add("QUADS_SPLIT", "faces", split, "folded or concave quads became two triangles each");
  ledger.add("DEGENERATE_FACES_DROPPED", "faces", degenerate, "faces without area were left out");
  return faces;

  /** @param ring outline, counter-clockwise; returns 1 if it had to become triangles */
  function addQuad(ring: readonly number[], asItWas: boolean): 0 | 1 {
    const [a = 0, b = 0, c = 0, d = 0] = ring;
    // Triangles (i, j, k), (k, j, n) with i, j, n, k = a, b, c, d are slots i, k, j, n.
    if (asItWas) {
      faces.push([a, d, b, c]);
      return 0;
    }
    const slots = quadSlots([a, b, c, d], vertices.positions);
    if (slots) {
      faces.push(slots);
      return 0;
    }
    addTriangle(a, b, d);
    addTriangle(d, b, c);
    return 1;
  }
}

/** In the file's integers, where corners may have met. */
function isDegenerate(positions: Int32Array, a: number, b: number, c: number): boolean {
  const d = (vertex: number, axis: number) => (positions[vertex * 3 + axis] ?? 0) - (positions[a * 3 + axis] ?? 0);
  const cross = (i: number, j: number) => d(b, i) * d(c, j) - d(b, j) * d(c, i);
  return cross(1, 2) === 0 && cross(2, 0) === 0 && cross(0, 1) === 0;
}
