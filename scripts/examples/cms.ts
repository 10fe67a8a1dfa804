import { cms } from "@meshglot/core";
import type { Example } from "./example.ts";
import { box, type Shape, trianglesOf } from "./shapes.ts";

/** A shape as a collision mesh: centimetres, left-handed, so each triangle is turned round. */
export function collisionOf(shape: Shape, trailing = new Uint8Array(0)): Uint8Array {
  const triangles = trianglesOf(shape);
  const indices = new Uint16Array(triangles.length);
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    indices.set([triangles[i] ?? 0, triangles[i + 2] ?? 0, triangles[i + 1] ?? 0], i);
  }
  const positions = Float32Array.from(shape.positions, (value, i) => (i % 3 === 2 ? -value : value) * 100);
  const counts = { vertexCount: positions.length / 3, faceCount: indices.length / 3 };
  return cms.write({ version: 5000, ...counts, positions, indices, trailing }, "CMS");
}

export const examples: readonly Example[] = [
  {
    name: "wall.cms",
    summary: "a wall of two metres",
    make: () => collisionOf(box([-1, 0, -0.1], [1, 2, 0.1])),
  },
  {
    name: "wall_trailing.cms",
    summary: "bytes behind the end",
    make: () => collisionOf(box([-1, 0, -0.1], [1, 2, 0.1]), Uint8Array.of(0xde, 0xad)),
  },
];
