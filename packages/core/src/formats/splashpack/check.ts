import type { CheckContext } from "../../issues/checkContext.ts";
import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import { checkAtlases } from "./checkAtlases.ts";
import { checkTriangles } from "./checkTriangles.ts";
import { factsOf } from "./dialects.ts";
import type { SplashpackFile } from "./file.ts";
import { isAlignment, isCanonical } from "./place.ts";
import { isRotation } from "./transforms.ts";

/** Adds what is wrong with a scene pack that could be read to its end. */
export function checkSplashpack(file: SplashpackFile, dialect: string, { report, profile }: CheckContext): void {
  const { limits } = profile;
  checkLayout(file, dialect, report);
  checkAlignment(file, report);
  checkObjects(file, limits, report);
  checkTriangles(file, dialect, limits, report);
  checkAtlases(file, dialect, limits, report);
}

function checkLayout(file: SplashpackFile, dialect: string, report: Report): void {
  const { dates, summary } = factsOf(dialect);
  if (file.header.version !== 1) {
    report.add(
      "SPLASHPACK_UNSUPPORTED_VERSION",
      "header.version",
      `version ${file.header.version}, read as ${dialect}`,
    );
  }
  if (dialect !== "L1") {
    report.add(
      "SPLASHPACK_LAYOUT_NOT_L1",
      "header.version",
      `SPLASHPACK header says version 1, the content uses layout ${dialect} (${dates}: ${summary}). Read-only; writing gives layout L1.`,
    );
  }
  if (file.objects.length === 0 && file.atlases.length === 0) {
    report.add("SPLASHPACK_LAYOUT_AMBIGUOUS", "header", "no objects and no atlases");
  }
  const trailing = file.trailing.byteLength;
  if (!isCanonical(file, dialect) || trailing > 0 || file.gaps.some((gap) => !isAlignment(gap, dialect))) {
    report.add("SPLASHPACK_LENIENT_LAYOUT", "header", `the blocks do not fill the file as ${dialect} fills it`);
  }
  file.gaps.forEach((gap, i) => {
    if (isAlignment(gap, dialect)) return;
    report.add(
      "SPLASHPACK_GAP",
      `gaps[${i}]`,
      `${gap.bytes.byteLength} bytes at ${gap.offset} that no table points at`,
    );
  });
  if (trailing > 0) report.add("SPLASHPACK_TRAILING_BYTES", "trailing", `${trailing} bytes after the last block`);
}

function checkAlignment(file: SplashpackFile, report: Report): void {
  const check = (table: string, i: number, field: string, offset: number, size: number) => {
    if (size === 0 || offset % 4 === 0) return;
    const severity = offset % 2 === 1 ? "error" : "warning";
    const path = `${table}[${i}].${field}`;
    report.add("SPLASHPACK_OFFSET_UNALIGNED", path, `offset ${offset} is no multiple of 4`, { severity });
  };
  file.objects.forEach(({ meshOffset, triangleCount }, i) => {
    check("objects", i, "meshOffset", meshOffset, triangleCount);
  });
  file.navmeshes?.forEach(({ dataOffset, triangleCount }, i) => {
    check("navmeshes", i, "dataOffset", dataOffset, triangleCount);
  });
  file.atlases.forEach(({ dataOffset, width, height }, i) => {
    check("atlases", i, "dataOffset", dataOffset, width * height);
  });
  file.cluts?.forEach(({ dataOffset, length }, i) => {
    check("cluts", i, "dataOffset", dataOffset ?? 0, length);
  });
}

function checkObjects(file: SplashpackFile, limits: EngineProfile["limits"], report: Report): void {
  const scripts = file.luas?.length ?? 0;
  let triangles = 0;
  file.objects.forEach((object, i) => {
    triangles += object.triangleCount;
    if (object.triangleCount === 0) {
      report.add("SPLASHPACK_EMPTY_OBJECT", `objects[${i}].triangleCount`, `object ${i} has no triangles`);
    }
    if (!isRotation(object.rotation)) {
      report.add("SPLASHPACK_ROTATION_INVALID", `objects[${i}].rotation`, `the rotation of object ${i} is none`);
    }
    const { luaIndex } = object;
    if (luaIndex !== undefined && luaIndex !== -1 && (luaIndex < 0 || luaIndex >= scripts)) {
      report.add("SPLASHPACK_LUA_INDEX", `objects[${i}].luaIndex`, `script ${luaIndex} of ${scripts}`);
    }
  });
  if (triangles > (limits.triangles ?? Infinity)) {
    report.add("SPLASHPACK_TRIANGLE_BUDGET", "header.objectCount", `${triangles} triangles in all`);
  }
}
