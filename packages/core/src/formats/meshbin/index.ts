import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import type { Detection, Format } from "../../format.ts";
import { writeRecord } from "../../layout/record.ts";
import { startsWith } from "../../lookalikes.ts";
import { checkMeshbin } from "./check.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";
import { meshbinLayout } from "./layout.ts";
import { HEADERLESS_DIALECTS, headerlessDialect, headerlessLayouts } from "./layoutHeaderless.ts";
import { oneDayDialect } from "./oneDayDialects.ts";
import { MESHBIN_PROFILES } from "./profiles.ts";
import { MESHBIN_REPAIRS } from "./repairs.ts";
import { salvageMeshbin } from "./salvage.ts";
import { MESHBIN_SPACE } from "./space.ts";
import { summarizeMeshbin } from "./summarize.ts";

const NEWEST_VERSION = 3;

/** MESHBIN versions 0 to 3 and the four header-less layouts before them. */
export const meshbin: Format<MeshbinFile | HeaderlessFile> = {
  id: "meshbin",
  title: "MESHBIN (PlayStation homebrew)",
  engine: "psyqo-madnight-engine and its forks (PlayStation 1)",
  extensions: ["meshbin", "mb"],
  family: "MESHBIN",
  codePage: "latin1",
  space: MESHBIN_SPACE,
  layouts: { MESHBIN: meshbinLayout, ...headerlessLayouts },
  options: [
    {
      name: "textureSize",
      values: "16 to 256",
      summary: "side of the texture that UVs are texels of; guessed by default",
    },
    {
      name: "triangleWinding",
      values: "cw | ccw",
      summary: "how the triangles are wound; decided by evidence by default",
    },
    { name: "normals", values: "smooth | flat | none", summary: "normals from the faces instead of those in the file" },
  ],
  detect,
  read,
  write: (file, dialect) =>
    "version" in file ? writeRecord(meshbinLayout, file) : writeRecord(headerlessLayouts[asHeaderless(dialect)], file),
  summarize: (file, _dialect, options) => summarizeMeshbin(file, options),
  profiles: MESHBIN_PROFILES,
  repairs: MESHBIN_REPAIRS,
  check: checkMeshbin,
  salvage: salvageMeshbin,
  toScene: async (file, dialect, options) => (await import("./toScene.ts")).meshbinToScene(file, dialect, options),
  editing: async () => (await import("./editing.ts")).meshbinEditing,
  builder: {
    targets: [{ name: "meshbin", extension: "meshbin", summary: "PlayStation 1 homebrew, version 3" }],
    options: [
      { name: "textureSize", values: "16 to 256", summary: "side of the texture that UVs are texels of" },
      { name: "version", values: "1 | 2 | 3", summary: "version to write; 3 is the newest" },
      {
        name: "quantize",
        values: "round | truncate",
        summary: "how coordinates become integers; truncate as old tools do",
      },
      {
        name: "clampUv",
        values: "true | false",
        summary: "pull UVs outside the texture to its border, instead of refusing",
      },
      { name: "pairQuads", values: "true | false", summary: "join coplanar triangles to quads, which count once" },
      { name: "writeNormals", values: "true | false", summary: "store normals (the engine does not use them)" },
      {
        name: "recomputeBounds",
        values: "true | false",
        summary: "box and sphere from the positions, even if the source had its own",
      },
    ],
    fromScene: async (document, _target, options) =>
      (await import("./fromScene.ts")).meshbinFromScene(document, options),
  },
};

function detect(bytes: Uint8Array): Detection | undefined {
  if (startsWith(bytes, "MESHBIN")) return { dialect: "MESHBIN", version: String(bytes[7] ?? "?") };
  const dialect = headerlessDialect(bytes);
  if (!dialect) return undefined;
  return { dialect, version: dialect, note: `no header; the counts fit layout ${dialect} to the last byte` };
}

function read(cursor: Cursor, dialect: string): MeshbinFile | HeaderlessFile {
  if (dialect !== "MESHBIN") return headerlessLayouts[asHeaderless(dialect)].read(cursor, undefined);
  const version = cursor.bytes[7] ?? 0;
  if (version > NEWEST_VERSION && startsWith(cursor.bytes, "MESHBIN")) {
    throw cursor.fault("UNSUPPORTED_VERSION", {
      detail: `MESHBIN version ${version} is newer than the versions 0-3 this tool knows`,
      path: "version",
      offset: 7,
    });
  }
  try {
    return meshbinLayout.read(cursor, undefined);
  } catch (error) {
    if (error instanceof MeshglotError) error.hint = oneDayDialect(cursor.bytes) ?? error.hint;
    throw error;
  }
}

function asHeaderless(dialect: string) {
  const found = HEADERLESS_DIALECTS.find((known) => known === dialect);
  if (found) return found;
  throw new MeshglotError({
    code: "UNKNOWN_DIALECT",
    detail: `MESHBIN has no dialect "${dialect}"`,
    hint: `The dialects are MESHBIN, ${HEADERLESS_DIALECTS.join(", ")}.`,
  });
}
