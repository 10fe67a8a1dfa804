import type { Editing } from "../../editing.ts";
import { recomputeMeshbinBounds } from "./edit/bounds.ts";
import { recomputeMeshbinNormals } from "./edit/normals.ts";
import { transformMeshbin } from "./edit/transform.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";

/** What can be done to a MESHBIN beyond setting its fields; it has no names, no tangents and no tree. */
export const meshbinEditing: Editing<MeshbinFile | HeaderlessFile> = {
  string: (raw) => ({ raw }),
  transform: transformMeshbin,
  recompute: { bounds: recomputeMeshbinBounds, normals: recomputeMeshbinNormals },
};
