import { type CodePage, codePageFor, toHex } from "../../bytes/codePage.ts";
import type { Span } from "../../bytes/trace.ts";
import type { ConvertOptions } from "../../format.ts";
import { isRecord, isText } from "../../layout/values.ts";
import { sceneKindOf } from "../importScene.ts";
import { spanAt } from "../map.ts";
import type { OpenedMesh, OpenOptions } from "../open.ts";
import type { Change } from "./change.ts";
import { diffAsScenes } from "./diffAsScenes.ts";
import { type ByteDifferences, type DifferentRange, diffBytes } from "./diffBytes.ts";
import { diffFields, type FieldDifferences, MAX_CHANGES } from "./diffFields.ts";
import { type DiffSide, openSide } from "./diffSide.ts";
import { sameFiles } from "./sameFiles.ts";

/** Bytes shown of a field that differs in nothing else. */
const SHOWN = 16;

export interface DiffOptions extends OpenOptions {
  /** Numbers with a unit, and floats, that differ by no more are the same; in the units of the file, or in metres of scenes. */
  tolerance?: number;
  /** Code page of names instead of the format's own. */
  codePage?: string;
  /** Of meshes that are compared as scenes. */
  convert?: ConvertOptions;
  /** Metres that the numbers of an OBJ count; 1 by default. */
  objUnit?: number;
}

/** What differs between two files. */
export interface Difference {
  /** True if no byte differs; with a tolerance, if no number differs by more; of scenes, if nothing does that is compared. */
  same: boolean;
  /** `fields` of one layout, or `scene` for a GLB, glTF or OBJ and for files of two formats or dialects. */
  by: "fields" | "scene";
  /** At most 10,000. */
  changes: Change[];
  /** Number of changes, listed or not. */
  total: number;
  bytes: ByteDifferences;
  /** What the files hold that was not looked at, in words, so that "the same" promises no more than it knows. Of scenes only. */
  notCompared: string[];
}

/**
 * What differs between two files, and in which byte ranges: field by field if they are meshes of one layout, else as glTF
 * scenes in metres. A GLB, glTF or OBJ always is a scene.
 *
 * @param a the whole file, or with what lies beside it
 * @throws MeshglotError with the `side` that can not be read to its end, or without if the comparison failed
 * @example
 * const { same, changes } = await diffMesh(before, after);
 * for (const { path, a, b } of changes) console.log(path, a, "->", b);
 * @example
 * const resources = async (uri: string) => readFile(join(folder, uri));
 * await diffMesh(sword, { bytes: gltf, resources });
 */
export async function diffMesh(
  a: Uint8Array | DiffSide,
  b: Uint8Array | DiffSide,
  options: DiffOptions = {},
): Promise<Difference> {
  const [sideA, sideB] = [a, b].map((side) => (side instanceof Uint8Array ? { bytes: side } : side)) as [
    DiffSide,
    DiffSide,
  ]; // as many as there were
  if (sceneKindOf(sideA.bytes) && (await sameFiles(sideA, sideB))) return IDENTICAL;
  const first = await openSide(sideA, "a", options);
  const second = await openSide(sideB, "b", options);
  const spansOf = (side: typeof first) => (side.kind === "mesh" ? side.spans : []);
  const bytes = diffBytes(sideA.bytes, spansOf(first), sideB.bytes, spansOf(second));
  if (first.kind !== "mesh" || second.kind !== "mesh" || !haveOneLayout(first.mesh, second.mesh)) {
    const { changes, notCompared } = await diffAsScenes(first, second, options);
    const total = changes.length;
    return { same: total === 0, by: "scene", changes: changes.slice(0, MAX_CHANGES), total, bytes, notCompared };
  }
  const differences =
    bytes.total === 0 ? NOTHING : await diffOpened(first.mesh, first.spans, second.mesh, second.spans, options);
  // Numbers may be equal and their bytes not: a NaN has millions of encodings.
  const [range] = bytes.ranges;
  const spelled = differences.total === 0 && range && !options.tolerance;
  const spelling = spelled ? [encodingOf(sideA.bytes, sideB.bytes, range)] : [];
  const [changes, total] = [[...differences.changes, ...spelling], differences.total + spelling.length];
  return { same: total === 0, by: "fields", changes, total, bytes, notCompared: [] };
}

/** What is to be said of two files of which every byte is the same. */
export const IDENTICAL: Readonly<Difference> = {
  same: true,
  by: "fields",
  changes: [],
  total: 0,
  bytes: { ranges: [], total: 0, changed: 0 },
  notCompared: [],
};

function haveOneLayout(a: OpenedMesh, b: OpenedMesh): boolean {
  return a.format === b.format && a.dialect === b.dialect;
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
