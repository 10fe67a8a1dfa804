import type { DecodedText } from "../../bytes/codePage.ts";
import { codePageFor } from "../../bytes/codePage.ts";
import { type OpenOptions, openMesh } from "../open.ts";
import { pointsOf } from "./points.ts";

/** A control point or hardpoint for a person. */
export interface ListedPoint {
  name: DecodedText;
  /** In the file's units and axes, in the space of the mesh. */
  position: [number, number, number];
  bone: DecodedText | null;
  info: DecodedText | null;
}

/**
 * The control points of an MSH, or the hardpoints of a bMesh.
 *
 * @throws MeshglotError if the file can not be read to its end, `EDIT_UNSUPPORTED` for formats without such points
 * @example for (const { name, position } of await listPoints(bytes)) console.log(name.text, position);
 */
export async function listPoints(
  bytes: Uint8Array,
  options: OpenOptions & { codePage?: string } = {},
): Promise<ListedPoint[]> {
  const mesh = openMesh(bytes, options);
  if (mesh.fault) throw mesh.fault;
  const codePageId = options.codePage ?? mesh.format.codePage;
  const points = pointsOf({ mesh, editing: await mesh.format.editing(), codePage: codePageId }).list(mesh.file);
  const names = points.flatMap(({ name, bone, info }) => [name, bone, info].filter((raw) => raw !== undefined));
  const codePage = await codePageFor(codePageId, names);
  return points.map(({ name, position, bone, info }) => ({
    name: codePage.decode(name),
    position,
    bone: bone ? codePage.decode(bone) : null,
    info: info ? codePage.decode(info) : null,
  }));
}
