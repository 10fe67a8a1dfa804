import type { Cursor } from "../../../bytes/cursor.ts";
import { fieldsEditing } from "../../../fieldsEditing.ts";
import type { Detection, Format } from "../../../format.ts";
import { writeRecord } from "../../../layout/record.ts";
import { KNOWN_IDS } from "../identifiers.ts";
import { UNIGINE_SPACE } from "../space.ts";
import { checkSn } from "./check.ts";
import type { SnFile } from "./file.ts";
import { snLayout } from "./layout.ts";
import { summarizeSn } from "./summarize.ts";

/** UNIGINE skeletons: `.skeleton` sn10. */
export const unigineSkeleton: Format<SnFile> = {
  id: "unigine-skeleton",
  title: "UNIGINE skeleton",
  engine: "UNIGINE 2",
  extensions: ["skeleton"],
  companion: "skeleton",
  family: "SKELETON",
  space: UNIGINE_SPACE,
  codePage: "utf-8",
  layouts: { sn10: snLayout },
  options: [
    { name: "forward", values: "+z | -z", summary: "which glTF axis the engine's +y (forward) becomes; +z by default" },
  ],
  detect,
  read,
  write: (file) => writeRecord(snLayout, file),
  summarize: (file) => summarizeSn(file),
  profiles: [],
  repairs: [],
  editing: async () => fieldsEditing("a UNIGINE skeleton", (raw) => ({ raw: Uint8Array.from([...raw, 0]) })),
  check: (file, _dialect, { report }) => checkSn(file, report),
  toScene: async (file, _dialect, options, companions) =>
    (await import("./toScene.ts")).snToScene(file, options, companions),
  builder: {
    targets: [{ name: "sn10", extension: "skeleton", summary: "the skeleton of the scene for UNIGINE 2.21 and later" }],
    options: [],
    fromScene: async (document, _target, options) => (await import("./fromScene.ts")).snFromScene(document, options),
  },
};

/** By the identifier alone. One that is newer than we know is ours too: reading it says so. */
function detect(bytes: Uint8Array): Detection | undefined {
  const id = String.fromCharCode(...bytes.subarray(0, 4));
  return /^sn[1-9]\d$/.test(id) ? { dialect: id, version: id } : undefined;
}

function read(cursor: Cursor, dialect: string): SnFile {
  if (dialect === "sn10") return snLayout.read(cursor, undefined);
  throw cursor.fault("UNSUPPORTED_ID", {
    detail: `${dialect} is newer than the identifiers this tool knows (${KNOWN_IDS})`,
    path: "magic1",
    offset: 0,
  });
}
