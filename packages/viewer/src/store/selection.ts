import {
  type BytePlace,
  type LocatedArray,
  locateSpan,
  placeOfRow,
  rowAtByte,
  type Span,
  spansAtByte,
} from "@meshglot/core";
import { computed, signal } from "@preact/signals";
import type { LocatedRows, Model, ModelPrimitive } from "../protocol.ts";
import { active } from "./files.ts";

/** A part of the model. */
export type ModelElement =
  | { kind: "triangle"; primitive: number; index: number }
  | { kind: "vertex"; primitive: number; index: number }
  | { kind: "surface"; primitive: number }
  | { kind: "node"; node: number };

/** Bytes that belong to the selection, and what they are in it. */
export interface RelatedPlace extends BytePlace {
  role: "triangle" | "vertex" | "field";
  path: string;
}

/** The one selection that every view shows. */
export interface Selection {
  /** The bytes that the inspector shows. */
  place: BytePlace;
  path: string;
  /** Empty if the bytes stand for nothing that can be seen. */
  elements: ModelElement[];
  /** All bytes behind the first element, the place among them. */
  related: RelatedPlace[];
  /** Where it was made, so that this view need not scroll to it. */
  by: "model" | "hex" | "tree" | "table" | "issues" | "link";
}

export const selection = signal<Selection | undefined>(undefined);
/** Path of the decoded block that the hex view shows beside the file; empty for none. */
export const shownBlock = computed(() => selection.value?.place.block || blockUnder(selection.value?.path ?? ""));

/** A compressed block that is selected as a whole is shown decoded, too. */
function blockUnder(path: string): string {
  const located = active.value && locateSpan(active.value.spans, path);
  return located?.span.inner ? located.span.path : "";
}

/** The spans of the file, or of a decoded block. */
export function spansOf(block: string): readonly Span[] {
  const spans = active.value?.spans ?? [];
  return block === "" ? spans : (locateSpan(spans, block)?.span.inner ?? []);
}

export function clearSelection(): void {
  selection.value = undefined;
}

/** Selects a part of the model: its bytes follow. */
export function selectElement(element: ModelElement, by: Selection["by"] = "model"): void {
  const model = active.value?.model;
  if (!model) return;
  const related = withPayload(placesOf(model, element));
  const [first] = related;
  selection.value = {
    place: first ?? { block: "", offset: 0, size: 0 },
    path: first?.path ?? "",
    elements: element.kind === "triangle" ? [element, ...restOfFace(model, element)] : [element],
    related,
    by,
  };
}

/** The other triangles of the same face: a quad of the file is two. */
function restOfFace(model: Model, { primitive, index }: { primitive: number; index: number }): ModelElement[] {
  const rows = model.primitives[primitive]?.triangles[0]?.rows;
  const row = rows?.[index];
  if (!rows || row === undefined) return [];
  const others = [index - 1, index + 1].filter((other) => rows[other] === row);
  return others.map((other) => ({ kind: "triangle", primitive, index: other }));
}

/** Selects the field at a path: its bytes, and what they stand for. */
export function selectPath(path: string, by: Selection["by"]): boolean {
  const found = active.value && locateSpan(active.value.spans, path);
  if (!found) return false;
  const { block, span } = found;
  selectPlace({ block, offset: span.offset, size: span.size }, span.path, by);
  return true;
}

/** Selects bytes: the innermost field that holds all of them names the selection. */
export function selectBytes(place: BytePlace, by: Selection["by"] = "hex"): void {
  selectPlace(place, pathOfPlace(place), by);
}

/** Selects what an issue or a fault speaks of. Its path may lie beyond what could be read; then its bytes say where. */
export function selectIssue(found: { path: string; offset: number | null; length?: number | null }): void {
  const { path, offset, length } = found;
  if ((path && selectPath(path, "issues")) || offset === null) return;
  selectBytes({ block: "", offset, size: Math.max(1, length ?? 1) }, "issues");
}

function selectPlace(place: BytePlace, path: string, by: Selection["by"]): void {
  const model = active.value?.model;
  const elements = model ? elementsAt(model, place, path) : [];
  const [first] = elements;
  const related = model && first ? placesOf(model, first) : [];
  const all = withPayload([{ ...place, path, role: "field" }, ...related]);
  selection.value = { place, path, elements, related: all, by };
}

/** Places in a decoded block, and the compressed bytes in the file that they were decoded from. */
function withPayload(places: readonly RelatedPlace[]): RelatedPlace[] {
  const blocks = new Set(places.map(({ block }) => block).filter((block) => block !== ""));
  return [...places, ...[...blocks].flatMap(placesOfPath)];
}

/** All bytes that an element was made from. */
export function placesOf(model: Model, element: ModelElement): RelatedPlace[] {
  if (element.kind === "node") return placesOfPath(model.nodes[element.node]?.path ?? "");
  const primitive = model.primitives[element.primitive];
  if (!primitive) return [];
  if (element.kind === "surface") return placesOfPath(primitive.path);
  if (element.kind === "vertex") return rowsOf(primitive.vertices, element.index, "vertex");
  const corners = [0, 1, 2].flatMap((k) => {
    const vertex = primitive.indices[3 * element.index + k];
    return vertex === undefined ? [] : rowsOf(primitive.vertices, vertex, "vertex");
  });
  return [...rowsOf(primitive.triangles, element.index, "triangle"), ...corners];
}

function placesOfPath(path: string): RelatedPlace[] {
  const found = path && active.value ? locateSpan(active.value.spans, path) : undefined;
  if (!found) return [];
  return [{ block: found.block, offset: found.span.offset, size: found.span.size, path, role: "field" }];
}

function rowsOf(groups: readonly LocatedRows[], index: number, role: RelatedPlace["role"]): RelatedPlace[] {
  return groups.flatMap(({ rows, arrays }) => {
    const row = rows ? (rows[index] ?? -1) : index;
    if (row < 0) return [];
    return arrays.map((array) => {
      const place = placeOfRow(array, row);
      return { ...place, path: pathOfPlace(place), role };
    });
  });
}

/**
 * Path of the field that bytes are: the innermost one that holds all of them. Several elements of an array go by the
 * name of the first of them, all elements by that of the array.
 */
export function pathOfPlace({ block, offset, size }: BytePlace): string {
  const chain = spansAtByte(spansOf(block), offset);
  const holding = chain.filter((span) => span.offset + span.size >= offset + size);
  const innermost = holding.at(-1);
  const severalElements = innermost?.count !== undefined && innermost.size > size;
  return (severalElements ? chain[holding.length] : innermost)?.path ?? innermost?.path ?? chain.at(-1)?.path ?? "";
}

/** Most triangles and vertices that one selection of bytes lights up. */
const MOST_ELEMENTS = 2000;

/** What bytes stand for: bones and points by their fields, triangles and vertices by the rows of arrays. */
function elementsAt(model: Model, place: BytePlace, path: string): ModelElement[] {
  const node = model.nodes.findIndex((candidate) => candidate.path !== "" && isWithin(path, candidate.path));
  if (node >= 0) return [{ kind: "node", node }];
  const found: ModelElement[] = [];
  model.primitives.forEach((primitive, number) => {
    for (const index of indicesAt(primitive.triangles, primitive.indices.length / 3, place)) {
      if (found.length < MOST_ELEMENTS) found.push({ kind: "triangle", primitive: number, index });
    }
    if (found.length > 0) return;
    for (const index of indicesAt(primitive.vertices, primitive.positions.length / 3, place)) {
      if (found.length < MOST_ELEMENTS) found.push({ kind: "vertex", primitive: number, index });
    }
  });
  if (found.length > 0) return found;
  const surface = model.primitives.findIndex((primitive) => primitive.path !== "" && isWithin(path, primitive.path));
  return surface >= 0 ? [{ kind: "surface", primitive: surface }] : [];
}

function isWithin(path: string, head: string): boolean {
  return path === head || path.startsWith(`${head}.`) || path.startsWith(`${head}[`);
}

/** Numbers of triangles or vertices whose rows touch the place. */
function indicesAt(groups: readonly LocatedRows[], count: number, place: BytePlace): number[] {
  const found = new Set<number>();
  for (const { rows, arrays } of groups) {
    for (const array of arrays) {
      for (const row of rowsTouched(array, place)) {
        if (!rows) {
          if (row < count) found.add(row);
          continue;
        }
        for (let at = rows.indexOf(row); at >= 0 && found.size < MOST_ELEMENTS; at = rows.indexOf(row, at + 1))
          found.add(at);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Rows of an array that share a byte with the place; none if it is so large that it means the array as a whole. */
function rowsTouched(array: LocatedArray, { block, offset, size }: BytePlace): number[] {
  if (size > MOST_ROWS * array.step) return [];
  const rows = new Set<number>();
  const smallest = Math.max(1, array.size);
  for (let at = offset; at < offset + size; at += smallest) addRow(at);
  addRow(offset + Math.max(0, size - 1));
  return [...rows];

  function addRow(at: number): void {
    const row = rowAtByte(array, block, at);
    if (row !== undefined && row < array.count * array.every) rows.add(row);
  }
}

/** Rows that one selection of bytes may touch. */
const MOST_ROWS = 64;

/** For the read-out: which part of the model this is. */
export function primitiveOf(element: ModelElement | undefined): ModelPrimitive | undefined {
  if (!element || element.kind === "node") return undefined;
  return active.value?.model?.primitives[element.primitive];
}
