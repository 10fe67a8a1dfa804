import { isMirror, type Space } from "../../scene/space.ts";
import { dropOutOfRange, flipTriangles } from "../../scene/triangles.ts";
import type { BmeshModel } from "./model.ts";
import { type Part, partsOf } from "./parts.ts";
import { assignFaces, type FaceOwners } from "./sections.ts";

/** A part as glTF draws it. */
export interface DrawnPart extends Part {
  /** 3 vertices per face, counter-clockwise in glTF's axes. */
  indices: Uint32Array;
  /** Faces left out because their vertices do not exist. */
  dropped: number;
}

/** The faces of a mesh as primitives, and how the sections divide them. */
export interface Drawn {
  /** Also those that have no usable face. */
  parts: DrawnPart[];
  owners: FaceOwners;
  /** Sections that were joined into the last part. */
  joined: number;
}

/** What becomes of the faces in glTF. */
export function drawnParts(model: BmeshModel, space: Space): Drawn {
  const owners = assignFaces(model.sections.ranges, model.faceCount);
  const { parts, joined } = partsOf(model, owners);
  const turn = isTurned(model.winding.winding, space);
  const drawn = parts.map((part): DrawnPart => {
    const { indices, dropped, numbers } = dropOutOfRange(part.corners, model.vertexCount);
    const faces = numbers ? numbers.map((i) => part.faces[i] ?? 0) : part.faces;
    return { ...part, faces, indices: turn ? flipTriangles(indices) : indices, dropped };
  });
  return { parts: drawn, owners, joined };
}

/** Whether triangles change their sense of rotation on the way to glTF. */
export function isTurned(winding: "cw" | "ccw", space: Space): boolean {
  return (winding === "cw") !== isMirror(space);
}
