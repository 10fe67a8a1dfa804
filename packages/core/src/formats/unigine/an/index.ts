import type { Cursor } from "../../../bytes/cursor.ts";
import { MeshglotError } from "../../../bytes/fault.ts";
import { fieldsEditing } from "../../../fieldsEditing.ts";
import type { Detection, Format } from "../../../format.ts";
import { writeRecord } from "../../../layout/record.ts";
import { CLIP_OPTION } from "../../../scene/clipOption.ts";
import { skeletonAmong, skeletonWanted } from "../companions.ts";
import { KNOWN_IDS } from "../identifiers.ts";
import { UNIGINE_SPACE } from "../space.ts";
import { checkAnim } from "./check.ts";
import { ANIM_IDS, type AnimFile, type AnimId } from "./file.ts";
import { animLayouts } from "./layout.ts";
import { summarizeAnim } from "./summarize.ts";

/** UNIGINE animations: `.anim` an11 to an13. */
export const unigineAnim: Format<AnimFile> = {
  id: "unigine-anim",
  title: "UNIGINE animation",
  engine: "UNIGINE 2",
  extensions: ["anim"],
  companion: "animation",
  family: "ANIM",
  space: UNIGINE_SPACE,
  codePage: "utf-8",
  layouts: animLayouts,
  options: [
    { name: "forward", values: "+z | -z", summary: "which glTF axis the engine's +y (forward) becomes; +z by default" },
  ],
  detect,
  read,
  write: (file, dialect) => writeRecord(animLayouts[asId(dialect)], file),
  summarize: (file, dialect) => summarizeAnim(file, asId(dialect)),
  wants: (file, stem) => [skeletonWanted("skeletonGuid" in file ? file : {}, stem)],
  profiles: [],
  repairs: [],
  editing: async () => fieldsEditing("a UNIGINE animation", (raw) => ({ raw: Uint8Array.from([...raw, 0]) })),
  check: (file, _dialect, { report, companions }) => checkAnim(file, report, skeletonAmong(companions)),
  toScene: async (file, dialect, options, companions) =>
    (await import("./toScene.ts")).animToScene(file, asId(dialect), options, companions),
  builder: {
    targets: [
      { name: "an13", extension: "anim", summary: "an animation of the scene for UNIGINE 2.21, as real files are" },
      { name: "an12", extension: "anim", summary: "an animation of the scene as the vendor documents it" },
    ],
    options: [
      CLIP_OPTION,
      { name: "fps", values: "1 to 1000", summary: "frames a second; the file's own by default, else 30" },
      { name: "skeletonGuid", values: "40 hex digits", summary: "GUID of the skeleton that the file belongs to" },
      { name: "skeletonPath", values: "path", summary: "path of the skeleton that the file belongs to" },
    ],
    fromScene: async (document, target, options) =>
      (await import("./fromScene.ts")).animFromScene(document, target, options),
  },
};

/** By the identifier alone. One that we can not read is ours too: reading it says so. */
function detect(bytes: Uint8Array): Detection | undefined {
  const id = String.fromCharCode(...bytes.subarray(0, 4));
  return /^an[1-9]\d$/.test(id) ? { dialect: id, version: id } : undefined;
}

function read(cursor: Cursor, dialect: string): AnimFile {
  const known = ANIM_IDS.find((id) => id === dialect);
  if (known) return animLayouts[known].read(cursor, undefined);
  const detail =
    dialect === "an10"
      ? "an10 quantises its frames in a form that nobody has decoded; the SDK upgrades such files"
      : `${dialect} is newer than the identifiers this tool knows (${KNOWN_IDS})`;
  throw cursor.fault("UNSUPPORTED_ID", { detail, path: "magic1", offset: 0 });
}

function asId(dialect: string): AnimId {
  // A file that we can not read has a fault and no fields, so any layout describes it.
  const found = ANIM_IDS.find((known) => known === dialect);
  if (found ?? /^an\d\d$/.test(dialect)) return found ?? "an13";
  throw new MeshglotError({
    code: "UNKNOWN_DIALECT",
    detail: `UNIGINE animations have no dialect "${dialect}"`,
    hint: `The dialects are ${ANIM_IDS.join(", ")}.`,
  });
}
