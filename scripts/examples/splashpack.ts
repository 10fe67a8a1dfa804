import { placeBlocks, type SplashpackFile, type SplashpackObject, splashpack } from "@meshglot/core";
import type { Example } from "./example.ts";
import { box, lathe, type Shape, torus } from "./shapes.ts";
import { boardWords, PALETTE, type Picture } from "./splashpackPictures.ts";
import { rowsOf } from "./splashpackTriangles.ts";

/** Exporter's default: 100 units of Unity per 1.0 of the file. */
const SCALE = 100;
const ONE = 4096;
const IDENTITY = [ONE, 0, 0, 0, ONE, 0, 0, 0, ONE];
/** Page (320, 0) with dithering; the depth is added. */
const PAGE = 0x0205;
const DEPTH = { 4: 0x000, 8: 0x080, 16: 0x100 } as const;
type Bits = keyof typeof DEPTH;

/** A closed shape, the part of the board that it is painted with, and where it stands. */
interface Model {
  shape: Shape;
  picture: Picture;
  color?: (x: number, y: number, z: number) => readonly [number, number, number];
  /** Metres, glTF axes. */
  at?: readonly [number, number, number];
}

const sunlit = (_x: number, y: number, z: number) => {
  const light = 88 + Math.round(20 * Math.sin(y / 3) + 18 * Math.tanh(z / 6));
  return [light, light, Math.min(128, light + 10)] as const;
};
const tower: Model = {
  shape: lathe(
    (t) => {
      const steps = [
        [0, 0],
        [3.2, 0],
        [2.2, 12],
        [2.8, 12.4],
        [1.5, 12.6],
        [1.5, 15],
        [2.1, 15.2],
        [0, 17.5],
      ] as const;
      const at = Math.min(steps.length - 2, Math.floor(t * (steps.length - 1)));
      const part = t * (steps.length - 1) - at;
      const [a, b] = [steps[at] ?? [0, 0], steps[at + 1] ?? [0, 0]];
      return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
    },
    12,
    7,
  ),
  picture: "stripes",
  color: sunlit,
};
const island: Model = {
  shape: lathe(
    (t) => [t === 1 ? 0 : 9 * Math.sin(Math.PI * Math.min(0.75, t)) + (t > 0 && t < 1 ? 0.6 : 0), -3 + 3 * t],
    12,
    6,
  ),
  picture: "grass",
  color: sunlit,
  at: [0, 0.2, 0],
};
const crate: Model = { shape: box([-1, 0, -1], [1, 2, 1]), picture: "planks", color: sunlit, at: [4, 0.4, 3] };
const buoy: Model = { shape: torus(2, 0.6, 12, 8, 0.5), picture: "stripes", color: sunlit, at: [-8, -2, 5] };
const scene = [tower, island, crate, buoy];

const moved = ({ shape, at = [0, 0, 0] }: Model): Shape => ({
  ...shape,
  positions: shape.positions.map((value, i) => value + (at[i % 3] ?? 0)),
});
const fixed = (metres: number) => Math.trunc((metres * ONE) / SCALE);

/** Place of a model in the file's axes, as exporters since L3 write it. */
function placeOf({ at = [0, 0, 0] }: Model): Int32Array {
  return Int32Array.of(fixed(at[0]), fixed(-at[1]), fixed(-at[2]));
}

function atlasRecord(width: number, height: number, vramX = 320) {
  return { dataOffset: 0, width, height, vramX, vramY: 0 };
}

/** A pack of layout L1: vertices in the world, as static objects of the exporter are. */
function packL1(
  models: readonly Model[],
  bits: Bits,
  rows: number,
  change: (file: SplashpackFile) => SplashpackFile = (file) => file,
): Uint8Array {
  const meshes = models.map((model) => ({ triangles: rowsOf({ ...model, shape: moved(model) }, "L1", SCALE) }));
  const file: SplashpackFile = {
    header: { version: 1, objectCount: 0, atlasCount: 0 },
    objects: meshes.map(({ triangles }) => ({
      position: new Int32Array(3),
      rotation: Int32Array.from(IDENTITY),
      texturePage: PAGE | DEPTH[bits],
      triangleCount: triangles.byteLength / 44,
      meshOffset: 0,
    })),
    atlases: rows > 0 ? [atlasRecord(16 * bits, rows)] : [],
    meshes,
    atlasData: rows > 0 ? [boardWords(bits, rows)] : [],
    gaps: [],
    trailing: new Uint8Array(0),
  };
  return splashpack.write(change(placeBlocks(file, "L1")), "L1");
}

/** What the first exporter of all wrote: no scale but 1, the page stored wrongly, normals not turned with the vertices. */
function firstExporter(): Uint8Array {
  const turn = [0, 0, ONE, 0, ONE, 0, -ONE, 0, 0]; // a quarter round Unity's y axis
  return packL1([{ ...crate, at: [0, 0, 0] }], 16, 64, (file) => {
    const [object] = file.objects;
    if (object) {
      object.position = new Int32Array(3).fill(-16384);
      object.rotation = Int32Array.from(turn);
      object.texturePage = 0x0300;
      // Local normals: those of the triangles, turned back.
      turnNormals(file, 44);
    }
    return file;
  });
}

/** (x, y, z) to (z, y, -x), the inverse of the rotation above in the file's axes. */
function turnNormals(file: SplashpackFile, stride: number): void {
  for (const { triangles } of file.meshes) {
    const view = new DataView(triangles.buffer);
    for (let row = 0; row < triangles.byteLength; row += stride) {
      const [x, z] = [view.getInt16(row + 18, true), view.getInt16(row + 22, true)];
      view.setInt16(row + 18, -z, true);
      view.setInt16(row + 22, x, true);
    }
  }
}

/** Blocks in reverse order with a note between them and one behind, as an editor might leave them. */
function editedByHand(): Uint8Array {
  return packL1([crate, buoy], 4, 64, (file) => {
    const note = new TextEncoder().encode("moved by hand...");
    const [first, second] = file.objects;
    const [atlas] = file.atlases;
    if (!first || !second || !atlas) return file;
    const start = first.meshOffset;
    const sizes = file.meshes.map(({ triangles }) => triangles.byteLength);
    second.meshOffset = start;
    first.meshOffset = start + (sizes[1] ?? 0) + note.byteLength;
    atlas.dataOffset = first.meshOffset + (sizes[0] ?? 0);
    file.gaps = [{ offset: start + (sizes[1] ?? 0), bytes: note }];
    file.trailing = Uint8Array.of(0x62, 0x79, 0x65, 0x21);
    return file;
  });
}

/** Overbright corners, texels that the GPU skips, semi-transparent ones, pads, and an object without triangles. */
function oddities(): Uint8Array {
  const bright: Model = { ...crate, color: (x, y) => [255, y > 1 ? 200 : 128, x > 4 ? 64 : 140] };
  return packL1([bright], 16, 64, (file) => {
    const [words] = file.atlasData;
    words?.fill(0x0000, 0, 256 * 4);
    words?.fill(0x8000 | 0x03e0, 256 * 8, 256 * 12);
    const [mesh] = file.meshes;
    mesh?.triangles.set([7, 9], 30);
    mesh?.triangles.fill(0xaa, 35, 36);
    const [object] = file.objects;
    const end = (object?.meshOffset ?? 0) + (mesh?.triangles.byteLength ?? 0);
    const empty = { ...object, triangleCount: 0, meshOffset: end } as SplashpackObject; // object is there
    file.objects.push(empty);
    file.meshes.push({ triangles: new Uint8Array(0) });
    return placeBlocks(file, "L1");
  });
}

function packL2(): Uint8Array {
  const models = [tower, crate];
  const meshes = models.map((model) => ({ triangles: rowsOf(model, "L2", SCALE) }));
  const file: SplashpackFile = {
    header: { version: 1, objectCount: 0, atlasCount: 0 },
    objects: models.map((model, i) => ({
      position: placeOf(model),
      rotation: Int32Array.from(IDENTITY),
      triangleCount: (meshes[i]?.triangles.byteLength ?? 0) / 44,
      texturePage: PAGE | DEPTH[4],
      clutX: 0,
      clutY: 240 + i,
      palette: paletteOf(i, 256),
      meshOffset: 0,
    })),
    atlases: [atlasRecord(64, 256)],
    meshes,
    atlasData: [boardWords(4, 256)],
    gaps: [],
    trailing: new Uint8Array(0),
  };
  return splashpack.write(placeBlocks(file, "L2"), "L2");
}

/** The board's colours, or the same with red and blue exchanged, filled up with zeros. */
function paletteOf(variant: number, length: number): Uint16Array {
  const swap = (color: number) => ((color & 31) << 10) | (color & 0x3e0) | ((color >> 10) & 31);
  const colors = new Uint16Array(length);
  colors.set(variant === 0 ? PALETTE : PALETTE.map(swap));
  return colors;
}

type Later = "L3" | "L4" | "L5" | "L5b" | "L6" | "L7" | "L8";
const LUA = [
  'function onCreate(self)\n  print("the light goes on")\nend\n',
  "function onUpdate(self)\n  self.rotation.y = self.rotation.y + 1\nend",
];
/** The others have half an atlas, to keep the files small. */
const WHOLE_PAGES: readonly Later[] = ["L6", "L8"];
const from = (dialect: Later, first: Later) => dialect >= first; // "L5b" lies between "L5" and "L6"

/** L3 to L8: vertices around the object's own place, page and palette per triangle. The crate has a picture of 8 bits. */
function packLater(dialect: Later): Uint8Array {
  const models = dialect === "L3" ? [tower, crate, buoy] : scene;
  const rows = WHOLE_PAGES.includes(dialect) ? 256 : 128;
  const meshes = models.map((model) => ({
    triangles: rowsOf(model, dialect, SCALE, (row) => {
      if (model === crate && dialect === "L3") return { texturePage: 0x0286, clutX: 0, clutY: 242 };
      // The buoy shows the board in both palettes.
      const second = model === buoy && row % 2 === 1;
      return { texturePage: PAGE | DEPTH[4], clutX: second ? 1 : 0, clutY: 240 };
    }),
  }));
  const objects = models.map(
    (model, i): SplashpackObject => ({
      meshOffset: 0,
      position: placeOf(model),
      rotation: Int32Array.from(IDENTITY),
      triangleCount: (meshes[i]?.triangles.byteLength ?? 0) / 52,
      ...(from(dialect, "L7") ? { luaIndex: model === tower ? 0 : -1 } : dialect === "L3" ? {} : { pad: 0 }),
      ...(dialect === "L8" ? { flags: model === buoy ? 0 : 1 } : {}),
    }),
  );
  const palettes = [0, 1].map((variant) => ({ clutX: variant, clutY: 240, length: 16, pad: 0 }));
  const wide = { clutX: 0, clutY: 242, length: 256, pad: 0 };
  const isL3 = dialect === "L3";
  const file: SplashpackFile = {
    header: {
      version: 1,
      objectCount: 0,
      atlasCount: 0,
      clutCount: 0,
      ...(from(dialect, "L5") ? { navmeshCount: 0 } : {}),
      ...(from(dialect, "L7") ? { luaCount: 0 } : {}),
      ...(from(dialect, "L6")
        ? {
            playerPosition: Int16Array.of(fixed(6), fixed(-0.5), fixed(-2)),
            playerRotation: Int16Array.of(0, Math.round(Math.PI * ONE * 0.5), 0),
            playerHeight: fixed(1.8),
          }
        : {}),
      ...(dialect === "L8" ? { sceneLuaIndex: 1 } : {}),
      unused: new Uint16Array({ L3: 1, L4: 3, L5: 2, L5b: 2, L6: 1, L7: 2, L8: 1 }[dialect]),
    },
    objects,
    atlases: isL3 ? [atlasRecord(64, rows), atlasRecord(128, 64, 384)] : [atlasRecord(64, rows)],
    cluts: isL3
      ? [
          ...palettes.map((clut, i) => ({ ...clut, palette: paletteOf(i, 256) })),
          { ...wide, palette: paletteOf(0, 256) },
        ]
      : palettes.map((clut) => ({ ...clut, dataOffset: 0 })),
    meshes,
    atlasData: isL3 ? [boardWords(4, rows), boardWords(8, 64)] : [boardWords(4, rows)],
    gaps: [],
    trailing: new Uint8Array(0),
  };
  if (!isL3) file.clutData = [0, 1].map((variant) => paletteOf(variant, 16));
  if (from(dialect, "L5")) {
    const corners = navigation();
    file.navmeshes = [{ dataOffset: 0, triangleCount: corners.length / 9, pad: 0 }];
    file.navData = [dialect === "L5" ? Int16Array.from(corners) : Int32Array.from(corners)];
  }
  if (from(dialect, "L7")) {
    file.luaData = LUA.map((source) => new TextEncoder().encode(source));
    file.luas = file.luaData.map(({ byteLength }) => ({ dataOffset: 0, length: byteLength }));
  }
  return splashpack.write(placeBlocks(file, dialect), dialect);
}

/** A ring of floor round the tower, in the file's axes, seen clockwise from above. */
function navigation(): number[] {
  const point = (radius: number, step: number) => {
    const angle = (step / 8) * 2 * Math.PI;
    return [fixed(radius * Math.sin(angle)), fixed(-0.3), fixed(-radius * Math.cos(angle))];
  };
  return Array.from({ length: 8 }, (_, step) => {
    const [a, b] = [point(4, step), point(4, step + 1)];
    const [c, d] = [point(7, step + 1), point(7, step)];
    return [...a, ...b, ...c, ...a, ...c, ...d];
  }).flat();
}

const later = (dialect: Later, summary: string): Example => ({
  name: `lighthouse_${dialect.toLowerCase()}.splashpack`,
  summary: `layout ${dialect}: ${summary}`,
  make: () => packLater(dialect),
});

export const examples: readonly Example[] = [
  {
    name: "lighthouse_l1.splashpack",
    summary: "layout L1: four objects in the world, a strip of 16-bit texels",
    make: () => packL1(scene, 16, 64),
  },
  {
    name: "crate_l1_first_exporter.splashpack",
    summary: "layout L1 of the first exporter: the page names no atlas, normals are local",
    make: firstExporter,
  },
  {
    name: "buoy_l1_8bit.splashpack",
    summary: "layout L1 with 8 bits per texel: the palette is not in the file",
    make: () => packL1([buoy], 8, 64),
  },
  {
    name: "buoy_l1_4bit.splashpack",
    summary: "layout L1 with 4 bits per texel: the palette is not in the file",
    make: () => packL1([buoy], 4, 64),
  },
  {
    name: "crate_l1_untextured.splashpack",
    summary: "layout L1 without an atlas",
    make: () => packL1([crate], 16, 0),
  },
  {
    name: "pair_l1_edited.splashpack",
    summary: "layout L1 edited by hand: blocks in another order, a gap, trailing bytes",
    make: editedByHand,
  },
  {
    name: "crate_l1_oddities.splashpack",
    summary: "layout L1: overbright colours, holes, semi-transparent texels, set pads, an empty object",
    make: oddities,
  },
  { name: "empty_l1.splashpack", summary: "layout L1 with nothing in it: 8 bytes", make: () => packL1([], 16, 0) },
  { name: "lighthouse_l2.splashpack", summary: "layout L2: a palette in each object", make: packL2 },
  later("L3", "pictures of 4 and 8 bits, palettes in a table"),
  later("L4", "palettes as blocks of their own"),
  later("L5", "a navigation mesh of 16-bit numbers"),
  later("L5b", "a navigation mesh of 32-bit numbers"),
  later("L6", "the player's start"),
  later("L7", "scripts, of which one has an odd length"),
  later("L8", "a script of the scene, an object that is not active"),
];
