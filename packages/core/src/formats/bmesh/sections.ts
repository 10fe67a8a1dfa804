import type { BmeshFile, BmeshSection } from "./file.ts";
import type { SectionReading } from "./options.ts";

/** The faces of a section, cut where it would reach beyond the last face. */
export interface FaceRange {
  start: number;
  count: number;
}

export interface Sections {
  reading: SectionReading;
  evidence: string;
  /** One per section, as the file says it. */
  asked: FaceRange[];
  /** One per section, within the faces there are. */
  ranges: FaceRange[];
}

/**
 * What the second number of a section means: a number of faces, as tools of today say, or the face behind the last, as
 * an old description says. The sections of a file follow one another, so the sums tell.
 */
export function decideSections(file: BmeshFile, faceCount: number, option?: SectionReading): Sections {
  const { reading, evidence } = option ? { reading: option, evidence: "option" } : byCoverage(file, faceCount);
  const asked = file.materialSections.map(({ faceStart, faceCount: second }) => ({
    start: faceStart,
    count: reading === "count" ? second : Math.max(0, second - faceStart),
  }));
  const ranges = asked.map(({ start, count }) => {
    const first = Math.min(start, faceCount);
    return { start: first, count: Math.min(count, faceCount - first) };
  });
  return { reading, evidence, asked, ranges };
}

function byCoverage(file: BmeshFile, faceCount: number): { reading: SectionReading; evidence: string } {
  const sorted = [...file.materialSections].sort((a, b) => a.faceStart - b.faceStart);
  const last = sorted.at(-1);
  if (!last) return { reading: "count", evidence: "there are no sections" };
  const counts = covers(sorted, faceCount, (section) => section.faceStart + section.faceCount);
  const ends = last.faceCount === faceCount && sorted.every((section) => section.faceCount >= section.faceStart);
  if (counts && ends) return { reading: "count", evidence: "both readings say the same" };
  if (counts) return { reading: "count", evidence: "the counts sum to the number of faces" };
  if (ends) return { reading: "end", evidence: "the last end is the number of faces" };
  return { reading: "count", evidence: "neither reading fits the number of faces; assumed" };
}

/** Whether sections follow one another from the first face to the last. */
function covers(sorted: readonly BmeshSection[], faceCount: number, endOf: (section: BmeshSection) => number): boolean {
  let at = 0;
  for (const section of sorted) {
    if (section.faceStart !== at) return false;
    at = endOf(section);
  }
  return at === faceCount;
}

/** Which section draws each face: the first that claims it. */
export interface FaceOwners {
  /** Section per face, -1 for none. */
  owner: Int32Array;
  /** Faces per section. */
  owned: number[];
  /** Faces that no section claims. */
  unclaimed: number;
  /** Faces that a section claims and another one has, summed up. */
  overlap: number;
}

/** Gives every face to a section; work grows with faces and sections, however much the sections overlap. */
export function assignFaces(ranges: readonly FaceRange[], faceCount: number): FaceOwners {
  const owner = new Int32Array(faceCount).fill(-1);
  // The next face at or behind each that has no owner yet, with the paths shortened on the way.
  const next = new Uint32Array(faceCount + 1);
  for (let face = 0; face <= faceCount; face++) next[face] = face;
  const free = (face: number): number => {
    let at = face;
    while ((next[at] ?? at) !== at) {
      const step = next[at] ?? at;
      next[at] = next[step] ?? step;
      at = next[at] ?? at;
    }
    return at;
  };
  let overlap = 0;
  const owned = ranges.map(({ start, count }, section) => {
    let taken = 0;
    for (let face = free(start); face < start + count; face = free(face)) {
      owner[face] = section;
      next[face] = face + 1;
      taken++;
    }
    overlap += count - taken;
    return taken;
  });
  return { owner, owned, unclaimed: faceCount - owned.reduce((sum, count) => sum + count, 0), overlap };
}

export interface VertexRange {
  min: number;
  max: number;
}

/**
 * Lowest and highest vertex of each section's faces; undefined for a section without faces, and for those that come
 * after sections which already claimed all faces twice over (a damaged table would take forever).
 */
export function vertexRanges(triangles: Uint32Array, ranges: readonly FaceRange[]): (VertexRange | undefined)[] {
  let left = 2 * triangles.length;
  return ranges.map(({ start, count }) => {
    left -= 3 * count;
    if (count === 0 || left < 0) return undefined;
    let min = Infinity;
    let max = -Infinity;
    for (let i = 3 * start; i < 3 * (start + count); i++) {
      const vertex = triangles[i] ?? 0;
      if (vertex < min) min = vertex;
      if (vertex > max) max = vertex;
    }
    return { min, max };
  });
}

/** Whether a stored range is that of the faces; whether its end is inclusive is open, so both are taken. */
export function rangeFits({ vertexMin, vertexMax }: BmeshSection, range: VertexRange): boolean {
  return vertexMin === range.min && (vertexMax === range.max || vertexMax === range.max + 1);
}
