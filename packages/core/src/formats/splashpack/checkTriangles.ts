import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { SplashpackFile } from "./file.ts";
import { outward } from "./storedNormals.ts";
import { hasPageInObject, type SplashpackTriangles, trianglesOf } from "./triangles.ts";
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
  file.objects.forEach((_, object) => {
    const triangles = trianglesOf(file, dialect, object);
    if (triangles.count === 0) return;
    const path = `meshes[${object}].triangles`;
    checkRows(triangles, path, limits, report);
    checkColumns(triangles, path, report);
    if (hasPageInObject(dialect)) checkPage(triangles.texturePages[0] ?? 0, `objects[${object}].texturePage`, report);
    else checkPages(triangles, path, report);
  });
}

function checkRows(
  { count, positions, colors, uvPads, pads }: SplashpackTriangles,
  path: string,
  { coordinate = Infinity }: EngineProfile["limits"],
  report: Report,
): void {
  for (let t = 0; t < count; t++) {
    const padded = (uvPads[t] ?? 0) | (pads[t] ?? 0) | (colors[12 * t + 3] ?? 0);
    if (padded | (colors[12 * t + 7] ?? 0) | (colors[12 * t + 11] ?? 0)) {
      report.add("SPLASHPACK_PAD_NOT_ZERO", `${path}[${t}]`, `pad bytes of triangle ${t} are set`);
    }
    const [x, y, z] = outward(positions, t);
    if (x === 0 && y === 0 && z === 0) {
      report.add("SPLASHPACK_DEGENERATE_FACE", `${path}[${t}].positions`, `triangle ${t} has no area`);
    }
    let largest = 0;
    for (let k = 9 * t; k < 9 * t + 9; k++) largest = Math.max(largest, Math.abs(positions[k] ?? 0));
    if (largest > coordinate) {
      report.add("SPLASHPACK_COORDINATE_RANGE", `${path}[${t}].positions`, `triangle ${t} reaches ${largest}`);
    }
  }
}

function checkColumns({ count, normals, colors }: SplashpackTriangles, path: string, report: Report): void {
  let crooked = 0;
  for (let t = 0; t < count; t++) {
    const length = Math.hypot(normals[3 * t] ?? 0, normals[3 * t + 1] ?? 0, normals[3 * t + 2] ?? 0);
    if (Math.abs(length - 4096) > NORMAL_TOLERANCE) crooked++;
  }
  if (crooked > 0) {
    report.add("SPLASHPACK_NORMAL_LENGTH", path, `${crooked} of ${count} normals are not of length 4096`);
  }
  let bright = 0;
  for (let i = 0; i + 3 < colors.length; i += 4) {
    if ((colors[i] ?? 0) > 128 || (colors[i + 1] ?? 0) > 128 || (colors[i + 2] ?? 0) > 128) bright++;
  }
  if (bright > 0) report.add("SPLASHPACK_OVERBRIGHT", path, `${bright} of ${3 * count} colours are above 128`);
}

function checkPages({ count, texturePages }: SplashpackTriangles, path: string, report: Report): void {
  const seen = new Set<number>();
  for (let t = 0; t < count; t++) {
    const page = texturePages[t] ?? 0;
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
