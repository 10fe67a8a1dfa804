import { describe, expect, it } from "vitest";
import type { BytePlace, LocatedArray, OpenedMesh, SourceRows, Span } from "../src/index.ts";
import { decodeLz4, locateArray, mapMesh, placeOfRow, rowAtByte, spanAt } from "../src/index.ts";
import { exampleFiles } from "./support/files.ts";

/** Metres per number of the file that the conversions multiply in, by the format pages. */
const FACTORS: Record<string, number> = {
  msh: 1,
  cms: 1,
  meshbin: 1 / 128,
  splashpack: 100 / 4096,
  bmesh: 1,
  unigine: 1,
};

/** The bytes of a place, those of a compressed block decoded anew. */
function bytesAt({ bytes }: OpenedMesh, spans: Span[], { block, offset, size }: BytePlace): DataView {
  if (block === "") return new DataView(bytes.buffer, bytes.byteOffset + offset, size);
  const span = spanAt(spans, block);
  const head = spanAt(spans, block.replace(/payload$/, "uncompressedSize"));
  if (!span || !head) throw new Error(`${block} is not in the map`);
  const uncompressed = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(head.offset, true));
  const decoded = decodeLz4(bytes.subarray(span.offset, span.offset + span.size), uncompressed);
  return new DataView(decoded.buffer, offset, size);
}

/** Three numbers, as wide as the place has room for. */
function vector(view: DataView, float: boolean): number[] {
  return [0, 1, 2].map((i) => {
    if (float) return view.getFloat32(4 * i, true);
    return view.byteLength >= 12 ? view.getInt32(4 * i, true) : view.getInt16(2 * i, true);
  });
}

function located(spans: Span[], groups: readonly SourceRows[], name: string): [LocatedArray, (i: number) => number] {
  for (const { rows, arrays } of groups) {
    for (const source of arrays) {
      if (source.column !== name && !source.path.endsWith(name)) continue;
      const array = locateArray(spans, source);
      if (array) return [array, (i) => rows?.[i] ?? i];
    }
  }
  throw new Error(`no ${name}`);
}

describe.each(Object.keys(FACTORS))("sources of %s", (id) => {
  const files = exampleFiles(id).map(({ name, bytes }) => ({ name, ...mapMesh(bytes) }));

  it.each(files)("$name: the bytes of a vertex are its position", async ({ mesh, spans }) => {
    const { axes, signs } = mesh.format.space;
    const { sources } = await mesh.format.toScene(mesh.file, mesh.dialect, {});
    for (const [primitive, { vertices, path }] of sources.primitives) {
      const positions = primitive.getAttribute("POSITION");
      const [array, rowOf] = located(
        spans,
        vertices,
        path.startsWith("navmeshes") ? path.replace("meshes", "Data") : "positions",
      );
      const float = ["msh", "cms", "bmesh", "unigine"].includes(id);
      // The decoded block is made anew for each look, so a large mesh is looked at in places.
      const step = Math.max(1, Math.floor((positions?.getCount() ?? 0) / 25));
      for (let vertex = 0; vertex < (positions?.getCount() ?? 0); vertex += step) {
        const place = placeOfRow(array, rowOf(vertex));
        const raw = vector(bytesAt(mesh, spans, place), float);
        const expected = axes.map((axis, i) => (raw[axis] ?? 0) * (signs[i] ?? 1) * (FACTORS[id] ?? 1));
        const found = positions?.getElement(vertex, []) ?? [];
        found.forEach((value, i) => {
          expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 4);
        });
        for (const at of [place.offset, place.offset + place.size - 1]) {
          expect(rowAtByte(array, place.block, at)).toBe(rowOf(vertex));
        }
      }
    }
  });

  // Triangles of SPLASHPACK hold their corners themselves.
  it.each(id === "splashpack" ? [] : files)(
    "$name: the bytes of a triangle name its vertices",
    async ({ mesh, spans }) => {
      const { sources } = await mesh.format.toScene(mesh.file, mesh.dialect, {});
      for (const [primitive, { triangles, vertices }] of sources.primitives) {
        const name = { msh: "indices", cms: "indices", meshbin: "positionIndices", unigine: "cIndices" }[id];
        const flat = triangles[0]?.arrays[0]?.path === "faceIndices";
        const [array, rowOf] = located(spans, triangles, name ?? (flat ? "faceIndices" : "faces"));
        const [, vertexRow] = located(spans, vertices, "positions");
        const indices = primitive.getIndices();
        const triangleCount = (indices?.getCount() ?? 0) / 3;
        const step = Math.max(1, Math.floor(triangleCount / 25));
        for (let triangle = 0; triangle < triangleCount; triangle += step) {
          const view = bytesAt(mesh, spans, placeOfRow(array, rowOf(triangle)));
          const slots = id === "meshbin" ? 4 : 3;
          const width = view.byteLength / slots;
          const named = Array.from({ length: slots }, (_, i) =>
            width === 1 ? view.getUint8(i) : width === 2 ? view.getUint16(2 * i, true) : view.getUint32(4 * i, true),
          );
          const places =
            id === "bmesh" && !flat ? named.flatMap((place) => [place, faceIndex(mesh, spans, place)]) : named;
          const corners = [0, 1, 2].map((k) => vertexRow(indices?.getScalar(3 * triangle + k) ?? -1));
          expect(places).toEqual(expect.arrayContaining(corners));
        }
      }
    },
  );
});

/** In a bMesh the numbers of a face are places in another array, or vertices. */
function faceIndex({ bytes }: OpenedMesh, spans: Span[], place: number): number {
  const span = spanAt(spans, `faceIndices[${place}]`);
  if (span?.path !== `faceIndices[${place}]`) return -1;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(span.offset, true);
}
