import { gather, weld } from "../../scene/weld.ts";
import { isDrawable, isTriangle, type MeshbinGeometry } from "./geometry.ts";
import type { Winding } from "./winding.ts";

/** The faces of a file as glTF wants them: one vertex per distinct corner, counter-clockwise triangles. */
export interface MeshbinVertices {
  /** Position, UV and normal of each vertex; -1 where the corner has none. */
  position: Int32Array;
  uv: Int32Array;
  normal: Int32Array;
  /** 3 per triangle. */
  indices: Uint32Array;
  /** Face of each triangle. */
  faces: Uint32Array;
  /** Runs of quads (`q`, two triangles each) and triangles (`t`), in file order: what it takes to rebuild the quads. */
  faceRuns: ["q" | "t", number][];
  /** Faces left out because a corner has no position. */
  dropped: number;
  /** Corners of drawn faces whose UV index points nowhere. */
  withoutUv: number;
}

/** The corners of all faces that are drawn, one face after another. */
type Corners = Pick<MeshbinVertices, "position" | "uv" | "normal" | "withoutUv"> & {
  /** The faces that are drawn. */
  drawn: Uint32Array;
};

/**
 * One vertex per distinct triple of position, UV and normal, numbered by first use, faces in file order.
 *
 * @param flat number the faces' own normals instead of the stored ones: vertices are then not shared between faces
 */
export function splitVertices(geometry: MeshbinGeometry, winding: Winding["triangles"], flat = false): MeshbinVertices {
  const { drawn, withoutUv, ...corners } = cornersOf(geometry, flat);
  const { remap, first } = weld(
    corners.position.length,
    [corners.position, corners.uv, corners.normal].map((array) => ({ array, stride: 1 })),
  );
  return {
    position: gather(corners.position, 1, first),
    uv: gather(corners.uv, 1, first),
    normal: gather(corners.normal, 1, first),
    ...trianglesOf(geometry, drawn, remap, winding),
    dropped: geometry.faceCount - drawn.length,
    withoutUv,
  };
}

function cornersOf(geometry: MeshbinGeometry, flat: boolean): Corners {
  const { faceCount, positionIndices, uvIndices, uvCount, normalIndices, normalCount } = geometry;
  const drawn = new Uint32Array(faceCount);
  const position = new Int32Array(faceCount * 4);
  const uv = new Int32Array(faceCount * 4);
  const normal = new Int32Array(faceCount * 4);
  let [faces, corner, withoutUv] = [0, 0, 0];
  for (let face = 0; face < faceCount; face++) {
    if (!isDrawable(geometry, face)) continue;
    drawn[faces++] = face;
    const triangle = isTriangle(geometry, face);
    for (let slot = 0; slot < 4; slot++) {
      if (triangle && slot === 1) continue;
      const at = face * 4 + slot;
      position[corner] = positionIndices[at] ?? 0;
      uv[corner] = inRange(uvIndices[at], uvCount);
      normal[corner] = flat ? face : inRange(normalIndices[at], normalCount);
      if (uvCount > 0 && uv[corner] === -1) withoutUv++;
      corner++;
    }
  }
  return {
    drawn: drawn.subarray(0, faces),
    position: position.subarray(0, corner),
    uv: uv.subarray(0, corner),
    normal: normal.subarray(0, corner),
    withoutUv,
  };
}

/** @param vertexOf vertex of each corner, in the order of {@link cornersOf} */
function trianglesOf(
  geometry: MeshbinGeometry,
  drawn: Uint32Array,
  vertexOf: Uint32Array,
  winding: Winding["triangles"],
): Pick<MeshbinVertices, "indices" | "faces" | "faceRuns"> {
  const indices = new Uint32Array(drawn.length * 6);
  const faces = new Uint32Array(drawn.length * 2);
  const faceRuns: ["q" | "t", number][] = [];
  let [corner, index, triangles] = [0, 0, 0];
  const add = (a: number, b: number, c: number, face: number) => {
    indices[index++] = vertexOf[corner + a] ?? 0;
    indices[index++] = vertexOf[corner + b] ?? 0;
    indices[index++] = vertexOf[corner + c] ?? 0;
    faces[triangles++] = face;
  };
  for (let i = 0; i < drawn.length; i++) {
    const face = drawn[i] ?? 0;
    const kind = isTriangle(geometry, face) ? "t" : "q";
    const run = faceRuns.at(-1);
    if (run?.[0] === kind) run[1]++;
    else faceRuns.push([kind, 1]);
    // The format's page names the slots s1 to s4; a triangle has s1, s3 and s4.
    if (kind === "q") {
      add(0, 2, 1, face); // s1 s3 s2
      add(1, 2, 3, face); // s2 s3 s4
      corner += 4;
    } else {
      if (winding === "cw") add(0, 2, 1, face);
      else add(0, 1, 2, face);
      corner += 3;
    }
  }
  return { indices: indices.subarray(0, index), faces: faces.subarray(0, triangles), faceRuns };
}

function inRange(index: number | undefined, count: number): number {
  return index !== undefined && index >= 0 && index < count ? index : -1;
}
