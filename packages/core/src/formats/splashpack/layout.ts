import { array } from "../../layout/arrays.ts";
import { gaps, restAfterBlocks } from "../../layout/at.ts";
import { list } from "../../layout/lists.ts";
import { layoutOf, type RecordNode } from "../../layout/record.ts";
import { magic, u16 } from "../../layout/scalars.ts";
import { atlasBlocks, atlasCount, clutBlocks, clutCount, luaBlocks, luaCount, meshBlocks, navBlocks, navmeshCount, objectCount } from "./blocks.ts";
import type { SplashpackFile, SplashpackHeader } from "./file.ts";
import {
  atlasRecord,
  type ClutL3,
  type ClutL4,
  clutL3,
  clutL4,
  type Having,
  luaRecord,
  navmeshRecord,
  type ObjectL1,
  type ObjectL2,
  type ObjectL3,
  type ObjectL4,
  type ObjectL7,
  type ObjectL8,
  objectL1,
  objectL2,
  objectL3,
  objectL4,
  objectL7,
  objectL8,
  triangleL1,
  triangleL3,
} from "./records.ts";

type HeaderWith<K extends keyof SplashpackHeader = never> = Having<SplashpackHeader, "version" | "objectCount" | "atlasCount" | K>;
type FileWith<H, O, K extends keyof SplashpackFile = never, C = never> = { header: H; objects: O[] } & ([C] extends [never] ? unknown : { cluts: C[] }) &
  Having<SplashpackFile, "atlases" | "meshes" | "atlasData" | "gaps" | "trailing" | K>;

// L1: 22 and 23 March 2025. The one layout that has a published description, and the only one that is written anew.

const h1 = layoutOf<HeaderWith>();
const headerL1 = h1.record("header", [
  h1.fixed("magic", magic("SP"), { evidence: "documented" }),
  h1.field("version", u16, { evidence: "documented", note: "1 in all nine layouts" }),
  h1.field("objectCount", u16, { evidence: "documented" }),
  h1.field("atlasCount", u16, { evidence: "documented" }),
]);

const f1 = layoutOf<FileWith<HeaderWith, ObjectL1>>();
const splashpackL1 = f1.record("SPLASHPACK L1", [
  f1.field("header", headerL1),
  f1.field("objects", list(objectL1, objectCount), { evidence: "verified" }),
  f1.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f1.field("meshes", meshBlocks(triangleL1), { evidence: "verified", note: "not indexed; in the order of the objects" }),
  f1.field("atlasData", atlasBlocks, { evidence: "verified", note: "row by row from the top" }),
  f1.field("gaps", gaps(), { evidence: "code", note: "ignored by the engine" }),
  f1.field("trailing", restAfterBlocks(), { evidence: "code", note: "ignored by the engine" }),
]);

// L2: 23 to 26 March. A palette in every object.

const f2 = layoutOf<FileWith<HeaderWith, ObjectL2>>();
const splashpackL2 = f2.record("SPLASHPACK L2", [
  f2.field("header", headerL1),
  f2.field("objects", list(objectL2, objectCount), { evidence: "verified" }),
  f2.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f2.field("meshes", meshBlocks(triangleL1), { evidence: "verified" }),
  f2.field("atlasData", atlasBlocks, { evidence: "verified" }),
  f2.field("gaps", gaps(), { evidence: "code" }),
  f2.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);

// L3: 30 March. Texture page and palette in every triangle, palettes in a table.

const h3 = layoutOf<HeaderWith<"clutCount" | "unused">>();
const headerL3 = h3.record("header", [
  h3.fixed("magic", magic("SP"), { evidence: "verified" }),
  h3.field("version", u16, { evidence: "verified" }),
  h3.field("objectCount", u16, { evidence: "verified" }),
  h3.field("atlasCount", u16, { evidence: "verified" }),
  h3.field("clutCount", u16, { evidence: "verified" }),
  h3.field("unused", array(Uint16Array, 1), { evidence: "verified" }),
]);

const f3 = layoutOf<FileWith<HeaderWith<"clutCount" | "unused">, ObjectL3, never, ClutL3>>();
const splashpackL3 = f3.record("SPLASHPACK L3", [
  f3.field("header", headerL3),
  f3.field("objects", list(objectL3, objectCount), { evidence: "verified" }),
  f3.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f3.field("cluts", list(clutL3, clutCount), { evidence: "verified" }),
  f3.field("meshes", meshBlocks(triangleL3), { evidence: "verified" }),
  f3.field("atlasData", atlasBlocks, { evidence: "verified" }),
  f3.field("gaps", gaps(), { evidence: "code" }),
  f3.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);

// L4: 3 April. Palettes as blocks of their own.

const h4 = layoutOf<HeaderWith<"clutCount" | "unused">>();
const headerL4 = h4.record("header", [
  h4.fixed("magic", magic("SP"), { evidence: "verified" }),
  h4.field("version", u16, { evidence: "verified" }),
  h4.field("objectCount", u16, { evidence: "verified" }),
  h4.field("atlasCount", u16, { evidence: "verified" }),
  h4.field("clutCount", u16, { evidence: "verified" }),
  h4.field("unused", array(Uint16Array, 3), { evidence: "verified" }),
]);

const f4 = layoutOf<FileWith<HeaderWith<"clutCount" | "unused">, ObjectL4, "clutData", ClutL4>>();
const splashpackL4 = f4.record("SPLASHPACK L4", [
  f4.field("header", headerL4),
  f4.field("objects", list(objectL4, objectCount), { evidence: "verified" }),
  f4.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f4.field("cluts", list(clutL4, clutCount), { evidence: "verified" }),
  f4.field("meshes", meshBlocks(triangleL3), { evidence: "verified" }),
  f4.field("atlasData", atlasBlocks, { evidence: "verified" }),
  f4.field("clutData", clutBlocks, { evidence: "verified" }),
  f4.field("gaps", gaps(), { evidence: "code" }),
  f4.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);

// L5: 3 April, L5b: 7 April. Navigation meshes, at first of 16-bit numbers.

type HeaderL5 = HeaderWith<"navmeshCount" | "clutCount" | "unused">;
const h5 = layoutOf<HeaderL5>();
const headerL5 = h5.record("header", [
  h5.fixed("magic", magic("SP"), { evidence: "verified" }),
  h5.field("version", u16, { evidence: "verified" }),
  h5.field("objectCount", u16, { evidence: "verified" }),
  h5.field("navmeshCount", u16, { evidence: "verified" }),
  h5.field("atlasCount", u16, { evidence: "verified" }),
  h5.field("clutCount", u16, { evidence: "verified" }),
  h5.field("unused", array(Uint16Array, 2), { evidence: "verified" }),
]);

const f5 = layoutOf<FileWith<HeaderL5, ObjectL4, "navmeshes" | "navData" | "clutData", ClutL4>>();
const splashpackL5 = f5.record("SPLASHPACK L5", [
  f5.field("header", headerL5),
  f5.field("objects", list(objectL4, objectCount), { evidence: "code" }),
  f5.field("navmeshes", list(navmeshRecord, navmeshCount), { evidence: "code" }),
  f5.field("atlases", list(atlasRecord, atlasCount), { evidence: "code" }),
  f5.field("cluts", list(clutL4, clutCount), { evidence: "code" }),
  f5.field("meshes", meshBlocks(triangleL3), { evidence: "code" }),
  f5.field("navData", navBlocks(Int16Array), { evidence: "code", note: "no file of this layout was ever seen" }),
  f5.field("atlasData", atlasBlocks, { evidence: "code" }),
  f5.field("clutData", clutBlocks, { evidence: "code" }),
  f5.field("gaps", gaps(), { evidence: "code" }),
  f5.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);
const splashpackL5b = f5.record("SPLASHPACK L5b", [
  f5.field("header", headerL5),
  f5.field("objects", list(objectL4, objectCount), { evidence: "verified" }),
  f5.field("navmeshes", list(navmeshRecord, navmeshCount), { evidence: "verified" }),
  f5.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f5.field("cluts", list(clutL4, clutCount), { evidence: "verified" }),
  f5.field("meshes", meshBlocks(triangleL3), { evidence: "verified" }),
  f5.field("navData", navBlocks(Int32Array), { evidence: "verified", note: "values still within 16 bits" }),
  f5.field("atlasData", atlasBlocks, { evidence: "verified" }),
  f5.field("clutData", clutBlocks, { evidence: "verified" }),
  f5.field("gaps", gaps(), { evidence: "code" }),
  f5.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);

// L6: from 7 April, the first public release. Where the player starts.

type Player = "playerPosition" | "playerRotation" | "playerHeight";
type HeaderL6 = HeaderWith<"navmeshCount" | "clutCount" | Player | "unused">;
const h6 = layoutOf<HeaderL6>();
const headerL6 = h6.record("header", [
  h6.fixed("magic", magic("SP"), { evidence: "verified" }),
  h6.field("version", u16, { evidence: "verified" }),
  h6.field("objectCount", u16, { evidence: "verified" }),
  h6.field("navmeshCount", u16, { evidence: "verified" }),
  h6.field("atlasCount", u16, { evidence: "verified" }),
  h6.field("clutCount", u16, { evidence: "verified" }),
  h6.field("playerPosition", array(Int16Array, 3), { unit: "scale/4096 m", evidence: "code" }),
  h6.field("playerRotation", array(Int16Array, 3), { unit: "1/4096 rad", evidence: "code", note: "Euler angles, written unsigned" }),
  h6.field("playerHeight", u16, { unit: "scale/4096 m", evidence: "code" }),
  h6.field("unused", array(Uint16Array, 1), { evidence: "verified" }),
]);

const f6 = layoutOf<FileWith<HeaderL6, ObjectL4, "navmeshes" | "navData" | "clutData", ClutL4>>();
const splashpackL6 = f6.record("SPLASHPACK L6", [
  f6.field("header", headerL6),
  f6.field("objects", list(objectL4, objectCount), { evidence: "verified" }),
  f6.field("navmeshes", list(navmeshRecord, navmeshCount), { evidence: "verified" }),
  f6.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f6.field("cluts", list(clutL4, clutCount), { evidence: "verified" }),
  f6.field("meshes", meshBlocks(triangleL3), { evidence: "verified" }),
  f6.field("navData", navBlocks(Int32Array), { evidence: "verified" }),
  f6.field("atlasData", atlasBlocks, { evidence: "verified" }),
  f6.field("clutData", clutBlocks, { evidence: "verified" }),
  f6.field("gaps", gaps(), { evidence: "code" }),
  f6.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);

// L7: 9 to 14 April. Scripts, counted before everything else.

type HeaderL7 = HeaderWith<"luaCount" | "navmeshCount" | "clutCount" | Player | "unused">;
const h7 = layoutOf<HeaderL7>();
const headerL7 = h7.record("header", [
  h7.fixed("magic", magic("SP"), { evidence: "verified" }),
  h7.field("version", u16, { evidence: "verified" }),
  h7.field("luaCount", u16, { evidence: "verified" }),
  h7.field("objectCount", u16, { evidence: "verified" }),
  h7.field("navmeshCount", u16, { evidence: "verified" }),
  h7.field("atlasCount", u16, { evidence: "verified" }),
  h7.field("clutCount", u16, { evidence: "verified" }),
  h7.field("playerPosition", array(Int16Array, 3), { unit: "scale/4096 m", evidence: "code" }),
  h7.field("playerRotation", array(Int16Array, 3), { unit: "1/4096 rad", evidence: "code" }),
  h7.field("playerHeight", u16, { unit: "scale/4096 m", evidence: "code" }),
  h7.field("unused", array(Uint16Array, 2), { evidence: "verified" }),
]);

const f7 = layoutOf<FileWith<HeaderL7, ObjectL7, "luas" | "luaData" | "navmeshes" | "navData" | "clutData", ClutL4>>();
const splashpackL7 = f7.record("SPLASHPACK L7", [
  f7.field("header", headerL7),
  f7.field("luas", list(luaRecord, luaCount), { evidence: "verified" }),
  f7.field("objects", list(objectL7, objectCount), { evidence: "verified" }),
  f7.field("navmeshes", list(navmeshRecord, navmeshCount), { evidence: "verified" }),
  f7.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f7.field("cluts", list(clutL4, clutCount), { evidence: "verified" }),
  f7.field("luaData", luaBlocks, { evidence: "verified", note: "plain text" }),
  f7.field("meshes", meshBlocks(triangleL3), { evidence: "verified" }),
  f7.field("navData", navBlocks(Int32Array), { evidence: "verified" }),
  f7.field("atlasData", atlasBlocks, { evidence: "verified" }),
  f7.field("clutData", clutBlocks, { evidence: "verified" }),
  f7.field("gaps", gaps(), { evidence: "code" }),
  f7.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);

// L8: 17 April to 4 September. A script of the scene, and flags in every object.

type HeaderL8 = HeaderWith<"luaCount" | "navmeshCount" | "clutCount" | Player | "sceneLuaIndex" | "unused">;
const h8 = layoutOf<HeaderL8>();
const headerL8 = h8.record("header", [
  h8.fixed("magic", magic("SP"), { evidence: "verified" }),
  h8.field("version", u16, { evidence: "verified" }),
  h8.field("luaCount", u16, { evidence: "verified" }),
  h8.field("objectCount", u16, { evidence: "verified" }),
  h8.field("navmeshCount", u16, { evidence: "verified" }),
  h8.field("atlasCount", u16, { evidence: "verified" }),
  h8.field("clutCount", u16, { evidence: "verified" }),
  h8.field("playerPosition", array(Int16Array, 3), { unit: "scale/4096 m", evidence: "code" }),
  h8.field("playerRotation", array(Int16Array, 3), { unit: "1/4096 rad", evidence: "code" }),
  h8.field("playerHeight", u16, { unit: "scale/4096 m", evidence: "code" }),
  h8.field("sceneLuaIndex", u16, { evidence: "code" }),
  h8.field("unused", array(Uint16Array, 1), { evidence: "verified" }),
]);

const f8 = layoutOf<FileWith<HeaderL8, ObjectL8, "luas" | "luaData" | "navmeshes" | "navData" | "clutData", ClutL4>>();
const splashpackL8 = f8.record("SPLASHPACK L8", [
  f8.field("header", headerL8),
  f8.field("luas", list(luaRecord, luaCount), { evidence: "verified" }),
  f8.field("objects", list(objectL8, objectCount), { evidence: "verified" }),
  f8.field("navmeshes", list(navmeshRecord, navmeshCount), { evidence: "verified" }),
  f8.field("atlases", list(atlasRecord, atlasCount), { evidence: "verified" }),
  f8.field("cluts", list(clutL4, clutCount), { evidence: "verified" }),
  f8.field("luaData", luaBlocks, { evidence: "verified", note: "plain text" }),
  f8.field("meshes", meshBlocks(triangleL3), { evidence: "verified" }),
  f8.field("navData", navBlocks(Int32Array), { evidence: "verified" }),
  f8.field("atlasData", atlasBlocks, { evidence: "verified" }),
  f8.field("clutData", clutBlocks, { evidence: "verified" }),
  f8.field("gaps", gaps(), { evidence: "code" }),
  f8.field("trailing", restAfterBlocks(), { evidence: "code" }),
]);

/** One layout per dialect, in the order in which they followed each other and in which detection asks them. */
export const splashpackLayouts = {
  L1: splashpackL1,
  L2: splashpackL2,
  L3: splashpackL3,
  L4: splashpackL4,
  L5: splashpackL5,
  L5b: splashpackL5b,
  L6: splashpackL6,
  L7: splashpackL7,
  L8: splashpackL8,
};
export type SplashpackDialect = keyof typeof splashpackLayouts;

/** The layout of a dialect, for file objects of any dialect: reading gives the fields that this one has. */
export function layoutOfDialect(dialect: SplashpackDialect): RecordNode<SplashpackFile> {
  // Writing checks every field of the layout, so a file object of another dialect is refused there.
  return splashpackLayouts[dialect] as unknown as RecordNode<SplashpackFile>;
}
