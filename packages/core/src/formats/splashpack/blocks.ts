import { array } from "../../layout/arrays.ts";
import { at, blocks } from "../../layout/at.ts";
import { countedBy, type Node } from "../../layout/node.ts";
import { layoutOf, type RecordNode } from "../../layout/record.ts";
import { strideOf, table } from "../../layout/table.ts";
import type { SplashpackFile, SplashpackMesh, TriangleL1 } from "./file.ts";

type Part<K extends keyof SplashpackFile> = Required<Pick<SplashpackFile, K>>;

export const objectCount = countedBy<Part<"header">>("header.objectCount", ({ header }) => header.objectCount);
export const atlasCount = countedBy<Part<"header">>("header.atlasCount", ({ header }) => header.atlasCount);
export const navmeshCount = countedBy<Part<"header">>("header.navmeshCount", ({ header }) => header.navmeshCount ?? 0);
export const clutCount = countedBy<Part<"header">>("header.clutCount", ({ header }) => header.clutCount ?? 0);
export const luaCount = countedBy<Part<"header">>("header.luaCount", ({ header }) => header.luaCount ?? 0);

/** The triangles of all objects; a table of rows each. */
export function meshBlocks<T extends TriangleL1>(
  row: RecordNode<T>,
): Node<SplashpackMesh[], Part<"header" | "objects">> {
  const { field, record } = layoutOf<SplashpackMesh>();
  const mesh = (rows: number) =>
    record("mesh", [
      field(
        "triangles",
        table(row, () => rows),
      ),
    ]);
  const stride = strideOf(row);
  return blocks<SplashpackMesh, Part<"header" | "objects">>(mesh(0), objectCount, ({ objects }, i) => {
    const { meshOffset = 0, triangleCount = 0 } = objects[i] ?? {};
    const cause = `objects[${i}].triangleCount = ${triangleCount}`;
    return at(meshOffset, triangleCount * stride, mesh(triangleCount), cause);
  });
}

/** VRAM words of all atlases. */
export const atlasBlocks: Node<Uint16Array[], Part<"header" | "atlases">> = blocks<
  Uint16Array,
  Part<"header" | "atlases">
>(array(Uint16Array, 1), atlasCount, ({ atlases }, i) => {
  const { dataOffset = 0, width = 0, height = 0 } = atlases[i] ?? {};
  const words = array(Uint16Array, 1, () => width * height);
  return at(dataOffset, 2 * width * height, words, `atlases[${i}].width x height = ${width} x ${height}`);
});

/** Colours of all palettes, where they are blocks of their own (L4 and later). */
export const clutBlocks: Node<Uint16Array[], Part<"header" | "cluts">> = blocks<Uint16Array, Part<"header" | "cluts">>(
  array(Uint16Array, 1),
  clutCount,
  ({ cluts }, i) => {
    const { dataOffset = 0, length = 0 } = cluts[i] ?? {};
    return at(
      dataOffset,
      2 * length,
      array(Uint16Array, 1, () => length),
      `cluts[${i}].length = ${length}`,
    );
  },
);

/** Triangles of all navigation meshes: three corners of 16-bit numbers in L5, of 32-bit numbers later. */
export function navBlocks(
  type: typeof Int16Array | typeof Int32Array,
): Node<(Int16Array | Int32Array)[], Part<"header" | "navmeshes">> {
  // One layout has one width, but the file object serves all of them.
  const corners = (count: () => number) =>
    (type === Int16Array ? array(Int16Array, 9, count) : array(Int32Array, 9, count)) as unknown as Node<
      Int16Array | Int32Array
    >;
  return blocks<Int16Array | Int32Array, Part<"header" | "navmeshes">>(
    corners(() => 0),
    navmeshCount,
    ({ navmeshes }, i) => {
      const { dataOffset = 0, triangleCount = 0 } = navmeshes[i] ?? {};
      const size = 9 * type.BYTES_PER_ELEMENT * triangleCount;
      return at(
        dataOffset,
        size,
        corners(() => triangleCount),
        `navmeshes[${i}].triangleCount = ${triangleCount}`,
      );
    },
  );
}

/** Source text of all scripts. */
export const luaBlocks: Node<Uint8Array[], Part<"header" | "luas">> = blocks<Uint8Array, Part<"header" | "luas">>(
  array(Uint8Array, 1),
  luaCount,
  ({ luas }, i) => {
    const { dataOffset = 0, length = 0 } = luas[i] ?? {};
    return at(
      dataOffset,
      length,
      array(Uint8Array, 1, () => length),
      `luas[${i}].length = ${length}`,
    );
  },
);
