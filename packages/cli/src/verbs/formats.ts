import { FORMATS } from "@meshglot/core";
import { print } from "../output/emitter.ts";
import { schemaOf } from "../output/schemaOf.ts";
import { bold } from "../output/style.ts";
import { table } from "../output/table.ts";

export function formats(options: { json?: boolean; jsonl?: boolean }): void {
  const entries = FORMATS.map((format) => ({
    schema: schemaOf("formats"),
    id: format.id,
    title: format.title,
    engine: format.engine,
    extensions: format.extensions,
    dialects: Object.keys(format.layouts),
    space: format.space.summary,
    options: format.options,
    profiles: format.profiles,
    repairs: format.repairs.map(({ code, title, onRequest = false }) => ({ code, title, onRequest })),
  }));
  if (options.jsonl) for (const entry of entries) print(JSON.stringify(entry));
  else if (options.json) print(JSON.stringify(entries, undefined, 2));
  else {
    const rows = entries.map((entry) => [
      entry.id,
      entry.title,
      entry.extensions.map((extension) => `.${extension}`).join(" "),
      entry.dialects.join(" "),
      entry.space,
    ]);
    print(table([["id", "format", "extensions", "layouts", "space in the file"].map(bold), ...rows]));
    print("\nEvery format converts to glb, gltf and obj: meshglot convert FILE --to glb");
  }
}
