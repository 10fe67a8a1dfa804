import { MeshglotError } from "./bytes/fault.ts";
import type { Editing } from "./editing.ts";

/**
 * The editing of files of which nothing but the fields can be set.
 *
 * @param title of the format, for the message where more is asked for
 * @param string a string of the file with these bytes
 */
export function fieldsEditing<F extends object>(title: string, string: (raw: Uint8Array) => object): Editing<F> {
  return {
    string,
    transform: () => {
      throw new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: `${title} can not be transformed` });
    },
    recompute: {},
  };
}
