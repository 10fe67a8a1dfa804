import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ModelPrimitive, ModelTexture } from "../protocol.ts";
import { active } from "../store/files.ts";
import { companionTexture, pictureFault } from "../store/view.ts";
import { STRINGS } from "../strings.ts";
import { drawUvs } from "./drawUvs.ts";
import { VramMap } from "./VramMap.tsx";

/** Pictures with the texture coordinates that use them, and the console's video memory. */
export function TexturesPanel() {
  const model = active.value?.model;
  if (!model) return <p class="empty">{STRINGS.noModel}</p>;
  const { textures, materials, primitives, vram } = model;
  const using = (texture: number) =>
    primitives.flatMap((primitive, i) => (materials[primitive.material]?.texture === texture ? [i] : []));
  const bare = primitives.flatMap((primitive, i) =>
    primitive.uv0 && (materials[primitive.material]?.texture ?? -1) < 0 ? [i] : [],
  );
  const companion = companionTexture.value;
  return (
    <div class="textures">
      {vram.length > 0 && <VramMap rects={vram} />}
      {pictureFault.value && (
        <p class="fault" role="alert">
          {pictureFault.value}
        </p>
      )}
      {companion && (
        <p class="companion">
          {STRINGS.companion}: <strong>{companion.name}</strong> {companion.bitmap.width} × {companion.bitmap.height}{" "}
          <button
            type="button"
            onClick={() => {
              companionTexture.value = undefined;
            }}
          >
            {STRINGS.removeCompanion}
          </button>
        </p>
      )}
      {textures.map((texture, i) => (
        <Layout
          key={`${i} ${texture.name}`}
          title={texture.source || texture.name}
          texture={texture}
          bitmap={undefined}
          used={using(i)}
        />
      ))}
      {bare.length > 0 && (
        <Layout title={STRINGS.uvLayout} texture={undefined} bitmap={companion?.bitmap} used={bare} />
      )}
      {textures.length === 0 && <p class="dim">{bare.length > 0 ? STRINGS.noTextures : STRINGS.noUv}</p>}
    </div>
  );
}

interface LayoutProps {
  title: string;
  texture: ModelTexture | undefined;
  bitmap: ImageBitmap | undefined;
  /** Numbers of primitives. */
  used: readonly number[];
}

const SIDE = 512;

function Layout({ title, texture, bitmap, used }: LayoutProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const lines = useSignal(true);
  const picture = useSignal<ImageBitmap | undefined>(undefined);
  useEffect(() => {
    if (!texture) return;
    let current = true;
    const blob = new Blob([texture.bytes.slice()], { type: texture.mimeType });
    void createImageBitmap(blob).then(
      (made) => {
        if (current) picture.value = made;
        else made.close();
      },
      () => undefined, // a damaged picture: its UVs are drawn on an empty square
    );
    return () => {
      current = false;
    };
  }, [texture]);
  const primitives = active.value?.model?.primitives ?? [];
  const parts = used.flatMap((i): ModelPrimitive[] => (primitives[i] ? [primitives[i]] : []));
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context) drawUvs(context, SIDE, bitmap ?? picture.value, lines.value ? parts : [], texture?.nearest ?? false);
  }, [picture.value, bitmap, lines.value, parts.length, texture]);
  return (
    <figure>
      <figcaption>
        <span>{title}</span>
        <label>
          <input
            type="checkbox"
            checked={lines.value}
            onChange={(event) => {
              lines.value = event.currentTarget.checked;
            }}
          />
          {STRINGS.uvLayout}
        </label>
      </figcaption>
      <canvas ref={canvas} width={SIDE} height={SIDE} role="img" aria-label={title} />
      {picture.value && (
        <span class="dim">
          {picture.value.width} × {picture.value.height}
        </span>
      )}
    </figure>
  );
}
