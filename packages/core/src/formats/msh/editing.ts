import type { Editing } from "../../editing.ts";
import { mshBones } from "./edit/bones.ts";
import { recomputeMshBounds } from "./edit/bounds.ts";
import { recomputeMshNormals } from "./edit/normals.ts";
import { mshPoints } from "./edit/points.ts";
import { recomputeMshTangents } from "./edit/tangents.ts";
import { transformMsh } from "./edit/transform.ts";
import type { MshFile } from "./file.ts";

/** What can be done to an MSH beyond setting its fields. */
export const mshEditing: Editing<MshFile> = {
  string: (raw) => ({ raw }),
  bones: mshBones,
  points: mshPoints,
  transform: transformMsh,
  recompute: { bounds: recomputeMshBounds, normals: recomputeMshNormals, tangents: recomputeMshTangents },
};
