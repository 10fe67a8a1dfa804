import { sceneFault } from "../scene/sceneFault.ts";

/** A bone of the engine's OBJ dialect: local, in the engine's axes (y down), metres. */
export interface EngineBone {
  name: string;
  /** Index into the bones, -1 for a root. */
  parent: number;
  position: [number, number, number];
  /** w, x, y, z, unit length. */
  rotation: [number, number, number, number];
}

/** What the Blender script of a PlayStation 1 engine adds to ordinary OBJ (the page of MESHBIN, "OBJ dialect"). */
export interface EngineFlavor {
  /** Smallest and largest corner, metres, the engine's axes; the author may have set it by hand. */
  aabb: number[] | undefined;
  /** Centre and radius, metres. */
  bsphere: number[] | undefined;
  bones: EngineBone[];
  /** Bone of each vertex of the file; -1 where none is given. */
  vertexBones: Int32Array;
}

/** Fixed-point numbers of the engine: 128 is a metre, 4096 is 1. */
const UNITS_PER_METRE = 128;
/** A quaternion longer than this is one in fixed-point numbers. */
const FIXED_POINT_LENGTH = 2;

/**
 * @param lines `aabb`, `bsphere`, `skel`, `bone` and `vw` lines in order
 * @param vertexCount of the file
 * @throws MeshglotError `OBJ_SYNTAX`
 */
export function engineFlavorOf(lines: readonly string[][], vertexCount: number): EngineFlavor {
  const flavor: EngineFlavor = {
    aabb: undefined,
    bsphere: undefined,
    bones: [],
    vertexBones: new Int32Array(vertexCount).fill(-1),
  };
  for (const [word = "", ...rest] of lines) {
    if (word === "aabb") flavor.aabb = numbers(word, rest, 6);
    if (word === "bsphere") flavor.bsphere = numbers(word, rest, 4);
    if (word === "bone") flavor.bones.push(bone(rest));
    if (word === "vw") {
      const [vertex = 0, index = -1] = numbers(word, rest, 2);
      if (vertex >= 1 && vertex <= vertexCount) flavor.vertexBones[vertex - 1] = index;
    }
  }
  return flavor;
}

/** `bone id name parent x y z qw qx qy qz`. */
function bone([, name = "", ...rest]: readonly string[]): EngineBone {
  const [parent = -1, x = 0, y = 0, z = 0, w = 1, qx = 0, qy = 0, qz = 0] = numbers("bone", rest, 8);
  const length = Math.hypot(w, qx, qy, qz) || 1;
  // The script multiplies both by its fixed-point units; the quaternion, whose length is known, tells.
  const unit = length > FIXED_POINT_LENGTH ? UNITS_PER_METRE : 1;
  return {
    name,
    parent,
    position: [x / unit, y / unit, z / unit],
    rotation: [w / length, qx / length, qy / length, qz / length],
  };
}

function numbers(word: string, words: readonly string[], count: number): number[] {
  const values = words.slice(0, count).map(Number);
  if (values.length === count && values.every(Number.isFinite)) return values;
  throw sceneFault("OBJ_SYNTAX", word, `a line "${word}" needs ${count} numbers`, "Export the model again.");
}
