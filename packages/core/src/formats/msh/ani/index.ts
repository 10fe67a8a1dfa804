import { DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import type { Cursor } from "../../../bytes/cursor.ts";
import { MeshglotError } from "../../../bytes/fault.ts";
import { fieldsEditing } from "../../../fieldsEditing.ts";
import type { Detection, Format } from "../../../format.ts";
import { writeRecord } from "../../../layout/record.ts";
import { startsWith } from "../../../lookalikes.ts";
import { CLIP_OPTION } from "../../../scene/clipOption.ts";
import { skeletonAmong, skeletonOfAnimation } from "../companions.ts";
import { MSH_SPACE } from "../space.ts";
import { checkAni } from "./check.ts";
import { ANI_VERSIONS, type AniFile, type AniVersion } from "./file.ts";
import { aniLayouts } from "./layout.ts";
import { summarizeAni } from "./summarize.ts";

/** Lost Saga animations, versions 4000 to 4002. */
export const ani: Format<AniFile> = {
  id: "ani",
  title: "Lost Saga animation",
  engine: "io3DEngine (Lost Saga)",
  extensions: ["ani"],
  companion: "animation",
  family: "ANI",
  space: MSH_SPACE,
  codePage: DEFAULT_CODE_PAGE,
  layouts: aniLayouts,
  options: [
    {
      name: "codePage",
      values: "cp949 | cp874 | gbk | big5 | shift_jis | utf-8 | …",
      summary: "code page of bone and event names",
    },
  ],
  detect,
  read,
  write: (file, dialect) => writeRecord(aniLayouts[asVersion(dialect)], file),
  summarize: (file, dialect, options) => summarizeAni(file, asVersion(dialect), options),
  wants: (_file, stem) => skeletonOfAnimation(stem),
  profiles: [],
  repairs: [],
  editing: async () => fieldsEditing("a Lost Saga animation", (raw) => ({ raw })),
  check: (file, dialect, { report, companions }) =>
    checkAni(file, asVersion(dialect), report, skeletonAmong(companions)),
  toScene: async (file, dialect, options, companions) =>
    (await import("./toScene.ts")).aniToScene(file, asVersion(dialect), options, companions),
  builder: {
    targets: [{ name: "ani", extension: "ani", summary: "an animation of the scene for Lost Saga" }],
    options: [
      CLIP_OPTION,
      { name: "aniVersion", values: "4000 | 4001 | 4002", summary: "full rotations, or quantised to 32 or 64 bits" },
      {
        name: "fps",
        values: "1 to 1000",
        summary: "frames a second where curves are sampled (splines); 30 by default",
      },
      {
        name: "maxError",
        values: "number",
        summary:
          "leave out keys as long as no place is off by more centimetres and no rotation by more degrees; 0 by default",
      },
    ],
    fromScene: async (document, _target, options) => (await import("./fromScene.ts")).aniFromScene(document, options),
  },
};

function detect(bytes: Uint8Array): Detection | undefined {
  if (!startsWith(bytes, "ANI\0")) return undefined;
  if (bytes.byteLength < 8) return { dialect: "4000", version: "?" }; // too short to say more; reading will say where
  const version = String(new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true));
  return { dialect: version, version };
}

/** The client refuses other versions, and nothing says how long their keys would be. */
function read(cursor: Cursor, dialect: string): AniFile {
  const known = ANI_VERSIONS.find((version) => version === dialect);
  if (known) return aniLayouts[known].read(cursor, undefined);
  throw cursor.fault("UNKNOWN_VERSION", {
    detail: `version ${dialect}; ${ANI_VERSIONS.join(", ")} are known`,
    path: "version",
    offset: 4,
  });
}

function asVersion(dialect: string): AniVersion {
  // A file of an unknown version has a fault and no fields, so any layout describes it.
  const found = ANI_VERSIONS.find((known) => known === dialect);
  if (found ?? /^-?\d+$/.test(dialect)) return found ?? "4000";
  throw new MeshglotError({
    code: "UNKNOWN_DIALECT",
    detail: `ANI has no dialect "${dialect}"`,
    hint: `The dialects are ${ANI_VERSIONS.join(", ")}.`,
  });
}
