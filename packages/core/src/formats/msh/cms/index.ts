import { DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import { fieldsEditing } from "../../../fieldsEditing.ts";
import { type Format, NO_COUNTS, type Summary } from "../../../format.ts";
import { writeRecord } from "../../../layout/record.ts";
import { startsWith } from "../../../lookalikes.ts";
import { boundsOf } from "../../../scene/space.ts";
import { MSH_SPACE } from "../space.ts";
import { versionOf } from "../version.ts";
import { checkCms } from "./check.ts";
import type { CmsFile } from "./file.ts";
import { cmsLayout } from "./layout.ts";
import { salvageCms } from "./salvage.ts";

/** Lost Saga collision meshes. */
export const cms: Format<CmsFile> = {
  id: "cms",
  title: "Lost Saga collision mesh",
  engine: "io3DEngine (Lost Saga)",
  extensions: ["cms"],
  companion: "collision",
  family: "CMS",
  space: MSH_SPACE,
  codePage: DEFAULT_CODE_PAGE,
  layouts: { CMS: cmsLayout },
  options: [],
  detect: (bytes) => (startsWith(bytes, "CMS\0") ? { dialect: "CMS", version: versionOf(bytes) } : undefined),
  read: (cursor) => cmsLayout.read(cursor, undefined),
  write: (file) => writeRecord(cmsLayout, file),
  summarize,
  profiles: [],
  repairs: [],
  editing: async () => fieldsEditing("a Lost Saga collision mesh", (raw) => ({ raw })),
  check: (file, _dialect, { report }) => checkCms(file, report),
  salvage: (part) => salvageCms(part),
  toScene: async (file, _dialect, options) => (await import("./toScene.ts")).cmsToScene(file, options),
  builder: {
    targets: [{ name: "cms", extension: "cms", summary: "all faces of the scene as a collision mesh for Lost Saga" }],
    options: [],
    fromScene: async (document) => (await import("./fromScene.ts")).cmsFromScene(document),
  },
};

function summarize(file: CmsFile): Summary {
  return {
    counts: { ...NO_COUNTS, vertices: file.vertexCount ?? 0, triangles: file.faceCount ?? 0, surfaces: 1 },
    bounds: file.positions ? boundsOf(file.positions) : null,
    features: ["collision", ...(file.trailing?.byteLength ? ["trailing bytes"] : [])],
    details: { version: file.version ?? null },
  };
}
