import type { SceneSurface } from "./surfaces.ts";
import { gather, weld } from "./weld.ts";

/** Arrays with a fixed number of numbers per vertex, by name. */
export type VertexBlocks = Readonly<Record<string, Float32Array | Uint8Array | undefined>>;

/** Vertices that follow one another in a file, and the faces that use them. */
export interface VertexRun<B> {
  readonly blocks: B;
  readonly vertexCount: number;
  /** Triangles of each part, in the numbering of the run. */
  readonly parts: readonly Uint32Array[];
}

/** Whether all surfaces are parts of one mesh over the same vertices. */
export function shareVertices(surfaces: readonly SceneSurface[]): boolean {
  const [first] = surfaces;
  if (!first) return false;
  const semantics = first.primitive.listSemantics();
  return surfaces.every(({ node, primitive }) => {
    if (node !== first.node || primitive.listSemantics().length !== semantics.length) return false;
    return semantics.every((name) => primitive.getAttribute(name) === first.primitive.getAttribute(name));
  });
}

/**
 * The vertices that a surface uses, equal ones made one, in the order of the scene.
 * @param built blocks of all vertices of the surface
 * @param strides numbers per vertex of each block
 */
export function weldedRun<B>(surface: SceneSurface, built: B & VertexBlocks, strides: Strides<B>): VertexRun<B> {
  const blocks = plainZeros(built) as B & VertexBlocks;
  const streams = Object.entries<number>(strides).flatMap(([name, stride]) => {
    const array = blocks[name];
    return array ? [{ array, stride }] : [];
  });
  const { remap, first } = weld(surface.vertexCount, streams, usedVertices(surface));
  return {
    blocks: mapBlocks(blocks, (array, name) => gather(array, strideOf(strides, name), first)) as B & VertexBlocks,
    vertexCount: first.length,
    parts: [surface.indices.map((vertex) => remap[vertex] ?? 0)],
  };
}

/** Runs one after the other: all vertices, and the faces in the numbering of the file. All have the same blocks. */
export function joinRuns<B>(runs: readonly VertexRun<B & VertexBlocks>[], strides: Strides<B>): VertexRun<B> {
  const [first] = runs;
  if (!first || runs.length === 1) return first ?? { blocks: {} as B, vertexCount: 0, parts: [] };
  const vertexCount = runs.reduce((sum, run) => sum + run.vertexCount, 0);
  const blocks = mapBlocks(first.blocks, (array, name) => {
    const stride = strideOf(strides, name);
    const joined = new (array instanceof Uint8Array ? Uint8Array : Float32Array)(vertexCount * stride);
    let at = 0;
    for (const run of runs) {
      joined.set(run.blocks[name] ?? [], at);
      at += run.vertexCount * stride;
    }
    return joined;
  });
  let start = 0;
  const parts = runs.flatMap((run) => {
    const base = start;
    start += run.vertexCount;
    return run.parts.map((part) => part.map((vertex) => vertex + base));
  });
  return { blocks: blocks as B & VertexBlocks, vertexCount, parts };
}

type Strides<B> = { readonly [N in keyof B]-?: number };

function strideOf(strides: object, name: string): number {
  return (strides as Readonly<Record<string, number>>)[name] ?? 1;
}

type Block = Float32Array | Uint8Array;

function mapBlocks(blocks: VertexBlocks, change: (array: Block, name: string) => Block): Record<string, Block> {
  const changed: Record<string, Block> = {};
  for (const [name, array] of Object.entries(blocks)) if (array) changed[name] = change(array, name);
  return changed;
}

/**
 * Blocks without -0, which a change of axes makes of some zeros: engines see no difference, and equal vertices should have
 * equal bits.
 */
export function plainZeros(blocks: VertexBlocks): VertexBlocks {
  return mapBlocks(blocks, (array) => (array instanceof Float32Array ? array.map((value) => value + 0) : array));
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
