import type { Editing } from "../../editing.ts";
import { recomputeBmeshBounds } from "./edit/bounds.ts";
import { bmeshHardpoints } from "./edit/hardpoints.ts";
import { bmeshBones, bmeshSections } from "./edit/names.ts";
import { recomputeBmeshNormals } from "./edit/normals.ts";
import { recomputeBmeshTangents } from "./edit/tangents.ts";
import { transformBmesh } from "./edit/transform.ts";
import type { BmeshFile } from "./file.ts";

/** What can be done to a bMesh beyond setting its fields. */
export const bmeshEditing: Editing<BmeshFile> = {
  string: (raw) => ({ raw }),
  bones: bmeshBones,
  surfaces: bmeshSections,
  points: bmeshHardpoints,
  transform: transformBmesh,
  recompute: { bounds: recomputeBmeshBounds, normals: recomputeBmeshNormals, tangents: recomputeBmeshTangents },
};
