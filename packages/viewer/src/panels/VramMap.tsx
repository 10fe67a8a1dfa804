import { useEffect, useRef } from "preact/hooks";
import type { VramRect } from "../protocol.ts";
import { selectPath } from "../store/selection.ts";
import { STRINGS } from "../strings.ts";

/** The console's video memory in words: 1024 across, 512 down, in pages of 64 x 256. */
const WIDTH = 1024;
const HEIGHT = 512;
const PAGE = [64, 256] as const;

/** Where atlases and palettes go. A click selects their record. */
export function VramMap({ rects }: { rects: readonly VramRect[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    context.fillStyle = "#11151a";
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (const { x, y, width, height, pixels } of rects) {
      if (width > 0 && height > 0) context.putImageData(new ImageData(pixels.slice(), width, height), x, y);
    }
    context.strokeStyle = "#ffffff22";
    for (let x = 0; x <= WIDTH; x += PAGE[0]) context.strokeRect(x, 0, PAGE[0], HEIGHT);
    context.strokeRect(0, PAGE[1], WIDTH, PAGE[1]);
    context.lineWidth = 2;
    context.font = "600 20px system-ui, sans-serif";
    for (const { kind, x, y, width, height, label } of rects) {
      context.strokeStyle = kind === "atlas" ? "#63c7ff" : "#ffb02e";
      context.strokeRect(x + 1, y, Math.max(2, width - 2), Math.max(3, height));
      if (kind !== "atlas") continue;
      context.fillStyle = "#000a";
      context.fillRect(x + 4, y + 4, 12 + context.measureText(label).width, 26);
      context.fillStyle = "#cfeaff";
      context.fillText(label, x + 10, y + 24);
    }
  }, [rects]);
  const rectAt = (event: MouseEvent): VramRect | undefined => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (!bounds) return undefined;
    const x = ((event.clientX - bounds.left) / bounds.width) * WIDTH;
    const y = ((event.clientY - bounds.top) / bounds.height) * HEIGHT;
    return rects.findLast(
      (rect) => x >= rect.x && x < rect.x + rect.width && y >= rect.y - 3 && y < rect.y + rect.height + 3,
    );
  };
  return (
    <figure>
      <figcaption>
        <span>{STRINGS.vram}</span>
        <span class="dim">1024 × 512</span>
      </figcaption>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={STRINGS.vram}
        onClick={(event) => {
          const rect = rectAt(event);
          if (rect) selectPath(rect.path, "tree");
        }}
      />
      <ul class="legend">
        {rects.map(({ path, label, kind, x, y, width, height }) => (
          <li key={path}>
            <button type="button" onClick={() => selectPath(path, "tree")}>
              <i class={kind} />
              <span>{label}</span>
              <code>
                {x}, {y} · {width} × {height}
              </code>
            </button>
          </li>
        ))}
      </ul>
    </figure>
  );
}
