import { placeBlocks, type SplashpackFile, splashpack } from "@meshglot/core";
import type { BenchCase } from "../case.ts";

const OBJECTS = 20;
const TRIANGLES = 15_000;

/** Twenty large objects and four atlases, far beyond what the console holds: 14 MB. */
function make(): Uint8Array {
  const noise = new Uint8Array(TRIANGLES * 44).map((_, i) => (i * 2654435761) >>> 24);
  // As in real files: pads are zero, coordinates and colours moderate, normals long; else validation would only count.
  for (let row = 0; row < noise.byteLength; row += 44) {
    for (const pad of [30, 31, 35, 39, 43]) noise[row + pad] = 0;
    for (let high = row + 1; high < row + 18; high += 2) noise[high] = (noise[high] ?? 0) & 0x3f;
    noise.set([0, 0, 0, 0, 0, 0x10], row + 18);
    for (let color = row + 32; color < row + 44; color++) noise[color] = (noise[color] ?? 0) >> 1;
  }
  const file: SplashpackFile = {
    header: { version: 1, objectCount: 0, atlasCount: 0 },
    objects: Array.from({ length: OBJECTS }, (_, i) => ({
      position: new Int32Array(3),
      rotation: Int32Array.of(4096, 0, 0, 0, 4096, 0, 0, 0, 4096),
      texturePage: 0x0305 + 4 * (i % 2),
      triangleCount: TRIANGLES,
      meshOffset: 0,
    })),
    atlases: [320, 576].flatMap((vramX) =>
      [0, 256].map((vramY) => ({ dataOffset: 0, width: 256, height: 256, vramX, vramY })),
    ),
    meshes: Array.from({ length: OBJECTS }, () => ({ triangles: noise })),
    atlasData: Array.from({ length: 4 }, () => new Uint16Array(65536).map((_, i) => i)),
    gaps: [],
    trailing: new Uint8Array(0),
  };
  return splashpack.write(placeBlocks(file, "L1"), "L1");
}

export const benchCase: BenchCase = { id: "splashpack", make, limits: { read: 12, map: 12, rewrite: 12 } };
