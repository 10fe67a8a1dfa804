import { array, rest } from "../../../layout/arrays.ts";
import { layoutOf } from "../../../layout/record.ts";
import { count, i32, magic } from "../../../layout/scalars.ts";
import type { CmsFile } from "./file.ts";

const { field, fixed, record } = layoutOf<CmsFile>();
/** A `.cms` from its first byte to its last: 16 + 12 per vertex + 6 per face (verified on one file). */
export const cmsLayout = record("CMS", [
  fixed("magic", magic("CMS\0"), { evidence: "verified" }),
  field("version", i32, { evidence: "verified", note: "5000" }),
  field("vertexCount", count(i32), { evidence: "verified" }),
  field("positions", array(Float32Array, 3, "vertexCount"), { unit: "cm", evidence: "verified", note: "axes as in the mesh" }),
  field("faceCount", count(i32), { evidence: "verified" }),
  field("indices", array(Uint16Array, 3, "faceCount"), { evidence: "verified", note: "a wiki says 12 bytes of floats; that is wrong" }),
  field("trailing", rest(), { evidence: "inferred", note: "ignored by the client" }),
]);
