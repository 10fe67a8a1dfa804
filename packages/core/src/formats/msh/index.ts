import { DEFAULT_CODE_PAGE } from "../../bytes/codePage.ts";
import type { Cursor } from "../../bytes/cursor.ts";
import type { Detection, Format } from "../../format.ts";
import { writeRecord } from "../../layout/record.ts";
import { MSH_BUILD_OPTIONS } from "./buildSettings.ts";
import { checkMsh } from "./check.ts";
import { companionsOf } from "./companions.ts";
import type { MshFile } from "./file.ts";
import { mshLayout } from "./layout.ts";
import { MSH_PROFILES } from "./profiles.ts";
import { MSH_REPAIRS } from "./repairs.ts";
import { salvageMsh } from "./salvage.ts";
import { MSH_SPACE } from "./space.ts";
import { summarizeMsh } from "./summarize.ts";

/** Lost Saga meshes, versions 2000 to 2002 and whatever else parses as one. */
export const msh: Format<MshFile> = {
  id: "msh",
  title: "Lost Saga mesh",
  engine: "io3DEngine (Lost Saga)",
  extensions: ["msh"],
  family: "MSH",
  codePage: DEFAULT_CODE_PAGE,
  space: MSH_SPACE,
  layouts: { MSH: mshLayout },
  options: [
    {
      name: "codePage",
      values: "cp949 | cp874 | gbk | big5 | shift_jis | utf-8 | …",
      summary: "code page of bone and control point names",
    },
    { name: "colors", values: "srgb | linear", summary: "curve that turns colour bytes into COLOR_0" },
    { name: "uvSwap", values: "true | false", summary: "in lightmap meshes, make the base texture's UVs TEXCOORD_0" },
    {
      name: "flipBinormal",
      values: "true | false",
      summary: "turn binormals round before the tangent's sign is taken",
    },
  ],
  detect,
  read: (cursor: Cursor) => mshLayout.read(cursor, undefined),
  write: (file) => writeRecord(mshLayout, file),
  summarize: (file, _dialect, options) => summarizeMsh(file, options),
  wants: companionsOf,
  profiles: MSH_PROFILES,
  repairs: MSH_REPAIRS,
  check: (file, _dialect, context) => checkMsh(file, context),
  salvage: (part, _dialect, ledger) => salvageMsh(part, ledger),
  toScene: async (file, _dialect, options, companions) =>
    (await import("./toScene.ts")).mshToScene(file, options, companions),
  builder: {
    targets: [{ name: "msh", extension: "msh", summary: "Lost Saga mesh, version 2000 or 2002" }],
    sharesVertices: true,
    options: MSH_BUILD_OPTIONS,
    fromScene: async (document, _target, options) => (await import("./fromScene.ts")).mshFromScene(document, options),
  },
  editing: async () => (await import("./editing.ts")).mshEditing,
};

/**
 * Magic, a version of 1 to 9999 and a mesh type below 256: the client checks less, but other formats start with the
 * same letters.
 */
function detect(bytes: Uint8Array): Detection | undefined {
  if (bytes[0] !== 0x4d || bytes[1] !== 0x53 || bytes[2] !== 0x48 || bytes[3] !== 0) return undefined;
  if (bytes.byteLength < 12) return { dialect: "MSH", version: "?" }; // too short to say more; reading will say where
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getInt32(4, true);
  const type = view.getInt32(8, true);
  if (version < 1 || version > 9999 || type < 0 || type > 255) return undefined;
  return { dialect: "MSH", version: String(version) };
}
