import type { Cursor } from "../../bytes/cursor.ts";
import type { Detection, Format } from "../../format.ts";
import { writeRecord } from "../../layout/record.ts";
import { startsWith } from "../../lookalikes.ts";
import { BMESH_BUILD_OPTIONS } from "./buildSettings.ts";
import { checkBmesh } from "./check.ts";
import type { BmeshFile } from "./file.ts";
import { bmeshLayout } from "./layout.ts";
import { BMESH_OPTIONS } from "./options.ts";
import { BMESH_PROFILES } from "./profiles.ts";
import { BMESH_REPAIRS } from "./repairs.ts";
import { salvageBmesh } from "./salvage.ts";
import { BMESH_SPACE } from "./space.ts";
import { summarizeBmesh } from "./summarize.ts";

/** Firefall meshes, version 32; `.oMesh` is the same format under the name of the authoring tools. */
export const bmesh: Format<BmeshFile> = {
  id: "bmesh",
  title: "bMesh (Firefall)",
  engine: "Firefall (Red 5 Studios)",
  extensions: ["bMesh", "oMesh"],
  family: "BMESH",
  codePage: "latin1",
  space: BMESH_SPACE,
  layouts: { bMesh: bmeshLayout },
  options: BMESH_OPTIONS,
  detect,
  read: (cursor: Cursor) => bmeshLayout.read(cursor, undefined),
  write: (file) => writeRecord(bmeshLayout, file),
  summarize: (file, _dialect, options) => summarizeBmesh(file, options),
  profiles: BMESH_PROFILES,
  repairs: BMESH_REPAIRS,
  check: (file, _dialect, context) => checkBmesh(file, context),
  salvage: (part, _dialect, ledger) => salvageBmesh(part, ledger),
  toScene: async (file, _dialect, options) => (await import("./toScene.ts")).bmeshToScene(file, options),
  editing: async () => (await import("./editing.ts")).bmeshEditing,
  builder: {
    targets: [{ name: "bmesh", extension: "bMesh", summary: "Firefall mesh, version 32" }],
    sharesVertices: true,
    options: BMESH_BUILD_OPTIONS,
    fromScene: async (document, _target, options) => (await import("./fromScene.ts")).bmeshFromScene(document, options),
  },
};

/** The magic alone: other versions are bMesh too, and reading them says why it can not go on. */
function detect(bytes: Uint8Array): Detection | undefined {
  if (!startsWith(bytes, "bMesh")) return undefined;
  const [low, high] = [bytes[5], bytes[6]];
  return { dialect: "bMesh", version: low === undefined || high === undefined ? "?" : String(low | (high << 8)) };
}
