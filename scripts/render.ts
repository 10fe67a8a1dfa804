import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Document, Material, Node, Primitive } from "@gltf-transform/core";
import { decode, encode } from "fast-png";
import { readGlb } from "../packages/core/src/scene/glb.ts";

/**
 * A picture of a GLB without a GPU, for looking at what a conversion made:
 * `npx tsx scripts/render.ts model.glb model.png [front|side|top|iso] [--cull]`. Back faces are magenta, so that a wrong winding
 * is seen at once; `--cull` leaves them out, to look into rooms. +y is up and the front view looks at +z, as glTF models
 * do.
 */
const SIZE = 512;
const MARGIN = 0.06;
type Vector = readonly [number, number, number];
const VIEWS: Readonly<Record<string, { right: Vector; up: Vector; towards: Vector }>> = {
  front: { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] },
  side: { right: [0, 0, -1], up: [0, 1, 0], towards: [1, 0, 0] },
  top: { right: [1, 0, 0], up: [0, 0, -1], towards: [0, 1, 0] },
  iso: frame(0.6, 0.45),
};

function frame(turn: number, tilt: number): { right: Vector; up: Vector; towards: Vector } {
  const [s, c, ts, tc] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)];
  return { right: [c, 0, -s], up: [-s * ts, tc, -c * ts], towards: [s * tc, ts, c * tc] };
}

interface Corner {
  x: number;
  y: number;
  depth: number;
  color: Vector;
  u: number;
  v: number;
}

interface Image {
  width: number;
  height: number;
  channels: number;
  data: ArrayLike<number>;
}

/** Draws every mesh of a document; returns RGB bytes, `SIZE` square. */
export function render(document: Document, viewName = "iso", cull = false): Uint8Array {
  const view = VIEWS[viewName] ?? frame(0.6, 0.45);
  const triangles = document
    .getRoot()
    .listNodes()
    .flatMap((node) => trianglesOf(node, view));
  const xs = triangles.flatMap(({ corners }) => corners.map(({ x }) => x));
  const ys = triangles.flatMap(({ corners }) => corners.map(({ y }) => y));
  const [minX, maxX, minY, maxY] = [least(xs), -least(xs.map((x) => -x)), least(ys), -least(ys.map((y) => -y))];
  const scale = (SIZE * (1 - 2 * MARGIN)) / Math.max(maxX - minX, maxY - minY, 1e-9);
  const toPixel = ({ x, y, ...rest }: Corner): Corner => ({
    ...rest,
    x: SIZE / 2 + (x - (minX + maxX) / 2) * scale,
    y: SIZE / 2 - (y - (minY + maxY) / 2) * scale,
  });
  const pixels = new Uint8Array(SIZE * SIZE * 3).fill(40);
  const depths = new Float64Array(SIZE * SIZE).fill(Number.NEGATIVE_INFINITY);
  for (const { corners, shade, image, cutout } of triangles) {
    const [a, b, c] = corners.map(toPixel);
    if (a && b && c && !(cull && shade <= 0)) fill(pixels, depths, [a, b, c], shade, image, cutout);
  }
  return pixels;
}

function least(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
}

function trianglesOf(node: Node, view: (typeof VIEWS)[string]) {
  const matrix = node.getWorldMatrix();
  return (node.getMesh()?.listPrimitives() ?? []).flatMap((primitive) => {
    const material = primitive.getMaterial();
    const image = imageOf(material);
    const cutout = material?.getAlphaMode() === "MASK";
    const vertex = vertexReader(primitive, matrix, material);
    const indices = primitive.getIndices()?.getArray() ?? [];
    const found = [];
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const points = [0, 1, 2].map((k) => vertex(indices[i + k] ?? 0));
      const [p0, p1, p2] = points.map(({ place }) => place);
      if (!p0 || !p1 || !p2) continue;
      const normal = cross(minus(p1, p0), minus(p2, p0));
      const facing = dot(normal, view.towards) / (Math.hypot(...normal) || 1);
      const corners = points.map(({ place, color, u, v }) => ({
        x: dot(place, view.right),
        y: dot(place, view.up),
        depth: dot(place, view.towards),
        color,
        u,
        v,
      }));
      found.push({ corners, shade: facing, image, cutout });
    }
    return found;
  });
}

function vertexReader(primitive: Primitive, m: readonly number[], material: Material | null) {
  const element = (name: string, index: number): number[] => primitive.getAttribute(name)?.getElement(index, []) ?? [];
  const [r, g, b] = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  return (index: number) => {
    const [x = 0, y = 0, z = 0] = element("POSITION", index);
    const row = (k: number) => (m[k] ?? 0) * x + (m[k + 4] ?? 0) * y + (m[k + 8] ?? 0) * z + (m[k + 12] ?? 0);
    const [cr = 1, cg = 1, cb = 1] = element("COLOR_0", index);
    const [u = 0, v = 0] = element("TEXCOORD_0", index);
    const color: Vector = [cr * (r ?? 1), cg * (g ?? 1), cb * (b ?? 1)];
    return { place: [row(0), row(1), row(2)] as Vector, color, u, v };
  };
}

function imageOf(material: Material | null): Image | undefined {
  const bytes = material?.getBaseColorTexture()?.getImage();
  if (!bytes) return undefined;
  const { width, height, channels, data } = decode(bytes);
  return { width, height, channels, data };
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function fill(
  pixels: Uint8Array,
  depths: Float64Array,
  [a, b, c]: readonly [Corner, Corner, Corner],
  facing: number,
  image: Image | undefined,
  cutout: boolean,
): void {
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area === 0) return;
  const clampPixel = (value: number) => Math.min(SIZE - 1, Math.max(0, value));
  for (
    let y = clampPixel(Math.floor(Math.min(a.y, b.y, c.y)));
    y <= clampPixel(Math.ceil(Math.max(a.y, b.y, c.y)));
    y++
  ) {
    for (
      let x = clampPixel(Math.floor(Math.min(a.x, b.x, c.x)));
      x <= clampPixel(Math.ceil(Math.max(a.x, b.x, c.x)));
      x++
    ) {
      const [px, py] = [x + 0.5, y + 0.5];
      const wb = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
      const wc = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
      const wa = 1 - wb - wc;
      if (wa < 0 || wb < 0 || wc < 0) continue;
      const mix = (pick: (corner: Corner) => number) => wa * pick(a) + wb * pick(b) + wc * pick(c);
      const at = y * SIZE + x;
      const depth = mix((corner) => corner.depth);
      if (depth <= (depths[at] ?? 0)) continue;
      const texel = image
        ? sample(
            image,
            mix((corner) => corner.u),
            mix((corner) => corner.v),
          )
        : ([255, 255, 255, 255] as const);
      if (cutout && texel[3] < 128) continue;
      depths[at] = depth;
      const light = 0.35 + 0.65 * Math.abs(facing);
      for (const k of [0, 1, 2] as const) {
        const lit = facing > 0 ? texel[k] * mix((corner) => corner.color[k]) * light : [255, 0, 255][k];
        pixels[at * 3 + k] = Math.min(255, Math.max(0, Math.round(lit ?? 0)));
      }
    }
  }
}

function sample(
  { width, height, channels, data }: Image,
  u: number,
  v: number,
): readonly [number, number, number, number] {
  const x = Math.min(width - 1, Math.max(0, Math.floor((u - Math.floor(u)) * width)));
  const y = Math.min(height - 1, Math.max(0, Math.floor((v - Math.floor(v)) * height)));
  const at = (y * width + x) * channels;
  const read = (k: number) => data[at + (channels < 3 ? 0 : k)] ?? 0;
  return [
    read(0),
    read(1),
    read(2),
    channels === 4 ? (data[at + 3] ?? 255) : channels === 2 ? (data[at + 1] ?? 255) : 255,
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [input, output, view] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  if (!input || !output) {
    console.error("usage: npx tsx scripts/render.ts model.glb picture.png [front|side|top|iso] [--cull]");
    process.exit(2);
  }
  const document = await readGlb(new Uint8Array(readFileSync(input)));
  const png = encode({
    width: SIZE,
    height: SIZE,
    channels: 3,
    depth: 8,
    data: render(document, view, process.argv.includes("--cull")),
  });
  writeFileSync(output, png);
}
