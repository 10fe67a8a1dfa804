import type { Accessor, Document, Mesh, Primitive } from "@gltf-transform/core";
import { MeshglotError } from "../bytes/fault.ts";

/** What a vertex takes on its way into a file that knows no instances: its streams, once read and once placed. */
const PER_VERTEX = 80;
/** Bytes that vertices may take however little there is of the meshes. */
const ALLOWANCE = 64 * 2 ** 20;
/** Times what the document holds. */
const TIMES = 10;

/**
 * In glTF many nodes can show one mesh, and many primitives the same triangles. Where each becomes vertices of its own, a
 * small file asks for gigabytes.
 *
 * @param memory what the vertices may take, in bytes; by default it follows from what the document holds
 * @throws MeshglotError `LIMIT_MEMORY`
 */
export function requireInstances(document: Document, memory?: number): void {
  const meshes = document.getRoot().listMeshes();
  const sizes = new Map<Mesh | null, number>(meshes.map((mesh) => [mesh, cornersOf(mesh)]));
  const held = new Set(meshes.flatMap((mesh) => mesh.listPrimitives().map(shapeOf)));
  const available = memory ?? ALLOWANCE + TIMES * PER_VERTEX * countOf(held);
  const shown = document
    .getRoot()
    .listNodes()
    .reduce((sum, node) => sum + (sizes.get(node.getMesh()) ?? 0), 0);
  if (shown * PER_VERTEX <= available) return;
  throw new MeshglotError({
    code: "LIMIT_MEMORY",
    path: "nodes",
    detail: `the nodes show ${shown} corners of triangles, and the scene holds ${countOf(held)}: too many copies`,
    needed: shown * PER_VERTEX,
    available,
    hint: "If the meshes are meant to be shown that often, raise the limit with --max-memory.",
  });
}

function cornersOf(mesh: Mesh): number {
  return mesh.listPrimitives().reduce((sum, primitive) => sum + (shapeOf(primitive)?.getCount() ?? 0), 0);
}

/** What says how many corners a primitive has. */
function shapeOf(primitive: Primitive): Accessor | null {
  return primitive.getIndices() ?? primitive.getAttribute("POSITION");
}

function countOf(accessors: Iterable<Accessor | null>): number {
  return [...accessors].reduce((sum, accessor) => sum + (accessor?.getCount() ?? 0), 0);
}
