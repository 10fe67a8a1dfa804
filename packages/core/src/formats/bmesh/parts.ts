import type { BmeshModel } from "./model.ts";
import { sectionText } from "./names.ts";
import type { FaceOwners } from "./sections.ts";

/**
 * Parts at most. A model has a handful of sections; a damaged table of them has one for every 20 bytes, and each would
 * become some 20 KB of glTF.
 */
const MAX_PARTS = 512;

/** Faces that are drawn with one material. */
export interface Part {
  /** Name of the material. */
  name: string;
  /** Number of the section; undefined for the faces that none claims, and where several were joined. */
  section?: number;
  path: string;
  /** 3 vertices per face. */
  corners: Uint32Array;
  /** Number of each face. */
  faces: Uint32Array;
}

/** The parts of a mesh, and how many sections were joined into the last of them. */
export interface Parts {
  parts: Part[];
  joined: number;
}

/** The faces of each section that has any, in the order of the file; those of no section last. */
export function partsOf(
  { file, faces: { triangles }, faceCount }: BmeshModel,
  { owner, owned, unclaimed }: FaceOwners,
): Parts {
  const sizes = [...owned, unclaimed];
  let place = 0;
  const starts = Uint32Array.from(sizes, (size) => {
    place += 3 * size;
    return place - 3 * size;
  });
  const corners = new Uint32Array(place);
  const faces = new Uint32Array(place / 3);
  const next = starts.slice();
  for (let face = 0; face < faceCount; face++) {
    const own = owner[face] ?? -1;
    const at = own === -1 ? owned.length : own;
    const to = next[at] ?? 0;
    for (let corner = 0; corner < 3; corner++) corners[to + corner] = triangles[3 * face + corner] ?? 0;
    faces[to / 3] = face;
    next[at] = to + 3;
  }
  const filled = sizes.flatMap((size, i) => (size > 0 ? [i] : []));
  const own = filled.length <= MAX_PARTS ? filled : filled.slice(0, MAX_PARTS - 1);
  const parts = own.map((i): Part => {
    const [from = 0, to = 0] = [starts[i], next[i]];
    const part = { corners: corners.subarray(from, to), faces: faces.subarray(from / 3, to / 3) };
    const record = file.materialSections[i];
    if (!record) return { name: "default", path: "faces", ...part };
    return {
      name: sectionText(record.name) || `section${i}`,
      section: i,
      path: `materialSections[${i}]`,
      ...part,
    };
  });
  const joined = filled.length - own.length;
  if (joined > 0) {
    const first = filled[own.length] ?? 0;
    const path = `materialSections[${first}]`;
    const from = starts[first] ?? 0;
    parts.push({ name: "more sections", path, corners: corners.subarray(from), faces: faces.subarray(from / 3) });
  }
  return { parts, joined };
}
