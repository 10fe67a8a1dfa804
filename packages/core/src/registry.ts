import { MeshglotError } from "./bytes/fault.ts";
import type { Detection, Format } from "./format.ts";
import { bmesh } from "./formats/bmesh/index.ts";
import { BMESH_LOOKALIKES } from "./formats/bmesh/lookalikes.ts";
import { meshbin } from "./formats/meshbin/index.ts";
import { MESHBIN_LOOKALIKES } from "./formats/meshbin/lookalikes.ts";
import { ani } from "./formats/msh/ani/index.ts";
import { cms } from "./formats/msh/cms/index.ts";
import { msh } from "./formats/msh/index.ts";
import { MSH_LOOKALIKES } from "./formats/msh/lookalikes.ts";
import { mshMaterial } from "./formats/msh/material/index.ts";
import { mshModel } from "./formats/msh/model/index.ts";
import { skl } from "./formats/msh/skl/index.ts";
import { splashpack } from "./formats/splashpack/index.ts";
import { SPLASHPACK_LOOKALIKES } from "./formats/splashpack/lookalikes.ts";
import { unigineAnim } from "./formats/unigine/an/index.ts";
import { unigine } from "./formats/unigine/index.ts";
import { UNIGINE_LOOKALIKES } from "./formats/unigine/lookalikes.ts";
import { unigineSkeleton } from "./formats/unigine/sn/index.ts";
import { type Lookalike, unknownFormat } from "./lookalikes.ts";

/** Every format, in the order in which detection asks them. Adding one is adding a folder and a line here. */
export const FORMATS: readonly Format[] = [
  msh,
  skl,
  ani,
  cms,
  mshMaterial,
  mshModel,
  splashpack,
  meshbin,
  bmesh,
  unigine,
  unigineSkeleton,
  unigineAnim,
];

const LOOKALIKES: readonly Lookalike[] = [
  ...SPLASHPACK_LOOKALIKES,
  ...MSH_LOOKALIKES,
  ...MESHBIN_LOOKALIKES,
  ...BMESH_LOOKALIKES,
  ...UNIGINE_LOOKALIKES,
];

export interface Detected extends Detection {
  format: Format;
}

/**
 * The format of a file, by its content alone: extensions are shared by too many engines to be trusted.
 *
 * @throws MeshglotError `LOOKALIKE` with the name of what it is, `UNKNOWN_FORMAT` with the first bytes, `EMPTY_FILE`
 */
export function detect(bytes: Uint8Array): Detected {
  for (const format of FORMATS) {
    const detection = format.detect(bytes);
    if (detection) return { ...detection, format };
  }
  throw unknownFormat(bytes, LOOKALIKES);
}

/** A format by its id. @throws MeshglotError `UNKNOWN_FORMAT` naming those that exist */
export function formatById(id: string): Format {
  const found = FORMATS.find((format) => format.id === id);
  if (found) return found;
  throw new MeshglotError({
    code: "UNKNOWN_FORMAT",
    detail: `there is no format "${id}"`,
    hint: `The formats are ${FORMATS.map((format) => format.id).join(", ")}.`,
  });
}
