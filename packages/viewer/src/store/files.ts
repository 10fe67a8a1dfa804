import { type Counts, type FaultJson, type Loss, leafSpans, type Span } from "@meshglot/core";
import { computed, signal } from "@preact/signals";
import type { Companion, FileAsk, FileReport, Model, NamedBlob, OpenedFile, ShownPart } from "../protocol.ts";
import { type ByteSource, PagedBytes } from "./pagedBytes.ts";
import { ask, WorkerFault } from "./worker.ts";

/** A file in the list. What takes memory is kept for the open one only; the others are read again when they are chosen. */
export interface FileEntry {
  id: number;
  name: string;
  blob: Blob;
  /** Undefined until the file was looked at. */
  format: OpenedFile["format"];
  state: "waiting" | "ready" | "damaged" | "unknown";
  counts: Counts | undefined;
  errors: number;
  warnings: number;
  /** Address of a small picture in memory. */
  thumbnail: string | undefined;
  /** What the user wants to lie beside it or not, by name. */
  choices: Readonly<Record<string, boolean>>;
  /** Names of the files that were used with it. */
  beside: readonly string[];
}

/** The file that is shown. */
export interface ActiveFile {
  id: number;
  name: string;
  blob: Blob;
  bytes: ByteSource;
  format: OpenedFile["format"];
  spans: Span[];
  /** Spans without children, in the order of the file. */
  leaves: Span[];
  fault: FaultJson | undefined;
  model: Model | undefined;
  part: ShownPart | undefined;
  modelFault: FaultJson | undefined;
  losses: Loss[];
  companions: Companion[];
}

export const files = signal<readonly FileEntry[]>([]);
export const active = signal<ActiveFile | undefined>(undefined);
export const report = signal<FileReport | undefined>(undefined);
export const busy = signal(false);
/** Counts up whenever bytes that were missing have come, so that views of them draw anew. */
export const arrivals = signal(0);
export const activeEntry = computed(() => files.value.find(({ id }) => id === active.value?.id));
/** How the file is to be read where its format leaves something open, by the names of the conversion options. */
export const readingOptions = signal<Record<string, string>>({});

let nextId = 1;
let turn = 0;

/** Pictures, buffers and material libraries that were opened along with meshes. */
export const companions = signal<readonly NamedBlob[]>([]);

/** A file with all that reading it may need. */
export function askFor({ name, blob, id }: NamedBlob & { id: number }): FileAsk {
  const others = files.value.map((entry): NamedBlob => ({ name: entry.name, blob: entry.blob }));
  const choices = files.value.find((entry) => entry.id === id)?.choices ?? {};
  return { name, blob, companions: [...companions.value, ...others], options: readingOptions.value, choices };
}

/** Uses files beside the one that is shown, or does not, and reads it anew. */
export async function chooseCompanions(choices: Readonly<Record<string, boolean>>): Promise<void> {
  const entry = activeEntry.value;
  if (!entry) return;
  update(entry.id, { choices: { ...entry.choices, ...choices } });
  await openEntry(entry.id);
}

function update(id: number, change: Partial<FileEntry>): void {
  files.value = files.value.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
}

/** Whether a file is called like one that lies beside a mesh; what it is its content decides. */
export function liesBeside(name: string): boolean {
  return /\.(skl|ani|cms|skeleton|anim|txt)$/i.test(name);
}

/** Puts files into the list and opens the first mesh of them. @param open false for files that go to the one that is shown */
export async function addFiles(added: readonly NamedBlob[], open = true): Promise<void> {
  const entries = added.map(
    ({ name, blob }): FileEntry => ({
      id: nextId++,
      name,
      blob,
      format: undefined,
      state: "waiting",
      counts: undefined,
      errors: 0,
      warnings: 0,
      thumbnail: undefined,
      choices: {},
      beside: [],
    }),
  );
  files.value = [...files.value, ...entries];
  const first = entries.find(({ name }) => !liesBeside(name)) ?? entries[0];
  if (first && open) await openEntry(first.id);
}

/** Shows a file of the list. A click on another one while this one is read wins. */
export async function openEntry(id: number): Promise<void> {
  const entry = files.value.find((file) => file.id === id);
  if (!entry) return;
  const mine = ++turn;
  busy.value = true;
  try {
    const { blob, name } = entry;
    const opened = await ask("open", askFor(entry)).catch((error: unknown) => failed(error, blob));
    if (mine !== turn) return;
    const bytes = new PagedBytes(blob, () => {
      arrivals.value++;
    });
    report.value = undefined;
    active.value = { id, name, blob, bytes, ...opened, leaves: leafSpans(opened.spans) };
    const beside = opened.companions.flatMap(({ name, used }) => (used && name !== undefined ? [name] : []));
    update(id, {
      beside,
      format: opened.format,
      state: opened.format ? (opened.fault ? "damaged" : "ready") : "unknown",
    });
    if (!opened.format || !isEngineFormat(opened.format.id)) return;
    // The picture first: checking would take the processor from drawing it.
    if (opened.model) await pictureOf(id);
    await look(entry, mine);
  } finally {
    if (mine === turn) busy.value = false;
  }
}

/** False for the scenes that meshglot converts to and from, of which there is nothing to check here. */
export function isEngineFormat(id: string): boolean {
  return !["glb", "gltf", "obj"].includes(id);
}

/** Called when the model of a file was drawn. */
let onDrawn: { id: number; resolve(): void } | undefined;

/** Waits until the model of a file was drawn, but not for ever: a page in the background draws nothing. */
function pictureOf(id: number): Promise<void> {
  return new Promise((resolve) => {
    onDrawn = { id, resolve };
    setTimeout(resolve, LONGEST_DRAW);
  });
}

/** Milliseconds. */
const LONGEST_DRAW = 2000;

async function look(entry: FileEntry, mine: number): Promise<void> {
  const { id } = entry;
  const found = await ask("report", askFor(entry)).catch(() => undefined);
  if (!found || mine !== turn) return;
  const count = (severity: string) => found.issues.filter((issue) => issue.severity === severity).length;
  update(id, { counts: found.counts, errors: count("error"), warnings: count("warning") });
  report.value = found;
}

function failed(error: unknown, blob: Blob): OpenedFile {
  if (!(error instanceof WorkerFault)) throw error;
  const span = {
    path: "file",
    offset: 0,
    size: blob.size,
    type: "bytes",
    count: blob.size,
    element: { type: "u8", size: 1 },
  };
  const nothing = {
    format: undefined,
    model: undefined,
    part: undefined,
    modelFault: undefined,
    losses: [],
    companions: [],
  };
  return { ...nothing, spans: [span], fault: error.fault };
}

/** Takes a file off the list; the one beside it is shown if it was the open one. */
export async function closeEntry(id: number): Promise<void> {
  const at = files.value.findIndex((entry) => entry.id === id);
  releaseThumbnail(id);
  files.value = files.value.filter((entry) => entry.id !== id);
  if (active.value?.id !== id) return;
  const next = files.value[Math.min(at, files.value.length - 1)];
  if (next) return openEntry(next.id);
  turn++;
  active.value = undefined;
  report.value = undefined;
}

export function setThumbnail(id: number, thumbnail: string): void {
  releaseThumbnail(id);
  update(id, { thumbnail });
  if (onDrawn?.id === id) onDrawn.resolve();
}

function releaseThumbnail(id: number): void {
  const before = files.value.find((entry) => entry.id === id)?.thumbnail;
  if (before) URL.revokeObjectURL(before);
}
