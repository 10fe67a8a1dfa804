import type { Accessor, Document, Primitive, PrimitiveTarget } from "@gltf-transform/core";
import { accessor } from "./document.ts";
import { indexArrayFor } from "./triangles.ts";
import { gather, type WeldStream } from "./weld.ts";

/** Sharing fewer vertices than this costs nothing that matters. */
const WORTH_IT = 1024;

/**
 * Lets every primitive have the vertices that it uses, and no more, while something is built of them: where primitives
 * share one set of vertices, work that goes through the vertices of each would go through all of them every time. The
 * document is as it was afterwards. Vertices that nobody shares are left alone, whether they are used or not.
 */
export async function withOwnVertices<T>(document: Document, work: () => Promise<T> | T): Promise<T> {
  const undo: (() => void)[] = [];
  try {
    for (const [positions, primitives] of sharedVertices(document)) {
      const numbers = new UsedVertices(positions.getCount());
      for (const primitive of primitives) {
        const indices = primitive.getIndices();
        const used = indices && numbers.of(indices);
        if (indices && used && used.vertices.length * 2 < positions.getCount())
          undo.push(...replaceStreams(document, primitive, indices, used));
      }
    }
    return await work();
  } finally {
    for (const step of undo) step(); // in the same order, which keeps that of the attributes
  }
}

function sharedVertices(document: Document): [Accessor, Primitive[]][] {
  const sharing = new Map<Accessor, Primitive[]>();
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const positions = primitive.getAttribute("POSITION");
      if (!positions || positions.getCount() < WORTH_IT) continue;
      const others = sharing.get(positions);
      if (others) others.push(primitive);
      else sharing.set(positions, [primitive]);
    }
  }
  return [...sharing].filter(([, primitives]) => primitives.length > 1);
}

interface Used {
  /** The vertices that are used, in the order of their numbers. */
  vertices: Uint32Array;
  /** The same triangles by the places of their corners in `vertices`. */
  indices: Uint32Array;
}

/** Tables as long as the vertices, made once for all primitives that share them. */
class UsedVertices {
  readonly #count: number;
  readonly #lastUse: Uint32Array;
  readonly #number: Uint32Array;
  #use = 0;

  constructor(count: number) {
    this.#count = count;
    this.#lastUse = new Uint32Array(count);
    this.#number = new Uint32Array(count);
  }

  /** Undefined if an index points nowhere, which is for others to say. */
  of(indices: Accessor): Used | undefined {
    const array = indices.getArray() ?? [];
    const use = ++this.#use;
    const vertices = new Uint32Array(array.length);
    let found = 0;
    for (let i = 0; i < array.length; i++) {
      const vertex = array[i] ?? 0;
      if (vertex >= this.#count) return undefined;
      if (this.#lastUse[vertex] === use) continue;
      this.#lastUse[vertex] = use;
      vertices[found++] = vertex;
    }
    const sorted = vertices.slice(0, found).sort();
    for (let i = 0; i < sorted.length; i++) this.#number[sorted[i] ?? 0] = i;
    const renumbered = new Uint32Array(array.length);
    for (let i = 0; i < array.length; i++) renumbered[i] = this.#number[array[i] ?? 0] ?? 0;
    return { vertices: sorted, indices: renumbered };
  }
}

/** @returns what puts the old streams back */
function replaceStreams(
  document: Document,
  primitive: Primitive,
  indices: Accessor,
  { vertices, indices: renumbered }: Used,
): (() => void)[] {
  const own = accessor(document, indices.getName(), "SCALAR", indexArrayFor(renumbered));
  primitive.setIndices(own);
  const undo = [() => primitive.setIndices(indices) && own.dispose()];
  for (const holder of [primitive, ...primitive.listTargets()]) {
    for (const semantic of holder.listSemantics()) undo.push(replaceStream(document, holder, semantic, vertices));
  }
  return undo;
}

function replaceStream(
  document: Document,
  holder: Primitive | PrimitiveTarget,
  semantic: string,
  vertices: Uint32Array,
): () => void {
  const shared = holder.getAttribute(semantic);
  const array = shared?.getArray();
  if (!shared || !array) return () => undefined;
  const own = document
    .createAccessor(shared.getName())
    .setType(shared.getType())
    .setNormalized(shared.getNormalized())
    .setArray(gather(array as WeldStream["array"] & typeof array, shared.getElementSize(), vertices)); // typed arrays both
  holder.setAttribute(semantic, own);
  return () => {
    holder.setAttribute(semantic, shared);
    own.dispose();
  };
}
