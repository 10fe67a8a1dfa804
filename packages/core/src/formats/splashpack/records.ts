import { array } from "../../layout/arrays.ts";
import { layoutOf } from "../../layout/record.ts";
import { i16, u16, u32 } from "../../layout/scalars.ts";
import type { SplashpackAtlas, SplashpackClut, SplashpackLua, SplashpackNavmesh, SplashpackObject, TriangleL1, TriangleL3 } from "./file.ts";

/** The named fields of `T`, none of them optional: what one layout has of what all layouts may have. */
export type Having<T, K extends keyof T> = Required<Pick<T, K>>;

export type ObjectL1 = Having<SplashpackObject, "position" | "rotation" | "texturePage" | "triangleCount" | "meshOffset">;
const l1 = layoutOf<ObjectL1>();
export const objectL1 = l1.record("object", [
  l1.field("position", array(Int32Array, 3), { unit: "1/4096", evidence: "code", note: "the exporter's own place, which the engine ignores" }),
  l1.field("rotation", array(Int32Array, 9), { unit: "1/4096", evidence: "documented", note: "row-major, in Unity's frame" }),
  l1.field("texturePage", u16, { evidence: "documented", note: "bits 0-3 page x, 4 page y, 5-6 blend, 7-8 depth, 9 dither" }),
  l1.field("triangleCount", u16, { evidence: "documented" }),
  l1.field("meshOffset", u32, { evidence: "documented" }),
]);

export type ObjectL2 = ObjectL1 & Having<SplashpackObject, "clutX" | "clutY" | "palette">;
const l2 = layoutOf<ObjectL2>();
export const objectL2 = l2.record("object", [
  l2.field("position", array(Int32Array, 3), { unit: "1/4096", evidence: "code" }),
  l2.field("rotation", array(Int32Array, 9), { unit: "1/4096", evidence: "code", note: "frame depends on the exporter's day" }),
  l2.field("triangleCount", u16, { evidence: "verified" }),
  l2.field("texturePage", u16, { evidence: "verified" }),
  l2.field("clutX", u16, { unit: "16 words", evidence: "verified" }),
  l2.field("clutY", u16, { evidence: "verified" }),
  l2.field("palette", array(Uint16Array, 256), { evidence: "verified", note: "unused entries are 0" }),
  l2.field("meshOffset", u32, { evidence: "verified" }),
]);

export type ObjectL3 = Having<SplashpackObject, "position" | "rotation" | "meshOffset" | "triangleCount">;
const l3 = layoutOf<ObjectL3>();
export const objectL3 = l3.record("object", [
  l3.field("position", array(Int32Array, 3), { unit: "1/4096", evidence: "code" }),
  l3.field("rotation", array(Int32Array, 9), { unit: "1/4096", evidence: "code" }),
  l3.field("meshOffset", u32, { evidence: "verified" }),
  l3.field("triangleCount", u32, { evidence: "verified" }),
]);

export type ObjectL4 = ObjectL3 & Having<SplashpackObject, "pad">;
const l4 = layoutOf<ObjectL4>();
export const objectL4 = l4.record("object", [
  l4.field("meshOffset", u32, { evidence: "verified" }),
  l4.field("position", array(Int32Array, 3), { unit: "1/4096", evidence: "code" }),
  l4.field("rotation", array(Int32Array, 9), { unit: "1/4096", evidence: "code" }),
  l4.field("triangleCount", u16, { evidence: "verified" }),
  l4.field("pad", u16, { evidence: "verified" }),
]);

export type ObjectL7 = ObjectL3 & Having<SplashpackObject, "luaIndex">;
const l7 = layoutOf<ObjectL7>();
export const objectL7 = l7.record("object", [
  l7.field("meshOffset", u32, { evidence: "verified" }),
  l7.field("position", array(Int32Array, 3), { unit: "1/4096", evidence: "code" }),
  l7.field("rotation", array(Int32Array, 9), { unit: "1/4096", evidence: "code" }),
  l7.field("triangleCount", u16, { evidence: "verified" }),
  l7.field("luaIndex", i16, { evidence: "code", note: "-1: no script" }),
]);

export type ObjectL8 = ObjectL7 & Having<SplashpackObject, "flags">;
const l8 = layoutOf<ObjectL8>();
export const objectL8 = l8.record("object", [
  l8.field("meshOffset", u32, { evidence: "verified" }),
  l8.field("position", array(Int32Array, 3), { unit: "1/4096", evidence: "code" }),
  l8.field("rotation", array(Int32Array, 9), { unit: "1/4096", evidence: "code" }),
  l8.field("triangleCount", u16, { evidence: "verified" }),
  l8.field("luaIndex", i16, { evidence: "code", note: "-1: no script" }),
  l8.field("flags", u32, { evidence: "code", note: "bit 0: active" }),
]);

const atlas = layoutOf<SplashpackAtlas>();
export const atlasRecord = atlas.record("atlas", [
  atlas.field("dataOffset", u32, { evidence: "documented" }),
  atlas.field("width", u16, { unit: "16-bit words", evidence: "code", note: "256, 128 or 64 for 16, 8 or 4 bits per texel" }),
  atlas.field("height", u16, { evidence: "documented", note: "always 256" }),
  atlas.field("vramX", u16, { unit: "16-bit words", evidence: "documented", note: "multiple of 64" }),
  atlas.field("vramY", u16, { evidence: "documented", note: "0 or 256" }),
]);

export type ClutL3 = Having<SplashpackClut, "palette" | "clutX" | "clutY" | "length" | "pad">;
const c3 = layoutOf<ClutL3>();
export const clutL3 = c3.record("clut", [
  c3.field("palette", array(Uint16Array, 256), { evidence: "verified" }),
  c3.field("clutX", u16, { unit: "16 words", evidence: "verified" }),
  c3.field("clutY", u16, { evidence: "verified" }),
  c3.field("length", u16, { evidence: "verified" }),
  c3.field("pad", u16, { evidence: "verified" }),
]);

export type ClutL4 = Having<SplashpackClut, "dataOffset" | "clutX" | "clutY" | "length" | "pad">;
const c4 = layoutOf<ClutL4>();
export const clutL4 = c4.record("clut", [
  c4.field("dataOffset", u32, { evidence: "verified" }),
  c4.field("clutX", u16, { unit: "16 words", evidence: "verified" }),
  c4.field("clutY", u16, { evidence: "verified" }),
  c4.field("length", u16, { evidence: "verified", note: "number of colours" }),
  c4.field("pad", u16, { evidence: "verified" }),
]);

const nav = layoutOf<SplashpackNavmesh>();
export const navmeshRecord = nav.record("navmesh", [
  nav.field("dataOffset", u32, { evidence: "verified" }),
  nav.field("triangleCount", u16, { evidence: "verified" }),
  nav.field("pad", u16, { evidence: "verified" }),
]);

const lua = layoutOf<SplashpackLua>();
export const luaRecord = lua.record("lua", [lua.field("dataOffset", u32, { evidence: "verified" }), lua.field("length", u32, { evidence: "verified" })]);

const t1 = layoutOf<TriangleL1>();
export const triangleL1 = t1.record("triangle", [
  t1.field("positions", array(Int16Array, 9), { unit: "scale/4096 m", evidence: "documented", note: "v0, v1, v2" }),
  t1.field("normal", array(Int16Array, 3), { unit: "1/4096", evidence: "code", note: "vertex normal of v0, not of the face" }),
  t1.field("uv0", array(Uint8Array, 6), { unit: "texels", evidence: "documented", note: "v0, v1, v2; origin top-left" }),
  t1.field("uvPad", u16, { evidence: "verified" }),
  t1.field("colors", array(Uint8Array, 12), { unit: "1/128", evidence: "documented", note: "r, g, b, pad of v0, v1, v2" }),
]);

const t3 = layoutOf<TriangleL3>();
export const triangleL3 = t3.record("triangle", [
  t3.field("positions", array(Int16Array, 9), { unit: "scale/4096 m", evidence: "verified", note: "v0, v1, v2" }),
  t3.field("normal", array(Int16Array, 3), { unit: "1/4096", evidence: "verified" }),
  t3.field("colors", array(Uint8Array, 12), { unit: "1/128", evidence: "verified", note: "r, g, b, pad of v0, v1, v2" }),
  t3.field("uv0", array(Uint8Array, 6), { unit: "texels", evidence: "verified" }),
  t3.field("uvPad", u16, { evidence: "verified" }),
  t3.field("texturePage", u16, { evidence: "verified" }),
  t3.field("clutX", u16, { unit: "16 words", evidence: "verified" }),
  t3.field("clutY", u16, { evidence: "verified" }),
  t3.field("pad", u16, { evidence: "verified" }),
]);
