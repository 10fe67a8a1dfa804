import { divideSpan, locateSpan, numberText, type Span, scalarReader, valueText } from "@meshglot/core";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { rowScale } from "../hex/scale.ts";
import { blockBytes } from "../store/blocks.ts";
import { active, arrivals } from "../store/files.ts";
import { selectBytes, selection, spansOf } from "../store/selection.ts";
import { STRINGS } from "../strings.ts";

const ROW = 22;

/** The array that the selection lies in, an element a row. */
export function TableView() {
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(200);
  const file = active.value;
  const chosen = selection.value;
  const block = chosen?.place.block ?? "";
  const array = chosen && arrayAround(spansOf(block), chosen.path);
  const count = array?.count ?? 0;
  const size = array?.element?.size ?? 1;
  const scale = rowScale(count, height.value - ROW, ROW);
  const at = array && chosen ? Math.floor((chosen.place.offset - array.offset) / size) : -1;

  useEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const watch = new ResizeObserver(() => {
      height.value = area.clientHeight;
    });
    watch.observe(area);
    return () => watch.disconnect();
  }, [array?.path]);
  useEffect(() => {
    if (at < 0 || chosen?.by === "table") return;
    top.value = Math.max(0, at - 3);
    if (scroller.current) scroller.current.scrollTop = scale.scrollTopOf(top.value);
  }, [at, array?.path]);

  const source = block === "" ? file?.bytes : blockBytes.value?.bytes;
  if (!array || !source || arrivals.value < 0) return <p class="empty">{STRINGS.noTable}</p>;
  const visible = Math.ceil(height.value / ROW);
  const rows = divideSpan(array, top.value, top.value + visible);
  const bytes = source.peek(array.offset + top.value * size, rows.length * size);
  const [sample] = divideSpan(array, 0, 1);
  const columns = sample ? columnsOf(sample) : [];
  return (
    <section
      class="table"
      ref={scroller}
      aria-label={array.path}
      onScroll={(event) => {
        if (scale.scrollTopOf(top.value) !== event.currentTarget.scrollTop)
          top.value = scale.rowAt(event.currentTarget.scrollTop);
      }}
    >
      <div class="table-content" style={{ height: `${scale.height + ROW}px` }}>
        <table>
          <thead>
            <tr>
              <th scope="col">{array.path.split(".").at(-1)}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => {
              const index = top.value + i;
              return (
                <tr
                  key={index}
                  class={index === at ? "current" : ""}
                  aria-selected={index === at}
                  onClick={() => selectBytes({ block, offset: row.offset, size: row.size }, "table")}
                >
                  <th scope="row">{index}</th>
                  {columns.map((column) => (
                    <td key={column.name}>{bytes ? column.text(bytes.subarray(i * size, (i + 1) * size)) : "…"}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The innermost array with elements of one size that holds a path. */
function arrayAround(spans: readonly Span[], path: string): Span | undefined {
  for (let head = path; head !== ""; head = shorter(head)) {
    const found = locateSpan(spans, head)?.span;
    const array = found?.children?.findLast((child) => child.path === found.path) ?? found;
    if (array?.path === head && array.element?.size && (array.count ?? 0) > 1) return array;
  }
  return undefined;
}

function shorter(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")));
}

interface Column {
  name: string;
  text(element: Uint8Array): string;
}

const AXES = ["x", "y", "z", "w"] as const;

/** A column per number; fields of records bring their names. */
function columnsOf(element: Span, prefix = "", start = element.offset): Column[] {
  if (element.children) {
    return element.children.flatMap((child) => columnsOf(child, child.path.split(".").at(-1) ?? "", start));
  }
  const reader = scalarReader(element.type);
  const from = element.offset - start;
  if (!reader) {
    const text = (bytes: Uint8Array) => valueText(bytes.subarray(from), { ...element, offset: 0 });
    return [{ name: prefix || element.type, text }];
  }
  const count = Math.floor(element.size / reader.size);
  return Array.from({ length: Math.min(count, 16) }, (_, i) => {
    const axis = count > 1 ? (count <= 4 ? (AXES[i] ?? String(i)) : String(i)) : "";
    return {
      name: [prefix, axis].filter(Boolean).join(".") || element.type,
      text: (bytes) => {
        const at = from + i * reader.size;
        if (at + reader.size > bytes.byteLength) return "";
        return numberText(reader.read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at));
      },
    };
  });
}
