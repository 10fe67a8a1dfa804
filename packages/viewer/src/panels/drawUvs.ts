import type { ModelPrimitive } from "../protocol.ts";

/** Triangles drawn at most; more would be a solid block of lines. */
const MOST = 30_000;

/** A picture with the outlines of triangles in texture space over it; coordinates outside 0 to 1 are shown where they repeat. */
export function drawUvs(
  context: CanvasRenderingContext2D,
  side: number,
  picture: ImageBitmap | undefined,
  primitives: readonly ModelPrimitive[],
  nearest: boolean,
): void {
  context.clearRect(0, 0, side, side);
  const cell = side / 16;
  for (let i = 0; i < 256; i++) {
    context.fillStyle = (i + Math.floor(i / 16)) % 2 ? "#2a2f37" : "#343a44";
    context.fillRect((i % 16) * cell, Math.floor(i / 16) * cell, cell, cell);
  }
  context.imageSmoothingEnabled = !nearest;
  if (picture) context.drawImage(picture, 0, 0, side, side);
  context.lineWidth = 1;
  context.strokeStyle = picture ? "#ffffffb0" : "#7fc4ffb0";
  context.beginPath();
  let drawn = 0;
  for (const { uv0, indices } of primitives) {
    if (!uv0) continue;
    for (let i = 0; i + 2 < indices.length && drawn < MOST; i += 3, drawn++) {
      const corner = (k: number): [number, number] => {
        const at = 2 * (indices[i + k] ?? 0);
        return [uv0[at] ?? 0, uv0[at + 1] ?? 0];
      };
      const corners = [corner(0), corner(1), corner(2)];
      // Whole tiles are taken off, so that a triangle far out is drawn where it samples.
      const shift = [0, 1].map((axis) => Math.floor(Math.min(...corners.map((uv) => uv[axis] ?? 0)) + 1e-6));
      corners.forEach(([u, v], k) => {
        const [x, y] = [(u - (shift[0] ?? 0)) * side, (v - (shift[1] ?? 0)) * side];
        if (k === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
      context.closePath();
    }
  }
  context.stroke();
}
