import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import type { SplashpackAtlas, SplashpackFile } from "./file.ts";
import { hasPageInObject } from "./triangles.ts";
import { textureUsages } from "./usage.ts";
import { BITS, WIDTHS } from "./vram.ts";

/** Video memory in 16-bit words, as every texture page addresses it. */
const VRAM_WIDTH = 1024;
const VRAM_HEIGHT = 512;

type Limits = EngineProfile["limits"];

/** What can be wrong with the atlases and with the way triangles use them. */
export function checkAtlases(file: SplashpackFile, dialect: string, limits: Limits, report: Report): void {
  file.atlases.forEach((atlas, i) => {
    checkAtlas(atlas, i, limits, report);
  });
  checkOverlaps(file.atlases, report);
  checkUsages(file, dialect, report);
}

function checkAtlas(
  { width, height, vramX, vramY }: SplashpackAtlas,
  i: number,
  { vramWidth = Infinity, vramHeight = Infinity, frameBufferWidth = 0 }: Limits,
  report: Report,
): void {
  if (![64, 128, 256].includes(width) || height !== 256) {
    report.add("SPLASHPACK_ATLAS_SIZE", `atlases[${i}]`, `atlas ${i} is ${width} words wide and ${height} rows high`);
  }
  const outside = vramX + width > vramWidth || vramY + height > vramHeight;
  if (outside || vramX % 64 !== 0 || (vramY !== 0 && vramY !== 256)) {
    const severity = outside ? "error" : "warning";
    report.add("SPLASHPACK_ATLAS_PLACE", `atlases[${i}]`, `atlas ${i} lies at (${vramX}, ${vramY})`, { severity });
  }
  if (vramX < frameBufferWidth) {
    report.add("SPLASHPACK_ATLAS_IN_FRAMEBUFFER", `atlases[${i}].vramX`, `atlas ${i} begins at x = ${vramX}`);
  }
}

/** Paints the atlases into a map of video memory. No byte of a file is two atlases', so this costs no more than it. */
function checkOverlaps(atlases: readonly SplashpackAtlas[], report: Report): void {
  const owners = new Int32Array(VRAM_WIDTH * VRAM_HEIGHT);
  atlases.forEach(({ width, height, vramX, vramY }, i) => {
    let other = 0;
    for (let y = vramY; y < Math.min(vramY + height, VRAM_HEIGHT); y++) {
      for (let x = vramX; x < Math.min(vramX + width, VRAM_WIDTH); x++) {
        other ||= owners[y * VRAM_WIDTH + x] ?? 0;
        owners[y * VRAM_WIDTH + x] = i + 1;
      }
    }
    if (other === 0) return;
    report.add("SPLASHPACK_ATLAS_OVERLAP", `atlases[${i}]`, `atlases ${other - 1} and ${i} share video memory`);
  });
}

function checkUsages(file: SplashpackFile, dialect: string, report: Report): void {
  const used = new Set<number>();
  for (const { use, depth, triangles, first } of textureUsages(file, dialect)) {
    const inObject = hasPageInObject(dialect);
    const owner = inObject ? `objects[${first.object}]` : `meshes[${first.object}].triangles[${first.triangle}]`;
    if (!use || use.match.how === "assumed") {
      const what = use ? "the only atlas is assumed" : "they have no texture";
      report.add(
        "SPLASHPACK_PAGE_WITHOUT_ATLAS",
        `${owner}.texturePage`,
        `${triangles} triangles use a page without an atlas; ${what}`,
      );
    }
    if (!use) continue;
    const { atlas } = use.match;
    const { width } = file.atlases[atlas] ?? { width: 0 };
    used.add(atlas);
    const wanted = WIDTHS[use.depth];
    if (width !== wanted) {
      report.add(
        "SPLASHPACK_DEPTH_WIDTH_MISMATCH",
        `atlases[${atlas}].width`,
        `${BITS[use.depth]} bits per texel want ${wanted} words, atlas ${atlas} has ${width}`,
      );
    }
    if (depth < 2 && !use.palette) {
      report.add(
        "SPLASHPACK_NO_PALETTE",
        dialect === "L1" ? `atlases[${atlas}]` : owner,
        `${triangles} triangles use atlas ${atlas} at ${BITS[use.depth]} bits per texel without a palette`,
      );
    }
  }
  if (dialect !== "L1") return;
  file.atlases.forEach(({ width }, i) => {
    if (used.has(i) || width >= 256) return;
    report.add("SPLASHPACK_NO_PALETTE", `atlases[${i}]`, `atlas ${i} is unused and, by its width, needs a palette`);
  });
}
