import { tableOf, triangleL1, triangleL3 } from "@meshglot/core";
import { type Shape, trianglesOf } from "./shapes.ts";
import { type Picture, REGION_SIZE, REGIONS } from "./splashpackPictures.ts";

interface Painted {
  shape: Shape;
  picture: Picture;
  color?: (x: number, y: number, z: number) => readonly [number, number, number];
}

/** Page and palette of a triangle, from L3 on. */
export interface RowTexture {
  texturePage: number;
  clutX: number;
  clutY: number;
}

/**
 * The rows of a shape (glTF axes, metres) as exporters write them: y and z turned round, clockwise, one normal per
 * triangle, texels of the packed place.
 */
export function rowsOf(
  { shape, picture, color = () => [128, 128, 128] }: Painted,
  dialect: string,
  scale: number,
  textureOf: (row: number) => RowTexture = () => ({ texturePage: 0, clutX: 0, clutY: 0 }),
): Uint8Array {
  const corners = clockwise(trianglesOf(shape));
  const rows = corners.length / 3;
  const [left, top] = REGIONS[picture];
  const point = (vertex: number) => [0, 1, 2].map((axis) => shape.positions[3 * vertex + axis] ?? 0);
  const columns = {
    positions: Int16Array.from(corners.flatMap((vertex) => fileAxes(point(vertex), 4096 / scale))),
    normal: Int16Array.from(
      corners
        .filter((_, i) => i % 3 === 0)
        .flatMap((vertex) =>
          fileAxes(
            [0, 1, 2].map((axis) => shape.normals[3 * vertex + axis] ?? 0),
            4096,
          ),
        ),
    ),
    uv0: Uint8Array.from(
      corners.flatMap((vertex) => {
        const [u = 0, v = 0] = shape.uvs.slice(2 * vertex, 2 * vertex + 2);
        return [left + Math.trunc(u * (REGION_SIZE - 1)), top + Math.trunc(v * (REGION_SIZE - 1))];
      }),
    ),
    colors: Uint8Array.from(
      corners.flatMap((vertex) => {
        const [x = 0, y = 0, z = 0] = point(vertex);
        return [...color(x, y, z), 0];
      }),
    ),
  };
  if (dialect === "L1" || dialect === "L2") return tableOf(triangleL1, rows, columns);
  const textures = Array.from({ length: rows }, (_, row) => textureOf(row));
  return tableOf(triangleL3, rows, {
    ...columns,
    texturePage: Uint16Array.from(textures, ({ texturePage }) => texturePage),
    clutX: Uint16Array.from(textures, ({ clutX }) => clutX),
    clutY: Uint16Array.from(textures, ({ clutY }) => clutY),
  });
}

function fileAxes([x = 0, y = 0, z = 0]: readonly number[], factor: number): number[] {
  return [x, -y, -z].map((value) => Math.trunc(value * factor));
}

/** (a, b, c) becomes (a, c, b). */
function clockwise(indices: readonly number[]): number[] {
  return indices.map((_, i) => indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1] ?? 0);
}
