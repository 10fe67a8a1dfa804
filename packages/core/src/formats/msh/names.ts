import { type CodePage, codePageFor, DEFAULT_CODE_PAGE, toHex } from "../../bytes/codePage.ts";
import type { ConvertOptions } from "../../format.ts";
import type { Json } from "../../json.ts";
import type { RawText } from "../../layout/text.ts";
import type { MshFile } from "./file.ts";

/** Every string of a mesh. */
export function allNames(file: MshFile): Uint8Array[] {
  const points = (file.controlPoints ?? []).flatMap((p) => [p.typeIndex, p.linkedBone, p.extraInfo]);
  return [...(file.boneNames ?? []), ...points].flatMap((name) => (name ? [name.raw] : []));
}

/**
 * The code page that the user chose, or the Korean client's; its table is loaded only if a name needs it.
 * @param others names of companions
 */
export function codePageOf(file: MshFile, options: ConvertOptions, others: readonly RawText[] = []): Promise<CodePage> {
  const names = [...allNames(file), ...others.map(({ raw }) => raw)];
  return codePageFor(String(options.codePage ?? DEFAULT_CODE_PAGE), names);
}

/** A name for `extras`: its text, or text and bytes where the text does not give the bytes back. */
export function nameForExtras(name: RawText, codePage: CodePage): Json {
  const { text, exact } = codePage.decode(name.raw);
  return exact && name.prefix === undefined
    ? text
    : { text, hex: toHex(name.raw), ...(name.prefix === undefined ? {} : { length: name.prefix }) };
}
