import { MeshglotError } from "../../bytes/fault.ts";
import { type RecordNode, writeRecord } from "../../layout/record.ts";
import type { SplashpackFile } from "./file.ts";
import { layoutOfDialect, type SplashpackDialect } from "./layout.ts";

/**
 * The bytes of a file object in one layout. Stored offsets are written as they are, so the blocks have to fit them;
 * `placeBlocks` lays them out anew.
 *
 * @throws MeshglotError `WRITE_UNEXPECTED_FIELD` if the object holds something that this layout has no place for
 */
export function writeSplashpack(file: SplashpackFile, dialect: SplashpackDialect): Uint8Array {
  const layout = layoutOfDialect(dialect);
  refuseUnknownFields(layout, file, dialect, "");
  for (const { name, node } of layout.fields) {
    const { fields } = node;
    const value = file[name as keyof SplashpackFile]; // the names of a layout are names of the file
    if (!fields || value === undefined) continue;
    const records: readonly object[] = Array.isArray(value) ? value : [value];
    records.forEach((record, i) => {
      const place = Array.isArray(value) ? `${name}[${i}]` : name;
      if (!ArrayBuffer.isView(record)) refuseUnknownFields({ fields }, record, dialect, place);
    });
  }
  return writeRecord(layout, file);
}

function refuseUnknownFields(
  layout: { readonly fields: readonly { readonly name: string }[] } | RecordNode<SplashpackFile>,
  value: object,
  dialect: string,
  path: string,
): void {
  const known = new Set(layout.fields.map((field) => field.name));
  const extra = Object.entries(value).find(([name, content]) => content !== undefined && !known.has(name));
  if (!extra || extra[0] === "$raw") return;
  throw new MeshglotError({
    code: "WRITE_UNEXPECTED_FIELD",
    detail: `layout ${dialect} has no such field`,
    path: path ? `${path}.${extra[0]}` : extra[0],
    hint: "Remove the field or write another layout; nothing is dropped silently.",
  });
}
