import type { Report } from "../../issues/report.ts";
import { otherReadings } from "./faceReading.ts";
import type { BmeshModel } from "./model.ts";
import { sectionText } from "./names.ts";
import { assignFaces, rangeFits, vertexRanges } from "./sections.ts";

/** Indices under the reading that was decided on, and faces without an area. */
export function checkFaces(model: BmeshModel, report: Report): void {
  const { faces, vertexCount, file } = model;
  const { reading, triangles } = faces;
  const positions = file.positions;
  const array = reading === "flat" ? "faceIndices" : "faces";
  let outOfRange = 0;
  let degenerate = 0;
  let firstDegenerate = 0;
  for (let face = 0; 3 * face + 2 < triangles.length; face++) {
    const a = triangles[3 * face] ?? 0;
    const b = triangles[3 * face + 1] ?? 0;
    const c = triangles[3 * face + 2] ?? 0;
    if (a >= vertexCount || b >= vertexCount || c >= vertexCount) {
      const corner = [a, b, c].findIndex((vertex) => vertex >= vertexCount);
      outOfRange++;
      addOutOfRange(model, face, corner, report);
      continue;
    }
    if (!isDegenerate(positions, a, b, c)) continue;
    if (degenerate === 0) firstDegenerate = face;
    degenerate++;
  }
  if (degenerate > 0) {
    const path = `${array}[${array === "faces" ? firstDegenerate : 3 * firstDegenerate}]`;
    report.add("BMESH_DEGENERATE_FACE", path, `${degenerate} faces without area, first face ${firstDegenerate}`);
  }
  if (outOfRange === 0) checkUnusedIndices(model, report);
  if (faces.ambiguous) {
    report.add(
      "BMESH_FACES_AMBIGUOUS",
      "faces",
      `${reading} and ${faces.ambiguous} both fit and differ; ${reading} is taken`,
    );
  }
}

/** Under every reading faceIndices holds vertices; where no face uses them, wrong ones do less harm. */
function checkUnusedIndices({ file, vertexCount, faces }: BmeshModel, report: Report): void {
  let wrong = 0;
  let first = 0;
  for (let i = 0; i < file.faceIndices.length; i++) {
    if ((file.faceIndices[i] ?? 0) >= vertexCount && wrong++ === 0) first = i;
  }
  if (wrong === 0) return;
  const message = `${wrong} of faceIndices are no vertex of ${vertexCount}, the first is ${file.faceIndices[first]}; no face uses them (${faces.reading} reading)`;
  report.add("BMESH_INDEX_OUT_OF_RANGE", `faceIndices[${first}]`, message, { severity: "warning" });
}

function addOutOfRange({ faces, file, vertexCount }: BmeshModel, face: number, corner: number, report: Report): void {
  const hint = `Try faceReading ${otherReadings(faces.reading)}.`;
  const stored = file.faces[3 * face + corner] ?? 0;
  if (faces.reading === "flat") {
    const place = 3 * face + corner;
    const message = `face ${face} uses vertex ${file.faceIndices[place]} of ${vertexCount} (flat reading)`;
    report.add("BMESH_INDEX_OUT_OF_RANGE", `faceIndices[${place}]`, message, { hint });
  } else if (faces.reading === "indirect" && stored < file.faceIndices.length) {
    const message = `face ${face} uses faceIndices[${stored}], which is vertex ${file.faceIndices[stored]} of ${vertexCount} (indirect reading)`;
    report.add("BMESH_INDEX_OUT_OF_RANGE", `faceIndices[${stored}]`, message, { hint });
  } else {
    const limit = faces.reading === "indirect" ? `${file.faceIndices.length} faceIndices` : `${vertexCount} vertices`;
    const message = `face ${face} uses ${stored} of ${limit} (${faces.reading} reading)`;
    report.add("BMESH_INDEX_OUT_OF_RANGE", `faces[${face}]`, message, { hint });
  }
}

/** Two corners in one place, or three on a line. */
function isDegenerate(p: Float32Array, a: number, b: number, c: number): boolean {
  if (a === b || b === c || a === c) return true;
  const ax = p[3 * a] ?? 0;
  const ay = p[3 * a + 1] ?? 0;
  const az = p[3 * a + 2] ?? 0;
  const ux = (p[3 * b] ?? 0) - ax;
  const uy = (p[3 * b + 1] ?? 0) - ay;
  const uz = (p[3 * b + 2] ?? 0) - az;
  const vx = (p[3 * c] ?? 0) - ax;
  const vy = (p[3 * c + 1] ?? 0) - ay;
  const vz = (p[3 * c + 2] ?? 0) - az;
  return uy * vz - uz * vy === 0 && uz * vx - ux * vz === 0 && ux * vy - uy * vx === 0;
}

/** Sections against faces: gaps, overlaps, what is beyond, and the stored vertex ranges. */
export function checkSections({ file, faces, sections, faceCount }: BmeshModel, report: Report): void {
  const { owned, unclaimed } = assignFaces(sections.ranges, faceCount);
  const ranges = vertexRanges(faces.triangles, sections.ranges);
  file.materialSections.forEach((section, i) => {
    const path = `materialSections[${i}]`;
    const name = `section ${i} "${sectionText(section.name)}"`;
    const asked = sections.asked[i];
    const range = sections.ranges[i];
    if (!asked || !range) return;
    if (asked.count > range.count) {
      const message = `${name} takes the faces ${asked.start} to ${asked.start + asked.count - 1} of ${faceCount}`;
      report.add("BMESH_SECTION_RANGE", path, message);
    }
    const shared = range.count - (owned[i] ?? 0);
    if (shared > 0)
      report.add("BMESH_SECTION_RANGE", path, `${shared} faces of ${name} belong to an earlier section too`);
    const used = ranges[i];
    if (used && used.max < file.positions.length / 3 && !rangeFits(section, used)) {
      report.add(
        "BMESH_SECTION_VERTEX_RANGE",
        `${path}.vertexMin`,
        `${name} says vertices ${section.vertexMin} to ${section.vertexMax}, its faces use ${used.min} to ${used.max}`,
      );
    }
  });
  if (unclaimed > 0) {
    report.add("BMESH_SECTION_RANGE", "materialSections", `${unclaimed} of ${faceCount} faces are in no section`);
  }
}
