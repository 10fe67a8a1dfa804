import { extrasOf } from "../../scene/document.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { sameBits } from "../../scene/takeOriginals.ts";
import { flipTriangles } from "../../scene/triangles.ts";
import type { BmeshBuildSettings } from "./buildSettings.ts";
import { drawnParts, isTurned } from "./drawn.ts";
import { type BmeshFile, type BmeshSection, emptyBmesh } from "./file.ts";
import { type BmeshKept, sectionFromExtras } from "./kept.ts";
import { interpret } from "./model.ts";
import { encodeLatin1, sectionText } from "./names.ts";

/** The part of a file that says which triangles there are. */
export type BmeshFaceFields = Pick<BmeshFile, "faceIndices" | "faces" | "materialSections">;

/**
 * Faces that are right under the direct and the indirect reading: `faceIndices` counts from 0, and there is a section
 * per primitive, its faces and its vertex range exact.
 *
 * @param parts triangles in glTF's sense of rotation, in the numbering of the file
 */
export function faceFieldsOf(
  surfaces: readonly SceneSurface[],
  parts: readonly Uint32Array[],
  vertexCount: number,
  { space }: BmeshBuildSettings,
): BmeshFaceFields {
  const turn = isTurned("ccw", space);
  const faces = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  const materialSections = parts.map((part, i): BmeshSection => {
    const own = turn ? flipTriangles(part) : part;
    faces.set(own, at);
    const faceStart = at / 3;
    at += own.length;
    const { min, max } = rangeOf(own);
    const name = sectionName(surfaces[i], i);
    return { name, faceStart, faceCount: own.length / 3, vertexMin: min, vertexMax: max };
  });
  return { faceIndices: counting(vertexCount), faces, materialSections };
}

/** A section is called as its material; one that had no name keeps none. */
function sectionName(surface: SceneSurface | undefined, number: number): BmeshSection["name"] {
  const material = surface?.primitive.getMaterial()?.getName() || "default";
  const before = surface && sectionFromExtras(extrasOf(surface.primitive));
  if (before && labelOf(before, extrasOf(surface.primitive).section) === material) return before.name;
  return { raw: encodeLatin1(material, `primitives[${number}].material`) };
}

/** What a section's material was called on the way to glTF. */
function labelOf(section: BmeshSection, number: unknown): string {
  return sectionText(section.name) || `section${String(number)}`;
}

/**
 * Faces and sections of the original file, if they still make the triangles of the scene. Sections whose material was
 * renamed have the new name.
 */
export function originalFaces(
  surfaces: readonly SceneSurface[],
  parts: readonly Uint32Array[],
  file: BmeshFile,
  kept: BmeshKept,
  { space }: BmeshBuildSettings,
): BmeshFaceFields | undefined {
  const sections = keptSections(surfaces, kept);
  const fields = sections && {
    ...keptFaces(parts, file.positions.length / 3, kept, space),
    materialSections: sections,
  };
  if (!fields) return undefined;
  const { faceReading, sectionReading, winding } = kept.extras;
  const options = Object.fromEntries(
    Object.entries({ faceReading, sectionReading, winding }).filter(([, word]) => typeof word === "string"),
  ) as Record<string, string>;
  const model = interpret({ ...emptyBmesh(), positions: file.positions, normals: file.normals, ...fields }, options);
  const drawn = drawnParts(model, space).parts.filter(({ indices }) => indices.length > 0);
  const same = drawn.length === parts.length && drawn.every(({ indices }, i) => isSame(indices, parts[i]));
  if (!same) return undefined;
  const renamed = sections.map((section, number) => {
    const surface = surfaces[drawn.findIndex((part) => part.section === number)];
    return surface ? { ...section, name: renamedTo(section, number, surface) } : section;
  });
  return { ...fields, materialSections: renamed };
}

function renamedTo(section: BmeshSection, number: number, { primitive }: SceneSurface): BmeshSection["name"] {
  const material = primitive.getMaterial()?.getName() ?? "";
  if (material === "" || material === labelOf(section, number)) return section.name;
  return { raw: encodeLatin1(material, `materialSections[${number}].name`) };
}

function isSame(a: Uint32Array, b: Uint32Array | undefined): boolean {
  return b !== undefined && sameBits(a, b);
}

/** The table of sections as it was: whole in the extras of the mesh, or a record at each primitive. */
function keptSections(surfaces: readonly SceneSurface[], kept: BmeshKept): BmeshSection[] | undefined {
  const { materialSections } = kept.extras;
  const records: unknown[] = Array.isArray(materialSections)
    ? materialSections
    : surfaces
        .map(({ primitive }) => extrasOf(primitive))
        .filter(({ section }) => typeof section === "number")
        .sort((a, b) => Number(a.section) - Number(b.section));
  const sections = records.flatMap((record) => sectionFromExtras(record) ?? []);
  return sections.length === records.length ? sections : undefined;
}

/** `faces` and `faceIndices`, of which the extras hold what the triangles of the scene do not say. */
function keptFaces(
  parts: readonly Uint32Array[],
  vertexCount: number,
  kept: BmeshKept,
  space: BmeshBuildSettings["space"],
): Pick<BmeshFile, "faces" | "faceIndices"> {
  const { faceReading, winding, faceIndexCount } = kept.extras;
  const turn = isTurned(winding === "cw" ? "cw" : "ccw", space);
  const triangles = concat(turn ? parts.map(flipTriangles) : parts);
  const none = new Uint32Array(0);
  const flat = faceReading === "flat";
  const carried = faceIndexCount === 0 ? none : flat ? triangles : counting(vertexCount);
  return {
    faces: kept.array("faces") ?? (flat ? none : triangles),
    faceIndices: kept.array("faceIndices") ?? carried,
  };
}

function counting(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

function concat(arrays: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

function rangeOf(indices: Uint32Array): { min: number; max: number } {
  let [min, max] = [Infinity, 0];
  for (const index of indices) {
    if (index < min) min = index;
    if (index > max) max = index;
  }
  return { min: Math.min(min, max), max };
}
