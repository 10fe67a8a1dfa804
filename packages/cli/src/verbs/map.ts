import { leafSpans, mapMesh, type Span, spansAtByte, spanToJson, valueText } from "@meshglot/core";
import type { Verb } from "../batch/outcome.ts";
import type { ExitCode } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { openOptions } from "../openOptions.ts";
import { hexView } from "../output/hexView.ts";
import { shownPath } from "../output/shownPath.ts";
import { bold, dim, red } from "../output/style.ts";
import { table } from "../output/table.ts";
import { type CommonOptions, runVerb, schemaOf } from "../run.ts";

interface MapOptions extends CommonOptions {
  hex?: boolean;
  at?: number;
  elements?: number;
  depth?: number;
}

export function map(words: string[], options: MapOptions): Promise<ExitCode> {
  return runVerb("map", words, options, mapFile(options));
}

export function mapFile(options: MapOptions): Verb {
  return async (input) => {
    const bytes = await readInput(input);
    const { mesh, spans } = mapMesh(bytes, openOptions(options));
    const shown = options.at === undefined ? spans : spansAtByte(spans, options.at);
    const depth = options.at === undefined ? options.depth : 0;
    const json = shown.map((span) => spanToJson(span, depth, options.elements));
    return {
      json: {
        schema: schemaOf("map"),
        file: input.path,
        size: bytes.byteLength,
        spans: json,
        ...(mesh.fault ? { error: mesh.fault.toJSON() } : {}),
      },
      text: `${bold(shownPath(input.path))} ${dim(`${mesh.format.title}, ${bytes.byteLength.toLocaleString("en")} bytes`)}\n${textOf(bytes, shown, spans, options)}`,
      ok: !mesh.fault,
    };
  };
}

function textOf(bytes: Uint8Array, shown: readonly Span[], all: readonly Span[], options: MapOptions): string {
  if (options.at !== undefined) {
    if (shown.length === 0) return `byte ${options.at} is beyond the end of the file`;
    return spanTable(bytes, shown);
  }
  return options.hex ? hexView(bytes, leafSpans(all)) : `${spanTable(bytes, flatten(shown, options.depth ?? 2))}\n`;
}

function flatten(spans: readonly Span[], depth: number): Span[] {
  return spans.flatMap((span) => [span, ...(depth > 1 ? flatten(span.children ?? [], depth - 1) : [])]);
}

function spanTable(bytes: Uint8Array, spans: readonly Span[]): string {
  const rows = spans.map((span) => [
    String(span.offset),
    `0x${span.offset.toString(16)}`,
    String(span.size),
    span.type === "unread" ? red(span.path) : span.path,
    span.count === undefined ? span.type : `${span.type} * ${span.count}`,
    valueText(bytes, span),
    dim([span.unit, span.note, span.evidence && `(${span.evidence})`].filter(Boolean).join(" · ")),
  ]);
  return table([["offset", "hex", "size", "field", "type", "value", "meaning"].map(dim), ...rows], [0, 1, 2]);
}
