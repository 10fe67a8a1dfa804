import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { RecordNode } from "../../layout/record.ts";
import { columnPlace } from "../../layout/table.ts";
import type { SplashpackFile, TriangleL1, TriangleL3 } from "./file.ts";
import { triangleL1, triangleL3 } from "./records.ts";
import { hasPageInObject } from "./triangles.ts";
import { pageOf } from "./vram.ts";

/** Normals are cut off to whole numbers, so they are a little short. */
const NORMAL_TOLERANCE = 0.02 * 4096;

/** What can be wrong inside the triangles themselves. */
export function checkTriangles(
  file: SplashpackFile,
  dialect: string,
  limits: EngineProfile["limits"],
  report: Report,
): void {
  const inObject = hasPageInObject(dialect);
  const places = inObject ? placesIn(triangleL1) : placesIn(triangleL3);
  file.objects.forEach(({ texturePage = 0 }, object) => {
    const rows = wordsOf(file.meshes[object]?.triangles);
    if (rows.length < places.stride) return;
    const path = `meshes[${object}].triangles`;
    checkRows(rows, places, path, limits, report);
    checkColumns(rows, places, path, report);
    if (inObject) checkPage(texturePage, `objects[${object}].texturePage`, report);
    else checkPages(rows, places, path, report);
  });
}

/** Places of the columns in a row, in 16-bit words: rows consist of whole ones in every layout. */
interface Places {
  stride: number;
  positions: number;
  normal: number;
  colors: number;
  uvPad: number;
  /** From L3 on. */
  pad: number | undefined;
  texturePage: number;
}

function placesIn(row: RecordNode<TriangleL1> | RecordNode<TriangleL3>): Places {
  const names = row.fields.map(({ name }) => name as keyof TriangleL3); // those of L1 are among them
  // Each name is asked of the row that has it.
  const at = (name: keyof TriangleL3) => columnPlace(row as RecordNode<TriangleL3>, name).offset / 2;
  return {
    stride: (row.size ?? 0) / 2,
    positions: at("positions"),
    normal: at("normal"),
    colors: at("colors"),
    uvPad: at("uvPad"),
    pad: names.includes("pad") ? at("pad") : undefined,
    texturePage: names.includes("texturePage") ? at("texturePage") : 0,
  };
}

/** Rows as words, where they lie; a copy only if they do not lie on even bytes, which reading never makes. */
function wordsOf(bytes: Uint8Array = new Uint8Array(0)): Int16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 1);
}

/** What can be wrong in single triangles, in one loop that puts nothing into words that the report does not list. */
function checkRows(
  rows: Int16Array,
  { stride, positions, colors, uvPad, pad }: Places,
  path: string,
  { coordinate = Infinity }: EngineProfile["limits"],
  report: Report,
): void {
  const tell = (code: string, t: number, field: string, message: string) => {
    if (report.lists(code)) report.add(code, `${path}[${t}]${field}`, `triangle ${t} ${message}`);
    else report.count(code);
  };
  for (let at = 0, t = 0; at + stride <= rows.length; at += stride, t++) {
    // The pad of a colour is the high byte of its second word.
    const pads = (rows[at + colors + 1] ?? 0) | (rows[at + colors + 3] ?? 0) | (rows[at + colors + 5] ?? 0);
    if ((pads & 0xff00) | (rows[at + uvPad] ?? 0) | (pad === undefined ? 0 : (rows[at + pad] ?? 0))) {
      tell("SPLASHPACK_PAD_NOT_ZERO", t, "", "has pad bytes that are set");
    }
    const p = at + positions;
    const x0 = rows[p] ?? 0;
    const y0 = rows[p + 1] ?? 0;
    const z0 = rows[p + 2] ?? 0;
    const x1 = rows[p + 3] ?? 0;
    const y1 = rows[p + 4] ?? 0;
    const z1 = rows[p + 5] ?? 0;
    const x2 = rows[p + 6] ?? 0;
    const y2 = rows[p + 7] ?? 0;
    const z2 = rows[p + 8] ?? 0;
    // Without an area the products agree in pairs; 17-bit differences make them exact.
    if (
      (y2 - y0) * (z1 - z0) === (z2 - z0) * (y1 - y0) &&
      (z2 - z0) * (x1 - x0) === (x2 - x0) * (z1 - z0) &&
      (x2 - x0) * (y1 - y0) === (y2 - y0) * (x1 - x0)
    ) {
      tell("SPLASHPACK_DEGENERATE_FACE", t, ".positions", "has no area");
    }
    const highest = Math.max(x0, y0, z0, x1, y1, z1, x2, y2, z2);
    const lowest = Math.min(x0, y0, z0, x1, y1, z1, x2, y2, z2);
    if (highest > coordinate || -lowest > coordinate) {
      tell("SPLASHPACK_COORDINATE_RANGE", t, ".positions", `reaches ${Math.max(highest, -lowest)}`);
    }
  }
}

/** Squares of the lengths that a normal may have. */
const SHORTEST = (4096 - NORMAL_TOLERANCE) ** 2;
const LONGEST = (4096 + NORMAL_TOLERANCE) ** 2;

function checkColumns(rows: Int16Array, { stride, normal, colors }: Places, path: string, report: Report): void {
  let crooked = 0;
  let bright = 0;
  let count = 0;
  for (let at = 0; at + stride <= rows.length; at += stride, count++) {
    const x = rows[at + normal] ?? 0;
    const y = rows[at + normal + 1] ?? 0;
    const z = rows[at + normal + 2] ?? 0;
    const squared = x * x + y * y + z * z;
    if (squared < SHORTEST || squared > LONGEST) crooked++;
    for (let corner = at + colors; corner < at + colors + 6; corner += 2) {
      const redGreen = rows[corner] ?? 0;
      const blue = (rows[corner + 1] ?? 0) & 0xff;
      if ((redGreen & 0xff) > 128 || ((redGreen >> 8) & 0xff) > 128 || blue > 128) bright++;
    }
  }
  if (crooked > 0)
    report.add("SPLASHPACK_NORMAL_LENGTH", path, `${crooked} of ${count} normals are not of length 4096`);
  if (bright > 0) report.add("SPLASHPACK_OVERBRIGHT", path, `${bright} of ${3 * count} colours are above 128`);
}

function checkPages(rows: Int16Array, { stride, texturePage }: Places, path: string, report: Report): void {
  const seen = new Set<number>();
  for (let at = 0, t = 0; at + stride <= rows.length; at += stride, t++) {
    const page = (rows[at + texturePage] ?? 0) & 0xffff;
    if (seen.has(page)) continue;
    seen.add(page);
    checkPage(page, `${path}[${t}].texturePage`, report);
  }
}

function checkPage(texturePage: number, path: string, report: Report): void {
  const { depth, reserved } = pageOf(texturePage);
  const text = `texture page 0x${texturePage.toString(16).padStart(4, "0")}`;
  if (depth === 3) report.add("SPLASHPACK_TEXTURE_DEPTH", path, `${text} has depth 3`);
  if (reserved) report.add("SPLASHPACK_TPAGE_RESERVED_BITS", path, `${text} has reserved bits`);
}
