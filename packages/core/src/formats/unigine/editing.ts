import type { Editing } from "../../editing.ts";
import { recomputeUnigineBounds } from "./edit/bounds.ts";
import { setUnigineLightmap } from "./edit/lightmap.ts";
import { unigineJoints, unigineSurfaces } from "./edit/names.ts";
import { settleUnigine } from "./edit/settle.ts";
import { recomputeUnigineTangents } from "./edit/tangents.ts";
import { transformUnigine } from "./edit/transform.ts";
import { recomputeUnigineTree } from "./edit/tree.ts";
import type { UnigineFile } from "./file.ts";

/** What can be done to a UNIGINE mesh beyond setting its fields. Normals lie in the tangent frames, so there are none to recompute alone. */
export const unigineEditing: Editing<UnigineFile> = {
  string: (raw) => ({ raw: Uint8Array.from([...raw, 0]) }),
  bones: unigineJoints,
  surfaces: unigineSurfaces,
  setLightmap: setUnigineLightmap,
  transform: transformUnigine,
  recompute: { bounds: recomputeUnigineBounds, tree: recomputeUnigineTree, tangents: recomputeUnigineTangents },
  settle: settleUnigine,
};
