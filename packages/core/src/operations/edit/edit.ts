import { isAscii, loadCodePage } from "../../bytes/codePage.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import type { Edited, Editing } from "../../editing.ts";
import type { OpenedMesh } from "../open.ts";

/** A file on its way through some edits. */
export interface EditTarget {
  mesh: OpenedMesh;
  editing: Editing;
  /** Code page for new names. */
  codePage: string;
}

/**
 * One step of {@link editMesh}: takes a file and gives an edited one, without changing the one it was given. Made by
 * `setField`, `renameBone`, `addPoint`, `transform` and their like.
 */
export type Edit = (target: EditTarget) => Edited<object> | Promise<Edited<object>>;

/**
 * The bytes of a text that a user typed: in the code page of the file, or given as `hex:…`.
 * @throws MeshglotError `TEXT_NOT_ENCODABLE`, `EDIT_VALUE` for hex digits that are none
 */
export async function encodeText(text: string, { codePage }: EditTarget): Promise<Uint8Array> {
  if (text.startsWith("hex:")) return bytesFromHex(text.slice(4));
  const ascii = new TextEncoder().encode(text);
  return isAscii(ascii) ? ascii : (await loadCodePage(codePage)).encode(text);
}

function bytesFromHex(digits: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) {
    throw new MeshglotError({
      code: "EDIT_VALUE",
      detail: `"${digits}" are no bytes in hex`,
      hint: "Two digits per byte, without blanks: hex:00ff10.",
    });
  }
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** The format knows no such thing. */
export function unsupported(mesh: OpenedMesh, what: string, hint?: string): MeshglotError {
  return new MeshglotError({ code: "EDIT_UNSUPPORTED", detail: `${mesh.format.title} has no ${what}`, hint });
}
