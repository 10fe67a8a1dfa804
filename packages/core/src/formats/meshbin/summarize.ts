import { type ConvertOptions, NO_COUNTS, type Summary } from "../../format.ts";
import { boundsOf } from "../../scene/space.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";
import { geometryOf, isTriangle, normalKind } from "./geometry.ts";
import { textureSize } from "./textureSize.ts";
import { triangleWinding } from "./winding.ts";

/** A file that was read in part has no faces; what its header says is known all the same. */
function withEmptyArrays(part: MeshbinFile | HeaderlessFile): MeshbinFile | HeaderlessFile {
  const whole = part.trailing !== undefined;
  if (whole) return part;
  const none = new Int16Array(0);
  return {
    vertexCount: 0,
    facesCount: 0,
    colors: new Uint8Array(0),
    normalsCount: 0,
    normals: none,
    uvCount: 0,
    uv0: new Uint8Array(0),
    boundsMin: none,
    boundsMax: none,
    positions: new Int32Array(0),
    ...(part as Partial<MeshbinFile>),
    // Faces need all three arrays, and those come last.
    indicesCount: 0,
    positionIndices: none,
    normalIndices: none,
    uv0Indices: none,
    trailing: new Uint8Array(0),
  } as MeshbinFile | HeaderlessFile; // whichever of the two was begun; its fields overwrite the empty ones
}

/** What homebrew developers look for first: the budget of the engine, and what had to be guessed. */
export function summarizeMeshbin(part: MeshbinFile | HeaderlessFile, options: ConvertOptions): Summary {
  const file = withEmptyArrays(part);
  const geometry = geometryOf(file);
  let quads = 0;
  for (let face = 0; face < geometry.faceCount; face++) if (!isTriangle(geometry, face)) quads++;
  const winding = triangleWinding(geometry, options.triangleWinding);
  const texture = textureSize(geometry.uvs, options.textureSize);
  const meshbin = "version" in file ? file : undefined;
  const bones = meshbin?.bones?.length ?? 0;
  const kind = normalKind(geometry);
  return {
    counts: {
      ...NO_COUNTS,
      vertices: file.vertexCount,
      triangles: geometry.faceCount - quads,
      quads,
      surfaces: geometry.faceCount > 0 ? 1 : 0,
      bones,
      materials: geometry.faceCount > 0 ? 1 : 0,
    },
    bounds: boundsOf(geometry.positions),
    features: [
      ...(quads > 0 ? ["quads"] : []),
      ...(geometry.faceCount > quads ? ["triangles"] : []),
      ...(geometry.uvCount > 0 ? ["uv0"] : []),
      ...(kind === "none" ? [] : [`normals (${kind})`]),
      ...(bones > 0 ? ["skeleton"] : []),
      ...(meshbin?.sphereRadius === undefined ? [] : ["bounding sphere"]),
      ...(file.trailing.byteLength > 0 ? ["trailing bytes"] : []),
    ],
    details: {
      budget: `${file.facesCount} of 999 faces, ${bones} of 15 bones`,
      ...(geometry.faceCount > 0
        ? {
            triangleWinding: `${winding.triangles} (${winding.evidence})`,
            textureSize: `${texture.size}${texture.guessed ? " (guessed: it is not in the file)" : ""}`,
          }
        : {}),
      normals: geometry.normalCount,
      uvs: geometry.uvCount,
      ...(meshbin
        ? {
            ...(meshbin.boundsMax.length > 0
              ? { storedBounds: { min: Array.from(meshbin.boundsMin), max: Array.from(meshbin.boundsMax) } }
              : {}),
            ...(meshbin.sphereCenter
              ? { sphere: { center: Array.from(meshbin.sphereCenter), radius: meshbin.sphereRadius ?? 0 } }
              : {}),
            type: meshbin.type,
          }
        : { header: "none: a file from before September 2025, which the current engine refuses" }),
    },
  };
}
