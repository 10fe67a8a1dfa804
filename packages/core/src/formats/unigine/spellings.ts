import { sameBytes } from "../../bytes/codePage.ts";
import type { Faithful } from "../../layout/node.ts";
import { encodeCompact } from "./compactInt.ts";
import type { CompactInts } from "./compactRuns.ts";
import type { UnigineFile } from "./file.ts";
import { spells, type UnigineName } from "./names.ts";
import { skeletonOf, surfacesOf } from "./surfaces.ts";

/** An integer whose bytes are not those that the engine's writer would have chosen. */
export interface Spelling {
  path: string;
  value: unknown;
  bytes: Uint8Array;
}

/** Every string with its path. */
export function namesOf(file: UnigineFile): [path: string, name: UnigineName][] {
  const surfaces = surfacesOf(file).flatMap(({ path, name, targets }): [string, UnigineName | undefined][] => [
    [`${path}.name`, name],
    ...targets.map((target, i): [string, UnigineName | undefined] => [targetPath(file, path, i), target.name]),
  ]);
  const joints = skeletonOf(file).joints.map(({ name }, i): [string, UnigineName] => [`joints[${i}].name`, name]);
  const animations = "animationNames" in file ? file.animationNames : [];
  const all = [
    ...joints,
    ...animations.map((name, i): [string, UnigineName] => [`animationNames[${i}]`, name]),
    ...surfaces,
  ];
  return all.flatMap(([path, name]): [string, UnigineName][] => (name ? [[path, name]] : []));
}

function targetPath(file: UnigineFile, surface: string, i: number): string {
  return "geometry" in file ? `${surface}.targetNames[${i}]` : `${surface}.targets[${i}].name`;
}

/** Integers of a file that are spelled in more bytes than need be. */
export function spellingsOf(file: UnigineFile): Spelling[] {
  const found: Spelling[] = [];
  const fields = (record: Faithful | undefined, path: string) => {
    for (const [field, raw] of Object.entries(record?.$raw ?? {})) {
      // radius is a float
      if (field !== "radius")
        found.push({ path: path === "" ? field : `${path}.${field}`, value: raw.value, bytes: raw.bytes });
    }
  };
  const ints = (values: CompactInts | undefined, path: string) => {
    for (const { index, value, bytes } of values?.odd ?? []) found.push({ path: `${path}[${index}]`, value, bytes });
  };
  fields(file, "");
  for (const [path, { lengthBytes, raw }] of namesOf(file))
    if (lengthBytes) found.push({ path: `${path}.length`, value: raw.length, bytes: lengthBytes });
  file.surfaces.forEach((surface, i) => {
    fields(surface, `surfaces[${i}]`);
    if (!("targets" in surface)) return;
    for (const [k, target] of surface.targets.entries()) fields(target, `surfaces[${i}].targets[${k}]`);
  });
  const geometries: Faithful[] = "geometry" in file ? file.geometry : file.geometryBlocks.map((block) => block.value);
  surfacesOf(file).forEach((surface, i) => {
    fields(geometries[i], surface.geometryPath);
    const targets = (geometries[i] as { targets?: Faithful[] }).targets ?? [];
    for (const [k, target] of targets.entries()) fields(target, `${surface.geometryPath}.targets[${k}]`);
    for (const key of ["cIndices", "tIndices"] as const) {
      const indices = surface[key];
      if (!ArrayBuffer.isView(indices)) ints(indices, `${surface.geometryPath}.${key}`);
    }
    fields(surface.tree, surface.treePath);
    ints(surface.tree?.treeIndices, `${surface.treePath}.treeIndices`);
    ints(surface.tree?.nodes.links, `${surface.treePath}.nodes`);
  });
  return found;
}

/** Fields that are compact integers in all identifiers that can be built. */
const COMPACT_FIELDS: ReadonlySet<string> = new Set([
  "spatialTreeTriangles",
  "surfaceCount",
  "cIndexCount",
  "tIndexCount",
  "targetCount",
  "vertexCount",
  "tangentCount",
  "weightCount",
  "uv0Count",
  "uv1Count",
  "colorCount",
  "edgeCount",
  "treeIndexCount",
  "nodeCount",
]);
/** Strings whose lengths are no compact integers. */
const WIDE_STRINGS: ReadonlySet<string | undefined> = new Set(["skeletonGuid", "skeletonPath"]);

/**
 * Gives the integer at a path the bytes that it had in another file, if they still spell it. The file must not have been
 * laid out yet: blocks are encoded with them.
 *
 * @param path as in {@link Spelling.path}
 */
export function respell(file: object, path: string, bytes: Uint8Array): void {
  const steps = path
    .replaceAll(".payload", ".value")
    .split(/[.[\]]+/)
    .filter((step) => step !== "");
  const last = steps.pop() ?? "";
  let at: unknown = file;
  for (const step of steps) at = memberOf(at, step);
  if (typeof at !== "object" || at === null || WIDE_STRINGS.has(steps[0])) return;
  if (last === "length" && "raw" in at) respellName(at as UnigineName, bytes);
  else if (/^\d+$/.test(last))
    respellOneOf("links" in at ? (at as { links: CompactInts }).links : at, Number(last), bytes);
  else if (COMPACT_FIELDS.has(last)) respellField(at as Faithful & Record<string, unknown>, last, bytes);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** At most five bytes, and more than the engine's writer would take. */
function isOddly(bytes: Uint8Array, value: unknown): value is number {
  if (typeof value !== "number" || !Number.isInteger(value) || bytes.length > 5) return false;
  return spells(bytes, value) && !sameBytes(bytes, encodeCompact(value));
}

function respellName(name: UnigineName, bytes: Uint8Array): void {
  if (isOddly(bytes, name.raw.length)) name.lengthBytes = bytes;
}

function respellOneOf(ints: object, index: number, bytes: Uint8Array): void {
  if (!("values" in ints && ints.values instanceof Int32Array)) return;
  const value = ints.values[index];
  const own = ints as CompactInts;
  if (!isOddly(bytes, value)) return;
  own.odd ??= [];
  own.odd.push({ index, value, bytes });
}

function respellField(record: Faithful & Record<string, unknown>, field: string, bytes: Uint8Array): void {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  if (isOddly(bytes, value)) record.$raw = { ...record.$raw, [field]: { value, bytes } };
}
