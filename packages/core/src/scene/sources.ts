import type { Node, Primitive } from "@gltf-transform/core";

/** An array, a table or a column of a table that holds a row for each triangle or vertex. */
export interface SourceArray {
  /** As in the byte map: `positions`, `meshes[2].triangles`. */
  path: string;
  /** Field of a table's row, where the row holds more. */
  column?: string;
  /** Rows that lie side by side in one element: the three corners in a column of a triangle. 1 if absent. */
  every?: number;
  /** Bytes from the start of the array to row 0, and from each row to the next; by default those of its elements. */
  start?: number;
  step?: number;
}

/** Where the triangles or vertices of a primitive come from: the same rows of several arrays. */
export interface SourceRows {
  /** Row of each triangle or vertex, -1 for none; absent where it is its own number. */
  rows?: ArrayLike<number> | undefined;
  arrays: SourceArray[];
}

/** Where a primitive comes from. */
export interface PrimitiveSource {
  /** What it is in the file: a sub-mesh, a section, a surface, an object. */
  path: string;
  triangles: SourceRows[];
  vertices: SourceRows[];
}

/** Which bytes each part of a scene was made from. Said by the conversion itself, so that it can not be wrong about it. */
export class SceneSources {
  readonly primitives = new Map<Primitive, PrimitiveSource>();
  /** Paths of bones, points, objects. */
  readonly nodes = new Map<Node, string>();
}
