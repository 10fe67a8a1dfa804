import { MathUtils, type Node } from "@gltf-transform/core";
import { invertAffine, type Matrix, matrixDistance, matrixSize, multiplyMatrices } from "../../scene/matrices.ts";
import { inverseOf, mapVectors, type Space } from "../../scene/space.ts";
import { type JointTransform, jointTransform, matrixOf } from "./pose.ts";

/** Numbers of a transform in the file: position, quaternion (x, y, z, w), scale. */
const TRANSFORM = 10;
/** Closer than this two matrices count as the same: glTF keeps inverse bind matrices in single precision. */
const SAME = 1e-5;

/** A pose in the file's form. */
export interface BuiltPose {
  /** 10 per joint, relative to the parent. */
  transforms: Float32Array;
  /** Joints whose matrix shears, which a transform of the file can not. */
  sheared: number;
}

/**
 * Local transforms that give these matrices. Those of the file are taken as they are while they still do; else those of
 * the nodes, if they do; else the matrices are taken apart.
 *
 * @param world per joint, from the joint to the mesh, in glTF's axes
 * @param parents -1 for a root; parents may come later
 * @param nodes per joint
 * @param kept 10 per joint, as in the file
 */
export function buildPose(
  world: readonly Matrix[],
  parents: readonly number[],
  nodes: readonly Node[],
  space: Space,
  kept: Float32Array | undefined,
): BuiltPose {
  const transforms = new Float32Array(TRANSFORM * world.length);
  let sheared = 0;
  world.forEach((matrix, joint) => {
    const local = localOf(matrix, world[parents[joint] ?? -1]);
    const own = transforms.subarray(TRANSFORM * joint, TRANSFORM * (joint + 1));
    const ofFile = kept && jointTransform(kept, joint, space);
    const node = nodes[joint];
    const ofNode = node && ofNodeAlone(node);
    if (kept && ofFile && isSame(matrixOf(ofFile), local)) {
      own.set(kept.subarray(TRANSFORM * joint, TRANSFORM * (joint + 1)));
    } else if (ofNode && isSame(matrixOf(ofNode), local)) {
      putTransform(own, ofNode, space);
    } else {
      const transform = takeApart(local);
      if (!isSame(matrixOf(transform), local)) sheared++;
      putTransform(own, transform, space);
    }
  });
  return { transforms, sheared };
}

function localOf(matrix: Matrix, parent: Matrix | undefined): Matrix {
  const above = parent && invertAffine(parent);
  return above ? multiplyMatrices(above, matrix) : matrix;
}

function isSame(a: Matrix, b: Matrix): boolean {
  return matrixDistance(a, b) <= SAME * matrixSize(b);
}

function ofNodeAlone(node: Node): Omit<JointTransform, "changed"> {
  return { translation: node.getTranslation(), rotation: node.getRotation(), scale: node.getScale() };
}

function takeApart(matrix: Matrix): Omit<JointTransform, "changed"> {
  const translation: [number, number, number] = [0, 0, 0];
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  const scale: [number, number, number] = [1, 1, 1];
  // The same sixteen numbers; the library's types want a tuple.
  MathUtils.decompose([...matrix] as Parameters<typeof MathUtils.decompose>[0], translation, rotation, scale);
  const length = Math.hypot(...rotation);
  const usable = [...translation, ...scale, 1 / length].every(Number.isFinite);
  if (!usable) return { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
  const [x, y, z, w] = rotation.map((value) => value / length);
  return { translation, rotation: [x ?? 0, y ?? 0, z ?? 0, w ?? 1], scale };
}

/** From glTF's axes to the file's; the map is a rotation, so the axis of a quaternion just turns. */
function putTransform(
  target: Float32Array,
  { translation, rotation, scale }: Omit<JointTransform, "changed">,
  space: Space,
): void {
  const back = inverseOf(space);
  target.set(mapVectors(translation, back), 0);
  target.set(mapVectors(rotation.slice(0, 3), back), 3);
  target[6] = rotation[3];
  back.axes.forEach((axis, i) => {
    target[7 + i] = scale[axis] ?? 1;
  });
  for (const [i, value] of target.entries()) target[i] = value + 0; // -0 of a mapped zero says nothing
}
