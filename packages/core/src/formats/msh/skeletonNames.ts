import { Budget } from "../../bytes/budget.ts";
import { Cursor } from "../../bytes/cursor.ts";
import { array } from "../../layout/arrays.ts";
import { counted, list } from "../../layout/lists.ts";
import { layoutOf } from "../../layout/record.ts";
import { count, i32, magic } from "../../layout/scalars.ts";
import { type RawText, text } from "../../layout/text.ts";
import { startsWith } from "../../lookalikes.ts";

interface SkeletonBone {
  name: RawText;
  /** Rest pose, inverse bind pose and bind pose: 3 + 4 + 3 + 4 + 16 numbers. */
  pose: Float32Array;
  parentName: RawText;
  children: RawText[];
}

interface SkeletonFile {
  version: number;
  boneCount: number;
  bones: SkeletonBone[];
}

const bone = layoutOf<SkeletonBone>();
const boneLayout = bone.record("bone", [
  bone.field("name", text(i32)),
  bone.field("pose", array(Float32Array, 30)),
  bone.field("parentName", text(i32)),
  bone.field("children", counted(count(i32), text(i32))),
]);
const skeleton = layoutOf<SkeletonFile>();
const skeletonLayout = skeleton.record("SKL", [
  skeleton.fixed("magic", magic("SKL\0")),
  skeleton.field("version", i32),
  skeleton.field("boneCount", count(i32)),
  skeleton.field("bones", list(boneLayout, "boneCount")),
]);

/**
 * The names of the bones of a `.skl`, as bytes: what the bone names of a mesh are matched against (code; no real file
 * is known). Undefined if the bytes are no skeleton.
 *
 * @throws MeshglotError `SKL_*` if it is a damaged one
 */
export function skeletonNames(bytes: Uint8Array): Uint8Array[] | undefined {
  if (!startsWith(bytes, "SKL\0")) return undefined;
  const cursor = new Cursor(bytes, { family: "SKL", budget: new Budget(bytes.byteLength) });
  return skeletonLayout.read(cursor, undefined).bones.map(({ name }) => name.raw);
}
