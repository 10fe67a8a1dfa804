import { facing } from "./facing.ts";
import type { BmeshFile } from "./file.ts";
import { FACE_READINGS, type FaceReading } from "./options.ts";
import { rangeFits, type Sections, vertexRanges } from "./sections.ts";

/** A vertex number for a face whose place in `faceIndices` does not exist: out of range in every mesh. */
const NOWHERE = 0xffffffff;
/** How much better one reading has to agree with the normals than the other to be believed. */
const CLEARLY = 0.2;

export interface Faces {
  reading: FaceReading;
  evidence: string;
  /** The other reading that fits as well, where nothing decides. */
  ambiguous?: FaceReading;
  /** 3 vertices per face, as the file has them; those that do not exist included. */
  triangles: Uint32Array;
}

/** Number of faces under the reading that the file's arrays suggest. */
export function faceCountOf(file: BmeshFile): number {
  return Math.floor((file.faces.length > 0 ? file.faces.length : file.faceIndices.length) / 3);
}

/**
 * What the faces mean. *indirect*: places in `faceIndices`, which holds vertices (the remark of one description);
 * *direct*: vertices; *flat*: `faceIndices` is the list of triangles and `faces` is empty. Where two are possible, the
 * vertex ranges of the sections decide, then the normals.
 */
export function decideFaces(file: BmeshFile, sections: Sections, option?: FaceReading): Faces {
  if (option) return { reading: option, evidence: "option", triangles: trianglesOf(file, option) };
  if (file.faces.length === 0) {
    const flat = file.faceIndices.length > 0 && file.faceIndices.length % 3 === 0;
    const reading = flat ? "flat" : "indirect";
    return {
      reading,
      evidence: flat ? "faces is empty and faceIndices is not" : "there are no faces",
      triangles: trianglesOf(file, reading),
    };
  }
  const vertexCount = file.positions.length / 3;
  const indirect = { reading: "indirect", triangles: trianglesOf(file, "indirect") } as const;
  const direct = { reading: "direct", triangles: file.faces } as const;
  const bad = { indirect: outside(indirect.triangles, vertexCount), direct: outside(direct.triangles, vertexCount) };
  if (bad.indirect > 0 || bad.direct > 0) {
    const better = bad.direct < bad.indirect ? direct : indirect;
    const evidence =
      bad[better.reading] === 0 ? "the only reading in range" : "no reading is in range; the nearest one";
    return { ...better, evidence };
  }
  if (sameTriangles(indirect.triangles, direct.triangles)) {
    return { ...indirect, evidence: "indirect and direct give the same triangles" };
  }
  const fitting = (triangles: Uint32Array): number =>
    vertexRanges(triangles, sections.ranges).filter((range, i) => {
      const section = file.materialSections[i];
      return range && section && rangeFits(section, range);
    }).length;
  const fits = { indirect: fitting(indirect.triangles), direct: fitting(direct.triangles) };
  if (fits.indirect !== fits.direct) {
    return {
      ...(fits.direct > fits.indirect ? direct : indirect),
      evidence: `the vertex ranges of ${Math.max(fits.indirect, fits.direct)} of ${sections.ranges.length} sections`,
    };
  }
  const agrees = { indirect: agreement(file, indirect.triangles), direct: agreement(file, direct.triangles) };
  if (Math.abs(agrees.indirect - agrees.direct) > CLEARLY) {
    return { ...(agrees.direct > agrees.indirect ? direct : indirect), evidence: "agreement with the normals" };
  }
  return { ...indirect, evidence: "assumed: nothing decides against direct", ambiguous: "direct" };
}

/** The triangles under one reading. */
function trianglesOf(file: BmeshFile, reading: FaceReading): Uint32Array {
  const { faces, faceIndices } = file;
  if (reading === "direct") return faces;
  if (reading === "flat") return faceIndices.subarray(0, faceIndices.length - (faceIndices.length % 3));
  if (isIdentity(faceIndices) && everyBelow(faces, faceIndices.length)) return faces;
  const triangles = new Uint32Array(faces.length);
  for (let i = 0; i < faces.length; i++) triangles[i] = faceIndices[faces[i] ?? 0] ?? NOWHERE;
  return triangles;
}

/** Whether place and vertex are the same everywhere: 0, 1, 2, … */
export function isIdentity(faceIndices: Uint32Array): boolean {
  for (let i = 0; i < faceIndices.length; i++) if (faceIndices[i] !== i) return false;
  return true;
}

function everyBelow(values: Uint32Array, limit: number): boolean {
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) >= limit) return false;
  return true;
}

function outside(triangles: Uint32Array, vertexCount: number): number {
  let count = 0;
  for (let i = 0; i < triangles.length; i++) if ((triangles[i] ?? 0) >= vertexCount) count++;
  return count;
}

function sameTriangles(a: Uint32Array, b: Uint32Array): boolean {
  if (a === b) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** 1 if all triangles face their normals, or all face away; near 0 if they are thrown together. */
function agreement(file: BmeshFile, triangles: Uint32Array): number {
  const { withNormals, against, possible } = facing(file, triangles);
  return possible > 0 ? Math.abs(withNormals - against) / possible : 0;
}

/** For messages: the readings as the user may choose them. */
export function otherReadings(reading: FaceReading): string {
  return FACE_READINGS.filter((other) => other !== reading).join(" or ");
}
