import type { LossLedger } from "../../scene/loss.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import { normalsOf, positionsOf, streamOf } from "../../scene/surfaceStreams.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { MESHBIN_SPACE } from "./space.ts";

/** The engine's processor keeps 16 bits of a coordinate. */
const LARGEST_COORDINATE = 32767;
/** What the GPU leaves a texel unchanged with. */
const NEUTRAL = 128;

/** The vertices of all surfaces, one after another, in the file's numbers. */
export interface BuildVertices {
  count: number;
  /** Number of each surface's first vertex. */
  starts: number[];
  /** 3 per vertex, 128 = 1 m. */
  positions: Int32Array;
  /** r, g, b per vertex. */
  colors: Uint8Array;
  /** 2 per vertex, glTF's, V from the top; undefined if no surface has UVs. */
  uvs: Float32Array | undefined;
  /** 1 where a vertex has UVs. */
  hasUv: Uint8Array;
  /** 3 per vertex, unit length, the file's axes; undefined unless all surfaces have normals. */
  normals: Float32Array | undefined;
}

/**
 * @param round how a coordinate becomes an integer
 * @throws MeshglotError `MESHBIN_COORDINATE_WRAPS` naming the vertex and a scale that would do
 */
export function buildVertices(
  surfaces: readonly SceneSurface[],
  round: (value: number) => number,
  ledger: LossLedger,
): BuildVertices {
  const count = surfaces.reduce((sum, surface) => sum + surface.vertexCount, 0);
  const vertices: BuildVertices = {
    count,
    starts: [],
    positions: new Int32Array(count * 3),
    colors: new Uint8Array(count * 3).fill(NEUTRAL),
    uvs: surfaces.some(({ primitive }) => primitive.getAttribute("TEXCOORD_0"))
      ? new Float32Array(count * 2)
      : undefined,
    hasUv: new Uint8Array(count),
    normals: surfaces.every(({ primitive }) => primitive.getAttribute("NORMAL"))
      ? new Float32Array(count * 3)
      : undefined,
  };
  let start = 0;
  for (const surface of surfaces) {
    vertices.starts.push(start);
    const end = start + surface.vertexCount;
    vertices.positions.set(quantize(surface, positionsOf(surface, MESHBIN_SPACE), round), start * 3);
    vertices.colors.set(colorsOf(surface, ledger), start * 3);
    const uvs = streamOf(surface, "TEXCOORD_0");
    if (uvs && vertices.uvs) {
      vertices.uvs.set(uvs, start * 2);
      vertices.hasUv.fill(1, start, end);
    }
    const normals = vertices.normals && normalsOf(surface, MESHBIN_SPACE);
    if (normals) vertices.normals?.set(normals, start * 3);
    start = end;
  }
  return vertices;
}

function quantize(surface: SceneSurface, positions: Float32Array, round: (value: number) => number): Int32Array {
  const raw = Int32Array.from(positions, (value) => round(value));
  let largest = 0;
  let at = 0;
  positions.forEach((value, i) => {
    if (Math.abs(round(value)) <= largest) return;
    largest = Math.abs(round(value));
    at = i;
  });
  if (largest <= LARGEST_COORDINATE) return raw;
  throw sceneFault(
    "MESHBIN_COORDINATE_WRAPS",
    `${surface.path}.POSITION[${Math.floor(at / 3)}]`,
    `a coordinate of ${(largest * MESHBIN_SPACE.metres).toFixed(1)} m is beyond the 256 m that the console can draw`,
    `Scale the model by ${(LARGEST_COORDINATE / largest).toPrecision(3)} or less, or split it around its own origins.`,
    { needed: largest, available: LARGEST_COORDINATE },
  );
}

/** `_COLOR_RAW` where it still says what COLOR_0 says, else COLOR_0 times 128. Colours are the GPU's, not linear light. */
function colorsOf(surface: SceneSurface, ledger: LossLedger): Uint8Array {
  const { vertexCount, primitive } = surface;
  const colors = new Uint8Array(vertexCount * 3).fill(NEUTRAL);
  const stored = streamOf(surface, "COLOR_0");
  if (!stored) return colors;
  const stride = stored.length / vertexCount;
  const raw = primitive.getAttribute("_COLOR_RAW")?.getArray();
  let clamped = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let k = 0; k < 3; k++) {
      const value = stored[vertex * stride + k] ?? 1;
      const old = raw?.[vertex * 4 + k];
      if (old !== undefined && Math.fround(Math.min(old / NEUTRAL, 1)) === Math.fround(value)) {
        colors[vertex * 3 + k] = old;
        continue;
      }
      const wanted = Math.round(value * NEUTRAL);
      colors[vertex * 3 + k] = Math.min(Math.max(wanted, 0), 255);
      if (wanted < 0 || wanted > 255) clamped++;
    }
  }
  ledger.add("COLORS_CLAMPED", `${surface.path}.COLOR_0`, clamped, "colours beyond twice the texture's were clamped");
  return colors;
}
