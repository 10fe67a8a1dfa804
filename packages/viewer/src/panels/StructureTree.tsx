import { divideSpan, type Span } from "@meshglot/core";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fieldHue } from "../store/fieldHues.ts";
import { active } from "../store/files.ts";
import { selection, selectPath } from "../store/selection.ts";
import { STRINGS } from "../strings.ts";

const ROW = 24;
/** Elements of an array that are listed at once; the rest is reached by going to it. */
const PORTION = 200;

interface Row {
  span: Span;
  depth: number;
  open: boolean | undefined;
  inner: boolean;
}

/** The fields of the file as a tree, of which only what is in sight is made. */
export function StructureTree() {
  const spans = active.value?.spans ?? [];
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const top = useSignal(0);
  const height = useSignal(400);
  const scroller = useRef<HTMLDivElement>(null);
  const path = selection.value?.path ?? "";
  const rows = rowsOf(spans, opened.value, path);
  const at = rows.findIndex(({ span }) => span.path === path);

  useEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const watch = new ResizeObserver(() => {
      height.value = area.clientHeight;
    });
    watch.observe(area);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    opened.value = new Set();
  }, [spans]);
  // What was selected elsewhere: its parents open, and it comes into sight.
  useEffect(() => {
    if (!path) return;
    const parents = parentsOf(path);
    if (parents.some((parent) => !opened.value.has(parent))) opened.value = new Set([...opened.value, ...parents]);
  }, [path]);
  useEffect(() => {
    const area = scroller.current;
    if (!area || at < 0) return;
    if (at * ROW < area.scrollTop || (at + 1) * ROW > area.scrollTop + area.clientHeight) {
      area.scrollTop = Math.max(0, at * ROW - area.clientHeight / 3);
    }
  }, [path, rows.length]);

  const toggle = (span: Span) => {
    const next = new Set(opened.value);
    if (!next.delete(span.path)) next.add(span.path);
    opened.value = next;
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[at];
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -rows.length, End: rows.length }[
      event.key
    ];
    if (move !== undefined) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + move))];
      if (next) selectPath(next.span.path, "tree");
    } else if (row && event.key === "ArrowRight" && row.open === false) toggle(row.span);
    else if (row && event.key === "ArrowLeft" && row.open) toggle(row.span);
    else return;
    event.preventDefault();
  };
  const first = Math.max(0, Math.floor(top.value / ROW) - 4);
  const shown = rows.slice(first, first + Math.ceil(height.value / ROW) + 8);
  return (
    <div
      class="tree"
      ref={scroller}
      role="tree"
      aria-activedescendant="tree-current"
      tabIndex={0}
      aria-label={STRINGS.structure}
      onKeyDown={onKey}
      onScroll={(event) => {
        top.value = event.currentTarget.scrollTop;
      }}
    >
      <div style={{ height: `${rows.length * ROW}px`, position: "relative" }}>
        {shown.map((row, i) => (
          <TreeRow
            key={row.span.path + row.depth}
            row={row}
            top={(first + i) * ROW}
            current={row.span.path === path}
            toggle={toggle}
          />
        ))}
      </div>
    </div>
  );
}

function TreeRow({ row, top, current, toggle }: { row: Row; top: number; current: boolean; toggle(span: Span): void }) {
  const { span, depth, open, inner } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the tree's business, which has the focus for all of its rows
    <div
      id={current ? "tree-current" : undefined}
      tabIndex={-1}
      class={`tree-row ${current ? "current" : ""} ${span.type === "unread" ? "fault" : ""}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={current}
      aria-expanded={open}
      style={{ top: `${top}px`, paddingLeft: `${8 + depth * 14}px` }}
      onClick={() => selectPath(span.path, "tree")}
      onDblClick={() => toggle(span)}
    >
      <button
        type="button"
        class="twist"
        tabIndex={-1}
        aria-hidden="true"
        disabled={open === undefined}
        onClick={(event) => {
          event.stopPropagation();
          toggle(span);
        }}
      >
        {open === undefined ? "" : open ? "▾" : "▸"}
      </button>
      <i style={{ background: `hsl(${fieldHue(span.path)} 55% 55%)` }} />
      <span class="tree-name">{lastName(span.path)}</span>
      <span class="tree-type">
        {span.count === undefined ? span.type : `${span.type} × ${span.count.toLocaleString("en")}`}
      </span>
      <span class="tree-offset">
        {inner ? "·" : ""}
        {span.offset.toString(16)}
      </span>
    </div>
  );
}

/** Rows of the tree in order: what is open, and of long arrays the part around the selection. */
function rowsOf(spans: readonly Span[], opened: ReadonlySet<string>, selected: string): Row[] {
  const rows: Row[] = [];
  const visit = (span: Span, depth: number, inner: boolean): void => {
    const parts = partsOf(span);
    const open = parts === "none" ? undefined : opened.has(span.path);
    rows.push({ span, depth, open, inner });
    if (!open) return;
    if (parts === "elements") {
      for (const element of elementsAround(span, selected)) visit(element, depth + 1, inner);
      return;
    }
    // An array with its count in front has a part of its own name: it is the array itself.
    for (const child of span.children ?? []) {
      if (child.path === span.path)
        for (const element of elementsAround(child, selected)) visit(element, depth + 1, inner);
      else visit(child, depth + 1, inner);
    }
    for (const child of span.inner ?? []) visit(child, depth + 1, true);
  };
  for (const span of spans) visit(span, 0, false);
  return rows;
}

function partsOf(span: Span): "none" | "parts" | "elements" {
  if ((span.children?.length ?? 0) > 0 || span.inner) return "parts";
  const count = span.count ?? 0;
  const worth = count > 1 || (count === 1 && span.element?.fields !== undefined);
  return span.element?.size && worth ? "elements" : "none";
}

function elementsAround(span: Span, selected: string): Span[] {
  const index = selected.startsWith(`${span.path}[`)
    ? Number(/^\[(\d+)/.exec(selected.slice(span.path.length))?.[1] ?? 0)
    : 0;
  const from = Math.max(0, Math.floor(index / PORTION) * PORTION);
  return divideSpan(span, from, from + PORTION);
}

/** `meshes[3].triangles[7].uv0` has the parents `meshes`, `meshes[3]`, … */
function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let i = 1; i < path.length; i++) if (path[i] === "." || path[i] === "[") parents.push(path.slice(0, i));
  return parents;
}

function lastName(path: string): string {
  const dot = path.lastIndexOf(".");
  const bracket = path.lastIndexOf("[");
  return path.slice(bracket > dot ? bracket : dot + 1);
}
