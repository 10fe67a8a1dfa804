import { type ConvertOptions, NO_COUNTS, type Summary } from "../../format.ts";
import { boundsOf } from "../../scene/space.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";
import { geometryOf, isTriangle, normalKind } from "./geometry.ts";
import { textureSize } from "./textureSize.ts";
import { triangleWinding } from "./winding.ts";

/** What homebrew developers look for first: the budget of the engine, and what had to be guessed. */
export function summarizeMeshbin(file: MeshbinFile | HeaderlessFile, options: ConvertOptions): Summary {
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
      triangleWinding: `${winding.triangles} (${winding.evidence})`,
      textureSize: `${texture.size}${texture.guessed ? " (guessed: it is not in the file)" : ""}`,
      normals: geometry.normalCount,
      uvs: geometry.uvCount,
      ...(meshbin
        ? {
            storedBounds: { min: Array.from(meshbin.boundsMin), max: Array.from(meshbin.boundsMax) },
            ...(meshbin.sphereCenter
              ? { sphere: { center: Array.from(meshbin.sphereCenter), radius: meshbin.sphereRadius ?? 0 } }
              : {}),
            type: meshbin.type,
          }
        : { header: "none: a file from before September 2025, which the current engine refuses" }),
    },
  };
}
