import { latin1, sameBytes } from "../../bytes/codePage.ts";
import { MeshglotError } from "../../bytes/fault.ts";
import { type EditTarget, encodeText } from "./edit.ts";

/** Names that a message lists at most. */
const LISTED = 8;

/**
 * The number of the thing that a user names: by its name, or as `#3` by its place.
 *
 * @param kind what it is, for messages: "bone"
 * @throws MeshglotError `EDIT_NO_SUCH_NAME` with the names there are, `EDIT_AMBIGUOUS_NAME` if several have it
 */
export async function findName(
  kind: string,
  names: readonly Uint8Array[],
  wanted: string,
  target: EditTarget,
): Promise<number> {
  const place = /^#(\d+)$/.exec(wanted)?.[1];
  if (place !== undefined && Number(place) < names.length) return Number(place);
  const raw = await encodeText(wanted, target);
  const found = names.flatMap((name, i) => (sameBytes(name, raw) ? [i] : []));
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const list = names.slice(0, LISTED).map((name, i) => `#${i} ${latin1.decode(name).text}`);
  const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : "";
  throw new MeshglotError({
    code: found.length > 1 ? "EDIT_AMBIGUOUS_NAME" : "EDIT_NO_SUCH_NAME",
    detail:
      found.length > 1
        ? `${found.length} have the ${kind} name "${wanted}": ${found.map((i) => `#${i}`).join(", ")}`
        : `there is no ${kind} "${wanted}"`,
    hint:
      names.length > 0
        ? `There are ${list.join(", ")}${more}. The number works as a name.`
        : `The file has no ${kind}.`,
  });
}

/** @throws MeshglotError `EDIT_NAME_TAKEN` if another one has the name */
export function requireFree(kind: string, names: readonly Uint8Array[], name: Uint8Array, index: number): void {
  const other = names.findIndex((known, i) => i !== index && sameBytes(known, name));
  if (other < 0) return;
  throw new MeshglotError({
    code: "EDIT_NAME_TAKEN",
    detail: `${kind} #${other} is called "${latin1.decode(name).text}" already`,
    hint: "Choose another name; engines find things by name and would take only one of them.",
  });
}
