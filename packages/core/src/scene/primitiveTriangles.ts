import { Primitive } from "@gltf-transform/core";
import { sceneFault } from "./sceneFault.ts";

/** The triangles of a primitive whatever its mode, or undefined if it has none by its nature. */
export function trianglesOf(primitive: Primitive, vertexCount: number): Uint32Array | undefined {
  const stored = primitive.getIndices()?.getArray();
  const list = stored ? Uint32Array.from(stored) : Uint32Array.from({ length: vertexCount }, (_, i) => i);
  switch (primitive.getMode()) {
    case Primitive.Mode.TRIANGLES:
      return list.subarray(0, list.length - (list.length % 3));
    case Primitive.Mode.TRIANGLE_STRIP:
      return fromStrip(list);
    case Primitive.Mode.TRIANGLE_FAN:
      return fromFan(list);
    default:
      return undefined;
  }
}

/** Every second triangle of a strip is written the other way round. Repeated corners only join strips. */
function fromStrip(list: Uint32Array): Uint32Array {
  const triangles: number[] = [];
  for (let i = 0; i + 2 < list.length; i++) {
    const [a = 0, b = 0, c = 0] = list.subarray(i, i + 3);
    if (a === b || b === c || a === c) continue;
    if (i % 2 === 0) triangles.push(a, b, c);
    else triangles.push(b, a, c);
  }
  return Uint32Array.from(triangles);
}

function fromFan(list: Uint32Array): Uint32Array {
  const triangles: number[] = [];
  for (let i = 1; i + 1 < list.length; i++) triangles.push(list[0] ?? 0, list[i] ?? 0, list[i + 1] ?? 0);
  return Uint32Array.from(triangles);
}

/** @throws MeshglotError `SCENE_INDEX_OUT_OF_RANGE` if a corner is no vertex */
export function checkRange(indices: Uint32Array, vertexCount: number, path: string): void {
  const bad = indices.findIndex((index) => index >= vertexCount);
  if (bad < 0) return;
  throw sceneFault(
    "SCENE_INDEX_OUT_OF_RANGE",
    `${path}.indices[${bad}]`,
    `index ${indices[bad]} points beyond the ${vertexCount} vertices`,
    "The file was damaged or written by a faulty exporter; gltf-validator shows more.",
  );
}
