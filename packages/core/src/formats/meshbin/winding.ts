import { cornerSlots, isDrawable, isTriangle, type MeshbinGeometry, normalKind, TRIANGLE_SLOTS } from "./geometry.ts";

/** Which way the triangles of a file run, and how we know. Quads are always clockwise (verified). */
export interface Winding {
  triangles: "cw" | "ccw";
  evidence:
    | "option"
    | "normals"
    | "shared edges with quads"
    | "closed volume"
    | "none, clockwise assumed"
    | "no triangles";
  /** Triangles that the evidence speaks for and against, where it counts them. */
  votes?: { cw: number; ccw: number };
}

/**
 * Decides how the triangles are wound: the old exporter left them counter-clockwise, the new one writes clockwise, and
 * nothing in the file says which it was. The first of these that has an answer decides: the option, usable normals,
 * edges shared with quads, the volume of a closed mesh.
 */
export function triangleWinding(geometry: MeshbinGeometry, option?: unknown): Winding {
  if (option === "cw" || option === "ccw") return { triangles: option, evidence: "option" };
  const triangles = hasTriangles(geometry) ? facesWhere(geometry, (face) => isTriangle(geometry, face)) : [];
  if (triangles.length === 0) return { triangles: "cw", evidence: "no triangles" };
  return (
    byNormals(geometry, triangles) ??
    bySharedEdges(geometry, triangles) ??
    byVolume(geometry, triangles) ?? { triangles: "cw", evidence: "none, clockwise assumed" }
  );
}

/** Most large files have quads only, and then there is nothing to decide. */
function hasTriangles({ positionIndices, faceCount }: MeshbinGeometry): boolean {
  for (let at = 1; at < 4 * faceCount; at += 4) if (positionIndices[at] === -1) return true;
  return false;
}

function facesWhere(geometry: MeshbinGeometry, test: (face: number) => boolean): number[] {
  const faces: number[] = [];
  for (let face = 0; face < geometry.faceCount; face++) if (isDrawable(geometry, face) && test(face)) faces.push(face);
  return faces;
}

const positionOf = (geometry: MeshbinGeometry, index: number): [number, number, number] => [
  geometry.positions[index * 3] ?? 0,
  geometry.positions[index * 3 + 1] ?? 0,
  geometry.positions[index * 3 + 2] ?? 0,
];

/** For a clockwise triangle this points outward: (p2 - p0) x (p1 - p0). */
function clockwiseNormal(geometry: MeshbinGeometry, corners: readonly number[]): [number, number, number] {
  const [p0, p1, p2] = corners.map((index) => positionOf(geometry, index));
  if (!p0 || !p1 || !p2) return [0, 0, 0];
  const u = [p2[0] - p0[0], p2[1] - p0[1], p2[2] - p0[2]] as const;
  const v = [p1[0] - p0[0], p1[1] - p0[1], p1[2] - p0[2]] as const;
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function byNormals(geometry: MeshbinGeometry, triangles: number[]): Winding | undefined {
  if (normalKind(geometry) !== "scaled") return undefined;
  let sum = 0;
  for (const face of triangles) {
    const corners = TRIANGLE_SLOTS.map((slot) => geometry.positionIndices[face * 4 + slot] ?? 0);
    const facing = clockwiseNormal(geometry, corners);
    for (const slot of TRIANGLE_SLOTS) {
      const normal = geometry.normalIndices[face * 4 + slot] ?? -1;
      if (normal < 0 || normal >= geometry.normalCount) continue;
      for (const axis of [0, 1, 2] as const) sum += facing[axis] * (geometry.normals[normal * 3 + axis] ?? 0);
    }
  }
  return sum === 0 ? undefined : { triangles: sum > 0 ? "cw" : "ccw", evidence: "normals" };
}

/** The directed edges of a face, as it runs in the file. */
function edgesOf(geometry: MeshbinGeometry, face: number): [number, number][] {
  const corners = cornerSlots(geometry, face).map((slot) => geometry.positionIndices[face * 4 + slot] ?? 0);
  return corners.map((from, i) => [from, corners[(i + 1) % corners.length] ?? 0]);
}

/** A triangle that runs a shared edge in the direction of a clockwise quad is wound the other way. */
function bySharedEdges(geometry: MeshbinGeometry, triangles: number[]): Winding | undefined {
  const quadEdges = new Set<number>();
  const key = (from: number, to: number) => from * 65536 + to;
  for (const quad of facesWhere(geometry, (face) => !isTriangle(geometry, face))) {
    for (const [from, to] of edgesOf(geometry, quad)) quadEdges.add(key(from, to));
  }
  let cw = 0;
  let ccw = 0;
  for (const face of triangles) {
    for (const [from, to] of edgesOf(geometry, face)) {
      if (quadEdges.has(key(to, from))) cw++;
      else if (quadEdges.has(key(from, to))) ccw++;
    }
  }
  if (cw === ccw) return undefined;
  return { triangles: cw > ccw ? "cw" : "ccw", evidence: "shared edges with quads", votes: { cw, ccw } };
}

/** Each edge used by exactly two triangles: then the sum of p0 . (p1 x p2) is negative for clockwise ones. */
function byVolume(geometry: MeshbinGeometry, triangles: number[]): Winding | undefined {
  const uses = new Map<number, number>();
  let volume = 0;
  for (const face of triangles) {
    for (const [from, to] of edgesOf(geometry, face)) {
      const key = Math.min(from, to) * 65536 + Math.max(from, to);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
    const [p0, p1, p2] = TRIANGLE_SLOTS.map((slot) =>
      positionOf(geometry, geometry.positionIndices[face * 4 + slot] ?? 0),
    );
    if (!p0 || !p1 || !p2) continue;
    volume +=
      p0[0] * (p1[1] * p2[2] - p1[2] * p2[1]) +
      p0[1] * (p1[2] * p2[0] - p1[0] * p2[2]) +
      p0[2] * (p1[0] * p2[1] - p1[1] * p2[0]);
  }
  const closed = [...uses.values()].every((count) => count === 2);
  return closed && volume !== 0 ? { triangles: volume < 0 ? "cw" : "ccw", evidence: "closed volume" } : undefined;
}
