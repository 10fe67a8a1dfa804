import { array } from "../../layout/arrays.ts";
import { layoutOf } from "../../layout/record.ts";
import { i32 } from "../../layout/scalars.ts";
import { text } from "../../layout/text.ts";
import type { MshControlPoint, MshSubMesh } from "./file.ts";

const subMesh = layoutOf<MshSubMesh>();
export const subMeshLayout = subMesh.record("sub-mesh", [
  subMesh.field("minIndex", i32, { evidence: "verified", note: "lowest vertex used" }),
  subMesh.field("vertexCount", i32, { evidence: "verified", note: "size of the vertex range used" }),
  subMesh.field("indexStart", i32, { evidence: "verified", note: "counted in indices, not in faces" }),
  subMesh.field("faceCount", i32, { evidence: "verified" }),
]);

const point = layoutOf<MshControlPoint>();
export const controlPointLayout = point.record("control point", [
  point.field("typeIndex", text(i32), { evidence: "code", note: "type_index, split at the first underscore" }),
  point.field("linkedBone", text(i32), { evidence: "code" }),
  point.field("extraInfo", text(i32), { evidence: "open" }),
  point.field("position", array(Float32Array, 3), { unit: "cm", evidence: "code", note: "in mesh space" }),
]);
