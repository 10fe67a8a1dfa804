import { describe, expect, it } from "vitest";
import { DIALECTS } from "../../src/formats/splashpack/dialects.ts";
import type { SplashpackFile } from "../../src/formats/splashpack/file.ts";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import * as records from "../../src/formats/splashpack/records.ts";
import { trianglesOf } from "../../src/formats/splashpack/triangles.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { expectTiling } from "../support/fidelity.ts";
import { COLOURS, DIALECT_NAMES, handmade, NAV, WORDS } from "./handmade.ts";

const read = (bytes: Uint8Array) => {
  const { file, dialect, fault } = openMesh(bytes);
  expect(fault).toBeUndefined();
  return { file: file as SplashpackFile, dialect };
};

describe.each(DIALECT_NAMES)("a handmade pack of layout %s", (name) => {
  const pack = handmade(name);
  const { file, dialect } = read(pack.bytes);

  it("is told from the eight others", () => expect(dialect).toBe(name));

  it("is rewritten byte for byte and tiled by its spans", () => {
    expect(verifyMesh(pack.bytes).identical).toBe(true);
    expectTiling(mapMesh(pack.bytes).spans, pack.bytes.byteLength);
  });

  it("has its blocks where the tables say", () => {
    const { spans } = mapMesh(pack.bytes);
    expect(spanAt(spans, "meshes[0].triangles")?.offset).toBe(pack.mesh);
    expect(spanAt(spans, "atlasData[0]")?.offset).toBe(pack.atlas);
    if (pack.clut) expect(spanAt(spans, "clutData[0]")).toMatchObject({ offset: pack.clut, size: 6 });
    if (pack.nav) expect(spanAt(spans, "navData[0]")).toMatchObject({ offset: pack.nav, count: 1 });
    if (pack.lua) expect(spanAt(spans, "luaData[0]")).toMatchObject({ offset: pack.lua, size: 5 });
  });

  it("has these fields", () => {
    expect(file.header.version).toBe(1);
    expect(file.objects).toMatchObject([
      { position: Int32Array.of(100, -200, 300), triangleCount: 1, meshOffset: pack.mesh },
    ]);
    expect(Array.from(file.objects[0]?.rotation ?? [])).toEqual([4096, 0, 0, 0, 4096, 0, 0, 0, 4096]);
    expect(file.atlases).toEqual([{ dataOffset: pack.atlas, width: 2, height: 1, vramX: 320, vramY: 0 }]);
    expect(file.atlasData).toEqual([Uint16Array.from(WORDS)]);
    const colours = file.objects[0]?.palette ?? file.cluts?.[0]?.palette ?? file.clutData?.[0];
    expect(colours && Array.from(colours.subarray(0, 3))).toEqual(name === "L1" ? undefined : COLOURS);
    if (file.cluts) expect(file.cluts).toMatchObject([{ clutX: 2, clutY: 241, length: 3, pad: 0 }]);
    if (pack.nav) expect(Array.from(file.navData?.[0] ?? [])).toEqual(NAV);
    if (pack.lua) expect(new TextDecoder().decode(file.luaData?.[0])).toBe("x = 1");
    if (file.header.playerPosition) {
      expect(file.header).toMatchObject({
        playerPosition: Int16Array.of(-5, 6, 7),
        playerRotation: Int16Array.of(1, 2, 3),
        playerHeight: 400,
      });
    }
    if (name === "L7" || name === "L8") expect(file.objects[0]?.luaIndex).toBe(-1);
    if (name === "L8") expect([file.objects[0]?.flags, file.header.sceneLuaIndex]).toEqual([1, 0xffff]);
  });

  it("has this triangle", () => {
    expect(trianglesOf(file, name, 0)).toEqual({
      count: 1,
      positions: Int16Array.of(1, 2, 3, 4, 5, 6, 7, 8, -9),
      normals: Int16Array.of(0, 4096, -1),
      uvs: Uint8Array.of(10, 11, 12, 13, 14, 15),
      colors: Uint8Array.of(20, 21, 22, 0, 23, 24, 25, 0, 26, 27, 28, 0),
      uvPads: Uint16Array.of(0),
      texturePages: Uint16Array.of(name === "L1" ? 0x0305 : 0x0285),
      clutXs: Uint16Array.of(name === "L1" ? 0 : 2),
      clutYs: Uint16Array.of(name === "L1" ? 0 : 241),
      pads: Uint16Array.of(0),
    });
  });

  it("is not called odd for the bytes that align its blocks", async () => {
    const codes = (await validateMesh(pack.bytes)).issues.map(({ code }) => code);
    expect(codes).not.toContain("SPLASHPACK_GAP");
    expect(codes).not.toContain("SPLASHPACK_LENIENT_LAYOUT");
    expect(codes.includes("SPLASHPACK_LAYOUT_NOT_L1")).toBe(name !== "L1");
  });

  it("cut anywhere behind its tables is still taken for what it is", () => {
    for (let size = pack.mesh; size < pack.bytes.byteLength; size++) {
      const cut = openMesh(pack.bytes.subarray(0, size));
      expect([size, cut.dialect, cut.fault?.code]).toEqual([size, name, "SPLASHPACK_TRUNCATED"]);
    }
  });

  it("with bytes behind its end keeps them", () => {
    const longer = Uint8Array.of(...pack.bytes, 1, 2, 3);
    const opened = read(longer);
    expect(opened.dialect).toBe(name);
    expect(opened.file.trailing).toEqual(Uint8Array.of(1, 2, 3));
    expect(verifyMesh(longer).identical).toBe(true);
  });

  it("is not written as another layout that lacks its fields", () => {
    for (const other of DIALECT_NAMES) {
      if (other === name) continue;
      const twins = [name, other].every((one) => one === "L5" || one === "L5b") || (name === "L5b" && other === "L5");
      if (twins) continue; // the same fields; only the width of the navigation mesh differs, tested below
      expect(() => splashpack.write(file, other), other).toThrow(/WRITE|layout|field|absent|wants|values/);
    }
  });
});

describe("the facts that detection walks by", () => {
  it("are those of the layouts", () => {
    const sizes = { L1: records.objectL1, L2: records.objectL2, L3: records.objectL3, L4: records.objectL4 } as const;
    for (const { dialect, object, triangleSize } of DIALECTS) {
      const layout = dialect in sizes ? sizes[dialect as keyof typeof sizes].size : dialect === "L8" ? 60 : 56;
      expect(object.size, dialect).toBe(layout);
      expect(triangleSize, dialect).toBe((dialect < "L3" ? records.triangleL1 : records.triangleL3).size);
    }
  });
});
