import { toHex } from "../../bytes/codePage.ts";
import { keepsLz4EndRule } from "../../bytes/lz4.ts";
import type { Report } from "../../issues/report.ts";
import type { UnigineFile } from "./file.ts";
import { endsWithZero, textOf } from "./names.ts";
import { namesOf, spellingsOf } from "./spellings.ts";
import { surfacesOf } from "./surfaces.ts";

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
  for (const { path, value, bytes } of spellingsOf(file)) {
    report.add("UNIGINE_COMPACT_INT", path, `${value} is spelled ${toHex(bytes)}`, { severity: "info" });
  }
  for (const surface of surfacesOf(file)) {
    for (const { path, block } of surface.blocks) {
      if (!block.payload || keepsLz4EndRule(block.payload, block.uncompressedSize)) continue;
      report.add(
        "UNIGINE_LZ4_END_RULE",
        `${path}.payload`,
        "a match reaches into the last 5 bytes or starts in the last 12",
      );
    }
  }
}
