import type { Cursor } from "../../bytes/cursor.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import type { Detection, Format } from "../../format.ts";
import { writeRecord } from "../../layout/record.ts";
import { UNIGINE_BUILD_OPTIONS, UNIGINE_TARGETS } from "./buildOptions.ts";
import { checkUnigine } from "./check.ts";
import { companionsOf } from "./companions.ts";
import { UNIGINE_IDS, type UnigineFile, type UnigineId } from "./file.ts";
import { identifierOf, unsupportedIdentifier } from "./identifiers.ts";
import { unigineLayouts } from "./layout.ts";
import { UNIGINE_PROFILES } from "./profiles.ts";
import { UNIGINE_REPAIRS } from "./repairs.ts";
import { salvageUnigine } from "./salvage.ts";
import { UNIGINE_SPACE } from "./space.ts";
import { summarizeUnigine } from "./summarize.ts";

/** UNIGINE meshes: `.mesh` ms10 to ms15 and `.mesh_skinned` sk10. */
export const unigine: Format<UnigineFile> = {
  id: "unigine",
  title: "UNIGINE mesh",
  engine: "UNIGINE 2",
  extensions: ["mesh", "mesh_skinned"],
  family: "UNIGINE",
  codePage: "utf-8",
  space: UNIGINE_SPACE,
  layouts: unigineLayouts,
  options: [
    { name: "forward", values: "+z | -z", summary: "which glTF axis the engine's +y (forward) becomes; +z by default" },
    { name: "pose", values: "bind | rest", summary: "pose of the joints of an sk10 file; bind by default" },
  ],
  detect,
  read,
  write: (file, dialect) => writeRecord(unigineLayouts[asId(dialect)], file),
  summarize: (file, dialect) => summarizeUnigine(file, asId(dialect)),
  wants: companionsOf,
  profiles: UNIGINE_PROFILES,
  repairs: UNIGINE_REPAIRS,
  check: (file, dialect, context) => checkUnigine(file, asId(dialect), context),
  salvage: salvageUnigine,
  toScene: async (file, dialect, options, companions) =>
    (await import("./toScene.ts")).unigineToScene(file, asId(dialect), options, companions),
  builder: {
    targets: UNIGINE_TARGETS,
    options: UNIGINE_BUILD_OPTIONS,
    fromScene: async (document, target, options) =>
      (await import("./fromScene.ts")).unigineFromScene(document, target, options),
  },
  editing: async () => (await import("./editing.ts")).unigineEditing,
};

/** By the identifier alone. One that is newer than we know is ours too: reading it says so. */
function detect(bytes: Uint8Array): Detection | undefined {
  const id = identifierOf(bytes);
  if (id === undefined) return undefined;
  const refusal = unsupportedIdentifier(id);
  return { dialect: id, version: id, ...(refusal === undefined ? {} : { note: refusal }) };
}

function read(cursor: Cursor, dialect: string): UnigineFile {
  const refusal = unsupportedIdentifier(dialect);
  if (refusal !== undefined) throw cursor.fault("UNSUPPORTED_ID", { detail: refusal, path: "magic1", offset: 0 });
  return unigineLayouts[asId(dialect)].read(cursor, undefined);
}

function asId(dialect: string): UnigineId {
  const found = UNIGINE_IDS.find((known) => known === dialect);
  if (found) return found;
  throw new MeshglotError({
    code: "UNKNOWN_DIALECT",
    detail: `UNIGINE has no dialect "${dialect}"`,
    hint: `The dialects are ${UNIGINE_IDS.join(", ")}.`,
  });
}
