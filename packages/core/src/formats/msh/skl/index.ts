import { DEFAULT_CODE_PAGE } from "../../../bytes/codePage.ts";
import { fieldsEditing } from "../../../fieldsEditing.ts";
import type { Format } from "../../../format.ts";
import { writeRecord } from "../../../layout/record.ts";
import { startsWith } from "../../../lookalikes.ts";
import { MSH_SPACE } from "../space.ts";
import { versionOf } from "../version.ts";
import { checkSkl } from "./check.ts";
import type { SklFile } from "./file.ts";
import { sklLayout } from "./layout.ts";
import { summarizeSkl } from "./summarize.ts";

/** Lost Saga skeletons. */
export const skl: Format<SklFile> = {
  id: "skl",
  title: "Lost Saga skeleton",
  engine: "io3DEngine (Lost Saga)",
  extensions: ["skl"],
  companion: "skeleton",
  family: "SKL",
  space: MSH_SPACE,
  codePage: DEFAULT_CODE_PAGE,
  layouts: { SKL: sklLayout },
  options: [
    {
      name: "codePage",
      values: "cp949 | cp874 | gbk | big5 | shift_jis | utf-8 | …",
      summary: "code page of bone names",
    },
  ],
  detect: (bytes) => (startsWith(bytes, "SKL\0") ? { dialect: "SKL", version: versionOf(bytes) } : undefined),
  read: (cursor) => sklLayout.read(cursor, undefined),
  write: (file) => writeRecord(sklLayout, file),
  summarize: (file, _dialect, options) => summarizeSkl(file, options),
  profiles: [],
  repairs: [],
  editing: async () => fieldsEditing("a Lost Saga skeleton", (raw) => ({ raw })),
  check: (file, _dialect, { report }) => checkSkl(file, report),
  toScene: async (file, _dialect, options, companions) =>
    (await import("./toScene.ts")).sklToScene(file, options, companions),
  builder: {
    targets: [{ name: "skl", extension: "skl", summary: "the skeleton of the scene for Lost Saga" }],
    options: [],
    fromScene: async (document, _target, options) => (await import("./fromScene.ts")).sklFromScene(document, options),
  },
};
