import { boundsOf } from "../../scene/space.ts";

/** Box and sphere of a mesh header. */
export interface MshBounds {
  boundsMin: Float32Array;
  boundsMax: Float32Array;
  sphereRadius: number;
}

/** The exact box of the positions, and half its diagonal in float32 (verified on retail files); zeros without any. */
export function mshBounds(positions: Float32Array): MshBounds {
  const { min, max } = boundsOf(positions) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const [x, y, z] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  return {
    boundsMin: Float32Array.from(min),
    boundsMax: Float32Array.from(max),
    sphereRadius: Math.fround(Math.sqrt(x * x + y * y + z * z) / 2),
  };
}

/** The six numbers of a box and the radius, bit for bit. */
export function packBounds({ boundsMin, boundsMax, sphereRadius }: MshBounds): Float32Array {
  return Float32Array.of(...boundsMin, ...boundsMax, sphereRadius);
}
