import { facing } from "./facing.ts";
import type { BmeshFile } from "./file.ts";
import type { WINDINGS } from "./options.ts";

export interface Winding {
  winding: (typeof WINDINGS)[number];
  evidence: string;
}

/** A surface counts as closed if its cross products cancel to this part of their lengths. */
const CLOSED = 1e-3;
/** A volume counts if it is more than this part of that of a ball with the same surface. */
const SOLID = 1e-3;

/**
 * How the triangles of a file run, seen from outside in right-handed space: no description says. The normals know; a
 * mesh without them is counter-clockwise unless it is closed and would be inside out.
 */
export function decideWinding(file: BmeshFile, triangles: Uint32Array, option?: Winding["winding"]): Winding {
  if (option) return { winding: option, evidence: "option" };
  const { withNormals, against, volume6, open, area2 } = facing(file, triangles);
  if (withNormals !== against) {
    const cw = against > withNormals;
    const share = Math.max(against, withNormals) / (against + withNormals);
    return { winding: cw ? "cw" : "ccw", evidence: `normals, ${Math.round(share * 100)} % of the area` };
  }
  const ball6 = 6 * (4 / 3) * Math.PI * Math.sqrt(area2 / 2 / (4 * Math.PI)) ** 3;
  if (open <= CLOSED * area2 && Math.abs(volume6) > SOLID * ball6) {
    return {
      winding: volume6 < 0 ? "cw" : "ccw",
      evidence: "volume of the closed surface; there are no usable normals",
    };
  }
  return { winding: "ccw", evidence: "assumed; there are no usable normals" };
}
