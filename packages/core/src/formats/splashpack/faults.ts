import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import { bestOf } from "./detect.ts";
import { splashpackLayouts } from "./layout.ts";
import { walkAll } from "./walk.ts";

const WHOLE_SCENE_PACKS = 17;
const SPLIT_PACKS = 20;

/** What to say about a version that is not 1: the number alone names the family of files, not always the layout. */
export function unsupportedVersion(cursor: Cursor, version: number): MeshglotError {
  const { detail, hint } = versionTexts(version);
  return cursor.fault("UNSUPPORTED_VERSION", { detail, hint, path: "header.version", offset: 2 });
}

function versionTexts(version: number): { detail: string; hint: string } {
  if (version < WHOLE_SCENE_PACKS) {
    return {
      detail: `version ${version}: no such version was ever released; this is probably not a splashpack`,
      hint: "Look at where the file comes from; only versions 1 and 17 and later exist.",
    };
  }
  if (version < SPLIT_PACKS) {
    return {
      detail: `version ${version} is a whole-scene pack of March/April 2026; this tool reads version 1`,
      hint: "Use the tools of its own release, or export the scene again with an exporter of 2025.",
    };
  }
  const others = version > SPLIT_PACKS ? " PS1Godot uses the same numbers for other layouts." : "";
  return {
    detail: `version ${version}: since version 20 textures live in a separate .vram file; this tool reads version 1 (2025)`,
    hint: `A newer pack cannot be re-exported as version 1; use the tools of its own release.${others}`,
  };
}

/** Version 1, and no layout fits: says which one comes nearest, and where it stops to fit. */
export function unknownLayout(cursor: Cursor): MeshglotError {
  const nearest = bestOf(walkAll(cursor.bytes));
  const upTo = nearest?.matched ? ` up to ${nearest.mismatch ?? "the end of its blocks"}` : ", which fits nowhere";
  return cursor.fault("LAYOUT_UNKNOWN", {
    detail: `version 1, but none of the nine layouts fits; nearest is ${nearest?.facts.dialect ?? "L1"}${upTo}`,
    path: "header",
    offset: 0,
  });
}

export function unknownDialect(dialect: string): MeshglotError {
  return new MeshglotError({
    code: "UNKNOWN_DIALECT",
    detail: `SPLASHPACK has no layout "${dialect}"`,
    hint: `The layouts are ${Object.keys(splashpackLayouts).join(", ")}.`,
  });
}
