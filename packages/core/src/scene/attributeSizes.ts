/** Numbers per vertex by the table of glTF 2.0, "Meshes", by the start of the attribute's name. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  POSITION: [3],
  NORMAL: [3],
  TANGENT: [4],
  TEXCOORD: [2],
  COLOR: [3, 4],
  JOINTS: [4],
  WEIGHTS: [4],
};

/**
 * How many numbers an attribute may have per vertex; undefined for names that glTF leaves to whoever writes the file.
 *
 * @example attributeSizes("COLOR_0") // [3, 4]
 */
export function attributeSizes(semantic: string): readonly number[] | undefined {
  return SIZES[semantic.replace(/_\d+$/, "")];
}
