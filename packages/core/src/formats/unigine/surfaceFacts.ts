import type { Document } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { loadArray } from "../../scene/rawData.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { boundsIn, factsIn, floatsIn, listIn } from "./facts.ts";
import type { CollisionTree, UnigineBounds } from "./file.ts";
import { NO_NUMBER } from "./numbering.ts";
import type { WeightTable } from "./weights.ts";

/** Entries that no face uses, with their numbers in the file. */
export interface UnusedPositions {
  numbers: Uint32Array;
  /** 3 per entry; one array per target. */
  targets: Float32Array[];
}

export interface UnusedTVertices {
  numbers: Uint32Array;
  /** 4 per entry; one array per target. */
  targets: Int16Array[];
  uv0: Float32Array | undefined;
  uv1: Float32Array | undefined;
  colors: Uint8Array | undefined;
}

/** What a scene says about the surface of a UNIGINE file that one of its meshes was made from. */
export class SurfaceFacts {
  readonly document: Document;
  /** As they stand in the extras. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(document: Document, facts: Readonly<Record<string, unknown>>) {
    this.document = document;
    this.facts = facts;
  }

  /** The facts of a surface that is the only one of its mesh. */
  static of(document: Document, { mesh }: SceneSurface): SurfaceFacts | undefined {
    const facts = extrasOf(mesh);
    return facts.kind === "surface" && mesh.listPrimitives().length === 1
      ? new SurfaceFacts(document, facts)
      : undefined;
  }

  /** Whether two numbers of the file say that the surface has the shape that it had there. */
  hasShape(digest: string): boolean {
    return this.facts.shape === digest;
  }

  /** Counts, joints and weights per position, as they lay in the file. */
  weights(): WeightTable | undefined {
    const own = factsIn(this.facts.weights);
    const counts = loadArray(this.document, own.counts, "u8");
    const joints = loadArray(this.document, own.joints ?? [], "i16");
    const weights = loadArray(this.document, own.weights ?? [], "u16");
    if (!(counts instanceof Uint8Array && joints instanceof Int16Array && weights instanceof Uint16Array))
      return undefined;
    const pairs = counts.reduce((sum, count) => sum + count, 0);
    return joints.length === pairs && weights.length === pairs ? { counts, joints, weights } : undefined;
  }

  unusedPositions(targetCount: number): UnusedPositions | undefined {
    const own = factsIn(this.facts.unusedPositions);
    const numbers = this.#numbers(own.numbers);
    const targets = listIn(own.targets).map((target) => floatsIn(this.document, target, 3 * (numbers?.length ?? 0)));
    const whole = targets.filter((target) => target !== undefined);
    return numbers && whole.length === targets.length && whole.length >= targetCount
      ? { numbers, targets: whole.slice(0, targetCount) }
      : undefined;
  }

  unusedTVertices(targetCount: number): UnusedTVertices | undefined {
    const own = factsIn(this.facts.unusedTVertices);
    const numbers = this.#numbers(own.numbers);
    if (!numbers) return undefined;
    const targets = listIn(own.targets).map((target) => this.#shorts(target, 4 * numbers.length));
    const whole = targets.filter((target) => target !== undefined);
    if (whole.length !== targets.length || whole.length < targetCount) return undefined;
    const colors = loadArray(this.document, own.colors, "u8");
    return {
      numbers,
      targets: whole.slice(0, targetCount),
      uv0: floatsIn(this.document, own.uv0, 2 * numbers.length),
      uv1: floatsIn(this.document, own.uv1, 2 * numbers.length),
      colors: colors instanceof Uint8Array ? colors : undefined,
    };
  }

  /** Edges and tree as they lay in the file, where our rules give others; undefined where ours are the file's. */
  collision(): CollisionTree | undefined {
    const own = factsIn(this.facts.collision);
    const load = <T extends "u8" | "i32">(name: string, type: T) => loadArray(this.document, own[name], type);
    const [edges, axes] = [load("edges", "u8"), load("axes", "u8")];
    const [indices, links] = [load("treeIndices", "i32"), load("links", "i32")];
    if (!(edges instanceof Uint8Array && axes instanceof Uint8Array)) return undefined;
    if (!(indices instanceof Int32Array && links instanceof Int32Array) || links.length !== 4 * axes.length)
      return undefined;
    const boxes = floatsIn(this.document, own.boxes, 6 * axes.length);
    const splitDistances = floatsIn(this.document, own.splitDistances, axes.length);
    if (!boxes || !splitDistances) return undefined;
    return {
      edgeCount: edges.length,
      edges,
      treeIndexCount: indices.length,
      treeIndices: { values: indices },
      nodeCount: axes.length,
      nodes: { axes, links: { values: links } },
      boxes,
      splitDistances,
    };
  }

  bounds(): UnigineBounds | undefined {
    return boundsIn(this.document, this.facts.bounds);
  }

  /** Whether blocks lay in the file as they are: geometry first, then edges and tree. */
  isStored(block: 0 | 1): boolean {
    return listIn(this.facts.storedBlocks)[block] === true;
  }

  /** What the name of a target became in the extras; 0 is the surface itself. */
  targetName(target: number): unknown {
    return listIn(this.facts.targetNames)[target];
  }

  /** Positions of a morph target, per vertex of the scene, where adding differences would not give them to the last bit. */
  targetPositions(target: number, numbers: Uint32Array): Float32Array | undefined {
    const stored = floatsIn(this.document, this.#target(target).positions);
    return stored && picked(stored, 3, numbers);
  }

  /** Quaternions of a morph target, per vertex of the scene. */
  targetTangents(target: number, surface: SceneSurface): Int16Array | undefined {
    const stored = this.#shorts(this.#target(target).tangents);
    const numbers = sourceNumbers(surface, "_SOURCE_TINDEX");
    return stored && numbers && picked(stored, 4, numbers);
  }

  /** The first one after the mesh itself is number 0. */
  #target(target: number): Readonly<Record<string, unknown>> {
    return factsIn(listIn(this.facts.targets)[target]);
  }

  #numbers(value: unknown): Uint32Array | undefined {
    const numbers = loadArray(this.document, value, "u32");
    return numbers instanceof Uint32Array ? numbers : undefined;
  }

  #shorts(value: unknown, length?: number): Int16Array | undefined {
    const shorts = loadArray(this.document, value, "i16");
    return shorts instanceof Int16Array && (length === undefined || shorts.length === length) ? shorts : undefined;
  }
}

/** Numbers that vertices had in the file that they come from; {@link NO_NUMBER} where there is no whole number. */
export function sourceNumbers({ primitive, vertexCount }: SceneSurface, semantic: string): Uint32Array | undefined {
  const accessor = primitive.getAttribute(semantic);
  const array = accessor?.getArray();
  if (!array || accessor?.getElementSize() !== 1 || array.length !== vertexCount) return undefined;
  // Any typed array will do; the union has no common iterator.
  return Uint32Array.from(array as ArrayLike<number>, (value) =>
    Number.isInteger(value) && value >= 0 && value < NO_NUMBER ? value : NO_NUMBER,
  );
}

function picked<A extends Float32Array | Int16Array>(array: A, stride: number, numbers: Uint32Array): A | undefined {
  // The constructor of a typed array makes arrays of its own kind.
  const rows = new (array.constructor as new (length: number) => A)(stride * numbers.length);
  for (const [i, number] of numbers.entries()) {
    if (stride * (number + 1) > array.length) return undefined;
    rows.set(array.subarray(stride * number, stride * (number + 1)), stride * i);
  }
  return rows;
}
