import type { BuiltArrays } from "./buildSurface.ts";
import { indexWidth } from "./indices.ts";
import type { SurfaceFacts } from "./surfaceFacts.ts";

/** Arrays of a surface of a file that has no faces, and so became a node without a mesh. */
export function hollowArrays(facts: SurfaceFacts, targetCount: number): BuiltArrays {
  const positions = facts.unusedPositions(targetCount)?.targets ?? [];
  const tVertices = facts.unusedTVertices(targetCount);
  const none = new Float32Array(0);
  const noIndices = (addressed: number) => {
    const Indices = { 1: Uint8Array, 2: Uint16Array, 4: Int32Array }[indexWidth(addressed)];
    return new Indices(0);
  };
  return {
    targets: Array.from({ length: targetCount }, (_, i) => ({
      positions: positions[i] ?? none,
      tangents: tVertices?.targets[i] ?? new Int16Array(0),
    })),
    weights: facts.weights() ?? { counts: new Uint8Array(0), joints: new Int16Array(0), weights: new Uint16Array(0) },
    uv0: tVertices?.uv0 ?? none,
    uv1: tVertices?.uv1 ?? none,
    colors: tVertices?.colors ?? new Uint8Array(0),
    cIndices: noIndices((positions[0]?.length ?? 0) / 3),
    tIndices: noIndices((tVertices?.targets[0]?.length ?? 0) / 4),
  };
}
