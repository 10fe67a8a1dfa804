import { effect, signal, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Vector2 } from "three";
import { compareMode, ghost } from "../store/compare.ts";
import { active, activeEntry, busy, report, setThumbnail } from "../store/files.ts";
import { clip, time } from "../store/playback.ts";
import { clearSelection, selectElement, selection } from "../store/selection.ts";
import { theme } from "../store/theme.ts";
import {
  companionTexture,
  doubleSided,
  hidden,
  morphs,
  overlays,
  poses,
  shading,
  treeDepth,
  weightNode,
} from "../store/view.ts";
import { plural, STRINGS } from "../strings.ts";
import type { Look } from "../view3d/drawnModel.ts";
import type { Pick } from "../view3d/picking.ts";
import { type Label, Viewport } from "../view3d/viewport.ts";
import { PartNotice } from "./PartNotice.tsx";
import { ReadOut } from "./ReadOut.tsx";
import { Timeline } from "./Timeline.tsx";
import { ViewToolbar } from "./ViewToolbar.tsx";

/** The one viewport of the page; keys and tests reach it here. */
export const viewport = signal<Viewport | undefined>(undefined);

const BACKGROUND = { dark: "#171b21", light: "#eceff3" } as const;
/** A pointer that moved further than this between down and up was turning the model. */
const CLICK = 4;

function lookNow(): Look {
  // A skeleton alone has nothing but its bones to show.
  const bare = active.value?.model?.primitives.length === 0;
  // A way of shading is kept from file to file, and a mesh without weights has no heat map.
  const skinned = active.value?.model?.primitives.some(({ weights }) => weights) ?? false;
  return {
    shading: shading.value === "weights" && !skinned ? "shaded" : shading.value,
    doubleSided: doubleSided.value,
    hidden: hidden.value,
    overlays: bare ? new Set([...overlays.value, "skeleton"]) : overlays.value,
    treeDepth: treeDepth.value,
    weightNode: weightNode.value,
    morphs: morphs.value,
    poses: poses.value,
    storedBounds: report.value?.bounds,
  };
}

/** The model, and what is written over it. */
export function ModelView() {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef(signal<Label[]>([])).current;
  const hover = useRef(signal<Pick | undefined>(undefined)).current;
  const squares = useRef(signal(0)).current;
  const pressed = useRef<{ x: number; y: number } | undefined>(undefined);

  useEffect(() => {
    if (!area.current || !canvas.current) return;
    const view = new Viewport(canvas.current, () => {
      labels.value = view.labels();
      if (wanted === undefined) return;
      takeThumbnail(view, wanted);
      wanted = undefined;
    });
    /** Number of a file whose first picture is to be kept small. */
    let wanted: number | undefined;
    viewport.value = view;
    const box = area.current;
    const watch = new ResizeObserver(() => view.stage.resize(box.clientWidth, box.clientHeight));
    watch.observe(box);
    view.stage.resize(box.clientWidth, box.clientHeight);
    const stops = [
      effect(() => view.stage.setBackground(BACKGROUND[theme.value])),
      effect(() => {
        const file = active.value;
        squares.value = view.setModel(file?.model, untracked(lookNow));
        hover.value = undefined;
        wanted = file?.model ? file.id : undefined;
        view.onTextures = () => {
          wanted = file?.id;
        };
      }),
      effect(() => view.setLook(lookNow())),
      effect(() => view.setMoment(clip.value, time.value)),
      effect(() => view.setCompanion(companionTexture.value?.bitmap)),
      effect(() => view.setGhost(ghost.value, compareMode.value)),
      effect(() => view.setSelection(selection.value?.elements ?? [])),
    ];
    return () => {
      for (const stop of stops) stop();
      watch.disconnect();
      view.dispose();
      viewport.value = undefined;
    };
  }, []);

  const pointerOf = (event: PointerEvent): Vector2 | undefined => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (!bounds) return undefined;
    return new Vector2(
      ((event.clientX - bounds.left) / bounds.width) * 2 - 1,
      1 - ((event.clientY - bounds.top) / bounds.height) * 2,
    );
  };
  const pickAt = (event: PointerEvent): Pick | undefined => {
    const pointer = pointerOf(event);
    return pointer && viewport.value?.pick(pointer, event.shiftKey);
  };

  const file = active.value;
  return (
    <section class="model" aria-label={STRINGS.shadings.shaded}>
      <ViewToolbar />
      <PartNotice />
      <div class="stage" ref={area}>
        <canvas
          ref={canvas}
          data-testid="model"
          aria-label={describe()}
          role="img"
          onPointerDown={(event) => {
            pressed.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerUp={(event) => {
            const from = pressed.current;
            pressed.current = undefined;
            if (!from || event.button !== 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK)
              return;
            const found = pickAt(event);
            if (found) selectElement(found.element);
            else clearSelection();
          }}
          onPointerMove={(event) => {
            if (event.buttons === 0 && event.pointerType === "mouse") hover.value = pickAt(event);
          }}
          onPointerLeave={() => {
            hover.value = undefined;
          }}
        />
        <Labels labels={labels.value} />
        {file?.model && <ReadOut pick={hover.value} square={squares.value} />}
        {busy.value && (
          <div class="busy" role="status">
            {STRINGS.loading}
          </div>
        )}
        {file && !file.model && <NoModel />}
      </div>
      <Timeline />
    </section>
  );
}

function Labels({ labels }: { labels: readonly Label[] }) {
  const nodes = active.value?.model?.nodes ?? [];
  const chosen = selection.value?.elements[0];
  return (
    <div class="labels" aria-hidden="true">
      {labels.map(({ node, x, y }) => (
        <span
          key={node}
          class={`label ${nodes[node]?.kind} ${chosen?.kind === "node" && chosen.node === node ? "chosen" : ""}`}
          style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
        >
          {nodes[node]?.name}
        </span>
      ))}
    </div>
  );
}

function NoModel() {
  const file = active.value;
  const fault = file?.fault ?? file?.modelFault;
  return (
    <div class="no-model">
      <strong>{file?.format ? STRINGS.noModel : STRINGS.unknownFormat}</strong>
      {fault && <code>{fault.code}</code>}
      {fault && <p>{fault.message}</p>}
      {fault?.hint && <p class="dim">{fault.code === "SKELETON_NEEDED" ? STRINGS.skeletonNeeded : fault.hint}</p>}
      {file?.format && file.fault && <p class="dim">{STRINGS.noModelFault}</p>}
    </div>
  );
}

/** What the picture shows, for those who can not see it. */
function describe(): string {
  const { name = "", counts } = activeEntry.value ?? {};
  return counts ? `${name}: ${plural(counts.triangles + counts.quads, ["face", "faces"])}` : name;
}

const THUMBNAIL = 96;

/** A small copy of the picture that was just drawn; the browser forgets it once it is shown. */
function takeThumbnail(view: Viewport, id: number): void {
  const small = document.createElement("canvas");
  small.width = THUMBNAIL;
  small.height = THUMBNAIL;
  const source = view.stage.canvas;
  const side = Math.min(source.width, source.height);
  const [x, y] = [(source.width - side) / 2, (source.height - side) / 2];
  small.getContext("2d")?.drawImage(source, x, y, side, side, 0, 0, THUMBNAIL, THUMBNAIL);
  small.toBlob((blob) => {
    if (blob) setThumbnail(id, URL.createObjectURL(blob));
  }, "image/jpeg");
}
