import { type CodePage, codePageFor, toHex } from "../../bytes/codePage.ts";
import type { Span } from "../../bytes/trace.ts";
import type { ConvertOptions } from "../../format.ts";
import { isRecord, isText } from "../../layout/values.ts";
import { mapMesh, spanAt } from "../map.ts";
import type { OpenedMesh, OpenOptions } from "../open.ts";
import type { Change } from "./change.ts";
import { type ByteDifferences, type DifferentRange, diffBytes } from "./diffBytes.ts";
import { diffFields, type FieldDifferences } from "./diffFields.ts";

/** Bytes shown of a field that differs in nothing else. */
const SHOWN = 16;

export interface DiffOptions extends OpenOptions {
  /** Numbers with a unit, and floats, that differ by no more are the same; in the units of the file, or in metres across formats. */
  tolerance?: number;
  /** Code page of names instead of the format's own. */
  codePage?: string;
  /** Of both conversions, where files of two formats are compared as scenes. */
  convert?: ConvertOptions;
}

/** What differs between two files. */
export interface Difference {
  /** True if no byte differs; with a tolerance, if no number differs by more. */
  same: boolean;
  /** `fields` of one layout, or `scene` for files of two formats or dialects. */
  by: "fields" | "scene";
  /** At most 10,000. */
  changes: Change[];
  /** Number of changes, listed or not. */
  total: number;
  bytes: ByteDifferences;
}

/**
 * What differs between two mesh files: field by field if they have the same layout, else as glTF scenes in metres; and
 * the byte ranges.
 *
 * @throws MeshglotError if one of them can not be read to its end
 * @example
 * const { same, changes } = await diffMesh(before, after);
 * for (const { path, a, b } of changes) console.log(path, a, "->", b);
 */
export async function diffMesh(a: Uint8Array, b: Uint8Array, options: DiffOptions = {}): Promise<Difference> {
  const [first, second] = [mapMesh(a, options), mapMesh(b, options)];
  for (const { mesh } of [first, second]) if (mesh.fault) throw mesh.fault;
  const bytes = diffBytes(a, first.spans, b, second.spans);
  const alike = first.mesh.format === second.mesh.format && first.mesh.dialect === second.mesh.dialect;
  if (!alike) {
    const { diffScenes } = await import("./diffScenes.ts");
    const changes = await diffScenes(first.mesh, second.mesh, options);
    return { same: changes.length === 0, by: "scene", changes, total: changes.length, bytes };
  }
  const differences =
    bytes.total === 0 ? NOTHING : await diffOpened(first.mesh, first.spans, second.mesh, second.spans, options);
  // Numbers may be equal and their bytes not: a NaN has millions of encodings.
  const [range] = bytes.ranges;
  const spelling = differences.total === 0 && range && !options.tolerance ? [encodingOf(a, b, range)] : [];
  const [changes, total] = [[...differences.changes, ...spelling], differences.total + spelling.length];
  return { same: total === 0, by: "fields", changes, total, bytes };
}

const NOTHING: FieldDifferences = { changes: [], total: 0 };

function encodingOf(a: Uint8Array, b: Uint8Array, range: DifferentRange): Change {
  const bytesOf = (file: Uint8Array, { offset, size }: DifferentRange["a"]) =>
    toHex(file.subarray(offset, offset + Math.min(size, SHOWN)));
  return { path: range.path, kind: "encoding", a: bytesOf(a, range.a), b: bytesOf(b, range.b) };
}

/** The differing fields of two files that were read with one layout, which have their spans if their fields hold places. */
export async function diffOpened(
  a: OpenedMesh,
  spansA: readonly Span[],
  b: OpenedMesh,
  spansB: readonly Span[],
  options: Pick<DiffOptions, "tolerance" | "codePage"> = {},
): Promise<FieldDifferences> {
  const spans = { a: spansA, b: spansB };
  const layout = a.format.layouts[a.dialect] ?? { type: a.dialect };
  return diffFields(a.file, b.file, layout, {
    tolerance: options.tolerance ?? 0,
    codePage: await codePageOfFiles([a, b], options.codePage),
    placesOf: (side, list) => spanAt(spans[side], list)?.children?.map(({ offset }) => offset) ?? [],
  });
}

/** The code page for the names of these files; its table stays unloaded while they are all ASCII. */
export function codePageOfFiles(meshes: readonly OpenedMesh[], id?: string): Promise<CodePage> {
  const names: Uint8Array[] = [];
  const collect = (value: unknown): void => {
    if (isText(value)) names.push(value.raw.at(-1) === 0 ? value.raw.subarray(0, -1) : value.raw);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (isRecord(value)) Object.values(value).forEach(collect);
  };
  for (const { file } of meshes) collect(file);
  return codePageFor(id ?? meshes[0]?.format.codePage ?? "latin1", names);
}
