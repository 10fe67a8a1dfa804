import type { Document } from "@gltf-transform/core";
import type { Json } from "../../json.ts";
import { storeArray } from "../../scene/rawData.ts";
import type { MeshbinGeometry } from "./geometry.ts";

/**
 * Positions, colours, UVs and normals that no face uses: glTF vertices come from faces, so these would be lost.
 * @returns for each kind the numbers of the elements and their values; undefined if every element is used
 */
export function unusedElements(document: Document, geometry: MeshbinGeometry): Json | undefined {
  const store = (elements: number[], source: ArrayLike<number>, stride: number): Json => ({
    elements: storeArray(document, Int32Array.from(elements)),
    values: storeArray(document, valuesOf(elements, source, stride)),
  });
  const positions = unreferenced(geometry.positionIndices, geometry.vertexCount);
  const uvs = unreferenced(geometry.uvIndices, geometry.uvCount);
  const normals = unreferenced(geometry.normalIndices, geometry.normalCount);
  if (positions.length + uvs.length + normals.length === 0) return undefined;
  return {
    ...(positions.length > 0
      ? { positions: store(positions, geometry.positions, 3), colors: store(positions, geometry.colors, 3) }
      : {}),
    ...(uvs.length > 0 ? { uv0: store(uvs, geometry.uvs, 2) } : {}),
    ...(normals.length > 0 ? { normals: store(normals, geometry.normals, 3) } : {}),
  };
}

function unreferenced(indices: Int16Array, count: number): number[] {
  const used = new Uint8Array(count);
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? -1;
    if (index >= 0 && index < count) used[index] = 1;
  }
  const unused: number[] = [];
  used.forEach((yes, element) => {
    if (!yes) unused.push(element);
  });
  return unused;
}

function valuesOf(elements: number[], source: ArrayLike<number>, stride: number): Int32Array {
  const values = new Int32Array(elements.length * stride);
  elements.forEach((element, i) => {
    for (let k = 0; k < stride; k++) values[i * stride + k] = source[element * stride + k] ?? 0;
  });
  return values;
}
