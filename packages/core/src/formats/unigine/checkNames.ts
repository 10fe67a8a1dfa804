import { toHex } from "../../bytes/codePage.ts";
import { keepsLz4EndRule } from "../../bytes/lz4.ts";
import type { Report } from "../../issues/report.ts";
import type { Faithful } from "../../layout/node.ts";
import type { CompactInts } from "./compactRuns.ts";
import type { UnigineFile } from "./file.ts";
import { endsWithZero, textOf, type UnigineName } from "./names.ts";
import { skeletonOf, surfacesOf } from "./surfaces.ts";

/** Every string with its path. */
function namesOf(file: UnigineFile): [path: string, name: UnigineName][] {
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

/** Strings that do not end, and surfaces that share a name. */
export function checkNames(file: UnigineFile, report: Report): void {
  for (const [path, name] of namesOf(file)) {
    if (!endsWithZero(name))
      report.add("UNIGINE_STRING", path, `"${textOf(name)}" has ${name.raw.length} bytes and no zero at the end`);
  }
  const seen = new Map<string, number>();
  surfacesOf(file).forEach(({ path, name }, i) => {
    if (!name) return;
    const key = toHex(name.raw);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, i);
    else report.add("UNIGINE_NAME_DUPLICATE", `${path}.name`, `surfaces ${first} and ${i} are both "${textOf(name)}"`);
  });
}

/** What is spelled in other bytes than the engine's writer would choose: integers and LZ4 blocks. */
export function checkSpelling(file: UnigineFile, report: Report): void {
  const odd = (path: string, bytes: Uint8Array, value: unknown) =>
    report.add("UNIGINE_COMPACT_INT", path, `${value} is spelled ${toHex(bytes)}`, { severity: "info" });
  const fields = (record: Faithful | undefined, path: string) => {
    for (const [field, raw] of Object.entries(record?.$raw ?? {})) {
      if (field !== "radius") odd(path === "" ? field : `${path}.${field}`, raw.bytes, raw.value); // radius is a float
    }
  };
  const ints = (values: CompactInts | undefined, path: string) => {
    for (const { index, value, bytes } of values?.odd ?? []) odd(`${path}[${index}]`, bytes, value);
  };
  fields(file, "");
  for (const [path, { lengthBytes, raw }] of namesOf(file))
    if (lengthBytes) odd(`${path}.length`, lengthBytes, raw.length);
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
    for (const { path, block } of surface.blocks) {
      if (!block.payload || keepsLz4EndRule(block.payload, block.uncompressedSize)) continue;
      report.add(
        "UNIGINE_LZ4_END_RULE",
        `${path}.payload`,
        "a match reaches into the last 5 bytes or starts in the last 12",
      );
    }
  });
}
