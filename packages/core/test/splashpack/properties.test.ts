import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Cursor } from "../../src/bytes/cursor.ts";
import type { SplashpackClut, SplashpackFile, SplashpackObject } from "../../src/formats/splashpack/file.ts";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import { isCanonical, placeBlocks } from "../../src/formats/splashpack/place.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { expectTiling } from "../support/fidelity.ts";
import { DIALECT_NAMES, type Dialect } from "./handmade.ts";

const u16 = fc.nat(0xffff);
const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const i32s = (length: number) => fc.array(i32, { minLength: length, maxLength: length }).map((v) => Int32Array.from(v));
const words = (length: number) => fc.uint16Array({ minLength: length, maxLength: length });
const since = (dialect: Dialect, first: Dialect) => DIALECT_NAMES.indexOf(dialect) >= DIALECT_NAMES.indexOf(first);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

function anyObject(dialect: Dialect): fc.Arbitrary<SplashpackObject & { triangles: Uint8Array }> {
  const pageInObject = dialect === "L1" || dialect === "L2";
  return fc.nat(4).chain((triangleCount) =>
    fc.record({
      position: i32s(3),
      rotation: i32s(9),
      triangleCount: fc.constant(triangleCount),
      meshOffset: fc.constant(0),
      triangles: bytes(triangleCount * (pageInObject ? 44 : 52)),
      ...(pageInObject ? { texturePage: u16 } : {}),
      ...(dialect === "L2" ? { clutX: u16, clutY: u16, palette: words(256) } : {}),
      ...(since(dialect, "L4") && !since(dialect, "L7") ? { pad: u16 } : {}),
      ...(since(dialect, "L7") ? { luaIndex: fc.integer({ min: -32768, max: 32767 }) } : {}),
      ...(dialect === "L8" ? { flags: fc.nat(2 ** 32 - 1) } : {}),
    }),
  );
}

const anyAtlas = fc.tuple(fc.nat(6), fc.nat(3)).chain(([width, height]) =>
  fc.record({
    record: fc.record({
      dataOffset: fc.constant(0),
      width: fc.constant(width),
      height: fc.constant(height),
      vramX: u16,
      vramY: u16,
    }),
    data: words(width * height),
  }),
);

interface Block<R> {
  record: R;
  data: Uint16Array;
}

function anyClut(dialect: Dialect): fc.Arbitrary<Block<SplashpackClut>> {
  const place = { clutX: u16, clutY: u16, pad: u16 };
  if (dialect === "L3") {
    return fc
      .record({ ...place, length: u16, palette: words(256) })
      .map((record) => ({ record, data: new Uint16Array(0) }));
  }
  return fc.nat(20).chain((length) =>
    fc.record({
      record: fc.record({ ...place, length: fc.constant(length), dataOffset: fc.constant(0) }),
      data: words(length),
    }),
  );
}

const anyLua = fc
  .uint8Array({ maxLength: 9 })
  .map((data) => ({ record: { dataOffset: 0, length: data.length }, data }));

function anyNavmesh(dialect: Dialect) {
  return fc.tuple(fc.nat(3), u16).chain(([triangleCount, pad]) =>
    i32s(9 * triangleCount).map((data) => ({
      record: { dataOffset: 0, triangleCount, pad },
      data: dialect === "L5" ? Int16Array.from(data) : data,
    })),
  );
}

const LAST_ATLAS = { record: { dataOffset: 0, width: 1, height: 1, vramX: 0, vramY: 0 }, data: Uint16Array.of(7) };
const LAST_CLUT = { record: { dataOffset: 0, clutX: 0, clutY: 0, length: 1, pad: 0 }, data: Uint16Array.of(9) };

/** Any pack that a layout can hold, sensible or not, its blocks laid out as an exporter does. */
function anyPack(dialect: Dialect): fc.Arbitrary<SplashpackFile> {
  const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });
  return fc
    .record({
      objects: some(anyObject(dialect)),
      atlases: some(anyAtlas),
      cluts: some(anyClut(dialect)),
      luas: some(anyLua),
      navmeshes: some(anyNavmesh(dialect)),
      player: words(7),
      sceneLuaIndex: u16,
      unused: words({ L1: 0, L2: 0, L3: 1, L4: 3, L5: 2, L5b: 2, L6: 1, L7: 2, L8: 1 }[dialect]),
      trailing: fc.uint8Array({ maxLength: 3 }),
    })
    .map(({ luas, navmeshes, player, sceneLuaIndex, unused, trailing, ...fields }) => {
      const { objects } = fields;
      // The last block is never empty: bytes that align an empty one would be trailing bytes, which are tested elsewhere.
      const atlases = [...fields.atlases, LAST_ATLAS];
      const cluts = dialect === "L3" ? fields.cluts : [...fields.cluts, LAST_CLUT];
      const file: SplashpackFile = {
        header: {
          version: 1,
          objectCount: 0,
          atlasCount: 0,
          ...(since(dialect, "L3") ? { unused } : {}),
          ...(since(dialect, "L6")
            ? {
                playerPosition: Int16Array.from(player.subarray(0, 3)),
                playerRotation: Int16Array.from(player.subarray(3, 6)),
                playerHeight: player[6] ?? 0,
              }
            : {}),
          ...(dialect === "L8" ? { sceneLuaIndex } : {}),
        },
        objects: objects.map(({ triangles: _, ...object }) => object),
        atlases: atlases.map(({ record }) => record),
        meshes: objects.map(({ triangles }) => ({ triangles })),
        atlasData: atlases.map(({ data }) => data),
        gaps: [],
        trailing,
      };
      if (since(dialect, "L3")) file.cluts = cluts.map(({ record }) => record);
      if (since(dialect, "L4")) file.clutData = cluts.map(({ data }) => data);
      if (since(dialect, "L5")) {
        file.navmeshes = navmeshes.map(({ record }) => record);
        file.navData = navmeshes.map(({ data }) => data);
      }
      if (since(dialect, "L7")) {
        file.luas = luas.map(({ record }) => record);
        file.luaData = luas.map(({ data }) => data);
      }
      return placeBlocks(file, dialect);
    });
}

describe.each(DIALECT_NAMES)("any pack of layout %s", (dialect) => {
  it("is read back as it was written", () => {
    fc.assert(
      fc.property(anyPack(dialect), (file) => {
        const written = splashpack.write(file, dialect);
        const read = splashpack.read(new Cursor(written, { family: "SPLASHPACK" }), dialect);
        expect(read).toEqual(file);
        expect(isCanonical(read, dialect)).toBe(true);
        expect(splashpack.write(read, dialect)).toEqual(written);
        expectTiling(mapMesh(written, { format: "splashpack", dialect }).spans, written.byteLength);
      }),
      { numRuns: 60 },
    );
  });

  it("is found again by its offsets", () => {
    fc.assert(
      fc.property(anyPack(dialect), (file) => {
        // Only what all objects lack can be taken for another layout.
        fc.pre(file.objects.length > 0 && file.objects.some(({ triangleCount }) => triangleCount > 0));
        fc.pre(dialect !== "L5b" || (file.navData ?? []).some((corners) => corners.length > 0));
        const written = splashpack.write({ ...file, trailing: new Uint8Array(0) }, dialect);
        expect(openMesh(written).dialect).toBe(dialect);
      }),
      { numRuns: 60 },
    );
  });
});
