import type { SceneSurface } from "../../scene/surfaces.ts";
import { gather, weld } from "../../scene/weld.ts";
import { BLOCK_NAMES, BLOCK_STRIDES, type MshBlocks } from "./buildBlocks.ts";

/** Vertices that follow one another in the file, and the faces that use them. */
export interface VertexRun {
  blocks: MshBlocks;
  vertexCount: number;
  /** Triangles of each part, in the numbering of the run. */
  parts: Uint32Array[];
}

/** Whether all surfaces are parts of one mesh over the same vertices, as those of an MSH are. */
export function shareVertices(surfaces: readonly SceneSurface[]): boolean {
  const [first] = surfaces;
  if (!first || first.place) return false;
  const semantics = first.primitive.listSemantics();
  return surfaces.every(({ node, primitive }) => {
    if (node !== first.node || primitive.listSemantics().length !== semantics.length) return false;
    return semantics.every((name) => primitive.getAttribute(name) === first.primitive.getAttribute(name));
  });
}

/** The vertices that a surface uses, equal ones made one, in the order of the scene. */
export function weldedRun(surface: SceneSurface, built: MshBlocks): VertexRun {
  const blocks = withoutNegativeZeros(built);
  const streams = BLOCK_NAMES.flatMap((name) => {
    const array = blocks[name];
    return array ? [{ array, stride: BLOCK_STRIDES[name] }] : [];
  });
  const { remap, first } = weld(surface.vertexCount, streams, usedVertices(surface));
  const gathered = BLOCK_NAMES.flatMap((name) => {
    const array = blocks[name];
    return array ? [[name, gather(array, BLOCK_STRIDES[name], first)]] : [];
  });
  return {
    blocks: Object.fromEntries(gathered),
    vertexCount: first.length,
    parts: [surface.indices.map((vertex) => remap[vertex] ?? 0)],
  };
}

/** The mirror makes -0 of every 0; to the client they are the same, and equal vertices should have equal bits. */
function withoutNegativeZeros(blocks: MshBlocks): MshBlocks {
  const plain = BLOCK_NAMES.flatMap((name) => {
    const array = blocks[name];
    return array ? [[name, array instanceof Float32Array ? array.map((value) => value + 0) : array]] : [];
  });
  return Object.fromEntries(plain);
}

function usedVertices({ indices, vertexCount }: SceneSurface): Uint32Array {
  const used = new Uint8Array(vertexCount);
  for (const vertex of indices) used[vertex] = 1;
  let count = 0;
  for (const yes of used) count += yes;
  const vertices = new Uint32Array(count);
  for (let vertex = 0, at = 0; vertex < vertexCount; vertex++) if (used[vertex]) vertices[at++] = vertex;
  return vertices;
}

/** Runs one after the other: all vertices, and the faces in the numbering of the file. */
export function joinRuns(runs: readonly VertexRun[]): VertexRun {
  const [only] = runs;
  if (only && runs.length === 1) return only;
  const vertexCount = runs.reduce((sum, run) => sum + run.vertexCount, 0);
  const joined = BLOCK_NAMES.flatMap((name) => {
    const first = only?.blocks[name];
    if (!first) return [];
    const Block = first instanceof Uint8Array ? Uint8Array : Float32Array;
    const block = new Block(vertexCount * BLOCK_STRIDES[name]);
    let at = 0;
    for (const run of runs) {
      block.set(run.blocks[name] ?? [], at);
      at += run.vertexCount * BLOCK_STRIDES[name];
    }
    return [[name, block]];
  });
  let start = 0;
  const parts = runs.flatMap((run) => {
    const base = start;
    start += run.vertexCount;
    return run.parts.map((part) => part.map((vertex) => vertex + base));
  });
  return { blocks: Object.fromEntries(joined), vertexCount, parts };
}
