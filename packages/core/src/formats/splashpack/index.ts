import type { Cursor } from "../../bytes/cursor.ts";
import { type Format, NO_COUNTS } from "../../format.ts";
import { startsWith } from "../../lookalikes.ts";
import { checkSplashpack } from "./check.ts";
import { detectSplashpack, UNKNOWN_LAYOUT } from "./detect.ts";
import { unknownDialect, unknownLayout, unsupportedVersion } from "./faults.ts";
import type { SplashpackFile } from "./file.ts";
import { layoutOfDialect, type SplashpackDialect, splashpackLayouts } from "./layout.ts";
import { SPLASHPACK_OPTIONS } from "./options.ts";
import { SPLASHPACK_PROFILES } from "./profiles.ts";
import { SPLASHPACK_REPAIRS } from "./repairs.ts";
import { salvageSplashpack } from "./salvage.ts";
import { SPLASHPACK_SPACE } from "./space.ts";
import { summarizeSplashpack } from "./summarize.ts";
import { writeSplashpack } from "./write.ts";

/** Scene packs of 2025: version 1 in all its nine layouts. */
export const splashpack: Format<SplashpackFile> = {
  id: "splashpack",
  title: "SPLASHPACK scene pack",
  engine: "psxsplash (PlayStation 1)",
  extensions: ["splashpack", "bin"],
  family: "SPLASHPACK",
  codePage: "latin1",
  space: SPLASHPACK_SPACE,
  layouts: splashpackLayouts,
  options: SPLASHPACK_OPTIONS,
  detect: detectSplashpack,
  read,
  write: (file, dialect) => writeSplashpack(file, asDialect(dialect)),
  // A file that no layout fits was not read at all, so there is nothing to sum up.
  summarize: (file, dialect, options) =>
    file.header ? summarizeSplashpack(file, dialect || "L1", options) : { ...NOTHING, counts: NO_COUNTS },
  profiles: SPLASHPACK_PROFILES,
  repairs: SPLASHPACK_REPAIRS,
  check: (file, dialect, context) => checkSplashpack(file, asDialect(dialect), context),
  salvage: salvageSplashpack,
  toScene: async (file, dialect, options) =>
    (await import("./toScene.ts")).splashpackToScene(file, asDialect(dialect), options),
  editing: async () => (await import("./editing.ts")).splashpackEditing,
  builder: {
    targets: [{ name: "splashpack", extension: "splashpack", summary: "PlayStation 1 homebrew, layout L1" }],
    options: [
      {
        name: "scale",
        values: "above 0",
        summary: 'the "GTE scaling" that the program on the console uses; 100 by default',
      },
      {
        name: "quantize",
        values: "round | truncate",
        summary: "how coordinates become integers; truncate as old tools do",
      },
      { name: "shrinkTextures", values: "1 to 256", summary: "make pictures smaller until their longest side is this" },
      {
        name: "blackTexel",
        values: "0 to 65535",
        summary: "what opaque black becomes, as 0 would be a hole; 32768 by default",
      },
      {
        name: "colorSpace",
        values: "linear | srgb",
        summary: "srgb if COLOR_0 is linear light; values are taken as they are by default",
      },
    ],
    fromScene: async (document, _target, options) =>
      (await import("./fromScene.ts")).splashpackFromScene(document, options),
  },
};

const NOTHING = { bounds: null, features: [], details: {} };

function read(cursor: Cursor, dialect: string): SplashpackFile {
  const { bytes } = cursor;
  if (dialect === UNKNOWN_LAYOUT && startsWith(bytes, "SP") && bytes.byteLength >= 4) {
    const version = cursor.view.getUint16(2, true);
    throw version === 1 ? unknownLayout(cursor) : unsupportedVersion(cursor, version);
  }
  // Without a dialect the content is no scene pack, and the layout that is described in public says why.
  const layout = dialect === "" || dialect === UNKNOWN_LAYOUT ? "L1" : asDialect(dialect);
  cursor.own(); // everything is aligned to 4, and a damaged file may have 65,535 objects of two arrays each
  return layoutOfDialect(layout).read(cursor, undefined);
}

function asDialect(dialect: string): SplashpackDialect {
  const found = Object.keys(splashpackLayouts).find((known) => known === dialect);
  if (!found) throw unknownDialect(dialect);
  return found as SplashpackDialect; // one of its own keys
}
