import type { Span } from "@meshglot/core";
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import {
  BYTES_PER_ROW,
  columnAt,
  type HexGeometry,
  type HexRange,
  hexGeometry,
  measureChar,
  paintHex,
  ROW_HEIGHT,
} from "../hex/painter.ts";
import { type RowScale, rowScale } from "../hex/scale.ts";
import { fieldHue } from "../store/fieldHues.ts";
import { arrivals } from "../store/files.ts";
import type { ByteSource } from "../store/pagedBytes.ts";
import { selectBytes, selection } from "../store/selection.ts";
import { theme } from "../store/theme.ts";
import { hexColors } from "./hexColors.ts";

interface Props {
  source: ByteSource;
  /** Path of the decoded block whose bytes these are; empty for the file. */
  block: string;
  leaves: readonly Span[];
  label: string;
}

/** Bytes in rows of sixteen on a canvas, for sources of any size. */
export function HexView({ source, block, leaves, label }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const top = useSignal(0);
  const height = useSignal(0);
  const anchor = useRef<number | undefined>(undefined);
  const geometry = useRef<HexGeometry>(hexGeometry(8, 8));
  const scale = useRef<RowScale>(rowScale(1, 1, ROW_HEIGHT));
  const digits = Math.max(6, source.size.toString(16).length);
  const rows = Math.ceil(source.size / BYTES_PER_ROW);

  useEffect(() => {
    const [area, picture] = [scroller.current, canvas.current];
    const context = picture?.getContext("2d");
    if (!area || !picture || !context) return;
    geometry.current = hexGeometry(measureChar(context), digits);
    const watch = new ResizeObserver(() => {
      height.value = area.clientHeight;
    });
    watch.observe(area);
    height.value = area.clientHeight;
    let frame = 0;
    const stop = effect(() => {
      const visible = Math.ceil(height.value / ROW_HEIGHT);
      scale.current = rowScale(rows, height.value, ROW_HEIGHT);
      content.current?.style.setProperty("height", `${scale.current.height}px`);
      const first = top.value;
      const chosen = selection.value;
      const now = [arrivals.value, theme.value];
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (now.length === 0) return;
        const ratio = window.devicePixelRatio || 1;
        const width = Math.max(area.clientWidth, geometry.current.width);
        picture.width = Math.round(width * ratio);
        picture.height = Math.round(visible * ROW_HEIGHT * ratio);
        picture.style.width = `${width}px`;
        picture.style.height = `${visible * ROW_HEIGHT}px`;
        context.scale(ratio, ratio);
        const length = visible * BYTES_PER_ROW;
        paintHex(
          context,
          geometry.current,
          {
            top: first,
            rows: visible,
            size: source.size,
            bytes: source.peek(first * BYTES_PER_ROW, length),
            leaves,
            hueOf: fieldHue,
            ranges: rangesOf(chosen, block),
            cursor: chosen?.place.block === block ? chosen.place.offset : -1,
            digits,
            width,
          },
          hexColors(theme.value),
        );
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      stop();
    };
  }, [source, leaves, block, rows, digits]);

  const goTo = (row: number) => {
    const last = Math.max(0, rows - Math.floor(height.value / ROW_HEIGHT));
    top.value = Math.max(0, Math.min(last, row));
    if (scroller.current) scroller.current.scrollTop = scale.current.scrollTopOf(top.value);
  };

  // What was selected elsewhere comes into sight, a few rows below the edge.
  useEffect(() => {
    const chosen = selection.value;
    const place = chosen?.place.block === block ? chosen.place : chosen?.related.find((other) => other.block === block);
    if (!place) return;
    const row = Math.floor(place.offset / BYTES_PER_ROW);
    const visible = Math.floor(height.value / ROW_HEIGHT);
    if (row < top.value || row >= top.value + Math.max(1, visible - 1)) goTo(row - 2);
  }, [selection.value, block, source]);

  const byteAt = (event: MouseEvent): number | undefined => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (!bounds) return undefined;
    const column = columnAt(geometry.current, event.clientX - bounds.left);
    const row = top.value + Math.floor((event.clientY - bounds.top) / ROW_HEIGHT);
    const offset = row * BYTES_PER_ROW + (column ?? 0);
    return column !== undefined && offset < source.size ? offset : undefined;
  };
  const extend = (offset: number) => {
    const from = anchor.current ?? offset;
    selectBytes({ block, offset: Math.min(from, offset), size: Math.abs(offset - from) + 1 });
  };
  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height.value / ROW_HEIGHT) - 1) * BYTES_PER_ROW;
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -BYTES_PER_ROW,
      ArrowDown: BYTES_PER_ROW,
      PageUp: -page,
      PageDown: page,
      Home: -source.size,
      End: source.size,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = selection.value?.place;
    const at = place?.block === block ? place.offset : 0;
    const next = Math.max(0, Math.min(source.size - 1, at + step));
    if (!event.shiftKey) anchor.current = next;
    extend(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: bytes of a file of any size can not be cells of a table
    <div
      class="hex"
      ref={scroller}
      tabIndex={0}
      role="grid"
      aria-label={label}
      aria-rowcount={rows}
      data-block={block}
      data-top={top}
      onKeyDown={onKey}
      onScroll={(event) => {
        const row = scale.current.rowAt(event.currentTarget.scrollTop);
        // Rows that share a pixel would jump back to its first one.
        if (scale.current.scrollTopOf(top.value) !== event.currentTarget.scrollTop) top.value = row;
      }}
      onWheel={(event) => {
        if (scale.current.height >= rows * ROW_HEIGHT || event.ctrlKey) return;
        event.preventDefault();
        goTo(top.value + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / ROW_HEIGHT)));
      }}
    >
      <div class="hex-content" ref={content}>
        <canvas
          ref={canvas}
          onPointerDown={(event) => {
            const offset = byteAt(event);
            if (offset === undefined) return;
            if (!event.shiftKey || anchor.current === undefined) anchor.current = offset;
            event.currentTarget.setPointerCapture(event.pointerId);
            extend(offset);
          }}
          onPointerMove={(event) => {
            const offset = event.buttons & 1 ? byteAt(event) : undefined;
            if (offset !== undefined) extend(offset);
          }}
        />
      </div>
    </div>
  );
}

function rangesOf(chosen: typeof selection.value, block: string): HexRange[] {
  if (!chosen) return [];
  const related = chosen.related.filter((place) => place.block === block).map((place) => ({ ...place, strong: false }));
  const own = chosen.place.block === block ? [{ ...chosen.place, strong: true }] : [];
  return [...own, ...related];
}
