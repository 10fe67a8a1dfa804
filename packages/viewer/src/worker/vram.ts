import type { OpenedMesh, SplashpackFile } from "@meshglot/core";
import type { VramRect } from "../protocol.ts";

/** What a SPLASHPACK uploads to video memory: atlases and palettes; nothing for other formats. */
export function vramOf({ format, file }: OpenedMesh): VramRect[] {
  if (format.id !== "splashpack") return [];
  const { atlases, atlasData, cluts, clutData, objects } = file as SplashpackFile; // the format says so
  const rects: VramRect[] = atlases.map(({ vramX, vramY, width, height }, i) => ({
    label: `atlas ${i}`,
    path: `atlases[${i}]`,
    kind: "atlas",
    x: vramX,
    y: vramY,
    width,
    height,
    pixels: pixelsOf(atlasData[i], width * height),
  }));
  const palette = (path: string, label: string, x: number, y: number, colors: Uint16Array | undefined) => {
    if (!colors || colors.length === 0) return;
    const pixels = pixelsOf(colors, colors.length);
    rects.push({ label, path, kind: "palette", x: 16 * x, y, width: colors.length, height: 1, pixels });
  };
  cluts?.forEach(({ clutX, clutY, palette: own }, i) => {
    palette(`cluts[${i}]`, `palette ${i}`, clutX, clutY, own ?? clutData?.[i]);
  });
  objects.forEach(({ clutX, clutY, palette: own }, i) => {
    if (clutX !== undefined && clutY !== undefined)
      palette(`objects[${i}].palette`, `palette of object ${i}`, clutX, clutY, own);
  });
  return rects;
}

/** Words as colours of 5 bits per channel, red lowest, all of them opaque. */
function pixelsOf(words: Uint16Array | undefined, count: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * count);
  for (let i = 0; i < count; i++) {
    const word = words?.[i] ?? 0;
    for (let channel = 0; channel < 3; channel++) pixels[4 * i + channel] = ((word >> (5 * channel)) & 31) * (255 / 31);
    pixels[4 * i + 3] = 255;
  }
  return pixels;
}
