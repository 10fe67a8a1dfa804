import { MeshglotError } from "./bytes/fault.ts";
import type { Editing } from "./editing.ts";

/**
 * The editing of files that have no geometry to move and nothing to compute anew: their fields can be set.
 *
 * @param title of the format, for the message where more is asked for
 * @param string a string of the file with these bytes
 */
export function fieldsEditing<F extends object>(title: string, string: (raw: Uint8Array) => object): Editing<F> {
  return {
    string,
    transform: () => {
      throw new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: `${title} has no geometry to transform` });
    },
    recompute: {},
  };
}
