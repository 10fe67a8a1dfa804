import type { Document, Mesh, Node, Primitive, Skin } from "@gltf-transform/core";
import type { LossLedger } from "./loss.ts";
import { determinantOf, IDENTITY, type Matrix, matrixDistance, multiplyMatrices } from "./matrices.ts";
import { checkRange, trianglesOf } from "./primitiveTriangles.ts";
import { skinPlace } from "./skinPlace.ts";
import { flipTriangles } from "./triangles.ts";

/** One primitive of one node, ready to become part of a file. */
export interface SceneSurface {
  readonly node: Node;
  readonly mesh: Mesh;
  readonly primitive: Primitive;
  /** Which primitive of its mesh. */
  readonly index: number;
  readonly skin: Skin | null;
  /** In fault paths and losses: `Body/primitives[1]`. */
  readonly path: string;
  readonly vertexCount: number;
  /** 3 per triangle, counter-clockwise seen from outside once the vertices stand at `place`. */
  readonly indices: Uint32Array;
  /**
   * From the numbers of the primitive to the file's unit, still in glTF axes. Undefined: they are in it already and keep
   * every bit.
   */
  readonly place: Matrix | undefined;
}

/** Closer than this to no change at all, a placement is taken for none: Blender stores scales as float32. */
const UNCHANGED = 1e-6;

/**
 * All meshes of the scene as lists of triangles, in the order of the tree. Skinned ones stand where their bind pose is.
 *
 * @param metres how long one unit of the file is
 * @throws MeshglotError `SCENE_INDEX_OUT_OF_RANGE`
 */
export function sceneSurfaces(document: Document, metres: number, ledger: LossLedger): SceneSurface[] {
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
  const surfaces: SceneSurface[] = [];
  const seen = new Set<Node>();
  scene?.traverse((node) => {
    seen.add(node);
    const mesh = node.getMesh();
    if (!mesh) return;
    const place = placeOf(node, metres);
    mesh.listPrimitives().forEach((primitive, index) => {
      const surface = surfaceOf(node, mesh, primitive, index, place, ledger);
      if (surface) surfaces.push(surface);
    });
  });
  const outside = document
    .getRoot()
    .listNodes()
    .filter((node) => node.getMesh() && !seen.has(node)).length;
  ledger.add("NODES_OUTSIDE_SCENE", "nodes", outside, "meshes that stand in no shown scene were left out");
  return surfaces;
}

function surfaceOf(
  node: Node,
  mesh: Mesh,
  primitive: Primitive,
  index: number,
  place: Matrix | undefined,
  ledger: LossLedger,
): SceneSurface | undefined {
  const path = `${node.getName() || mesh.getName() || "mesh"}/primitives[${index}]`;
  const vertexCount = primitive.getAttribute("POSITION")?.getCount() ?? 0;
  const triangles = trianglesOf(primitive, vertexCount);
  if (!triangles) {
    ledger.add("NOT_TRIANGLES", path, 1, "points and lines were left out");
    return undefined;
  }
  if (triangles.length === 0) {
    ledger.add("EMPTY_PRIMITIVE", path, 1, "a part without faces was left out");
    return undefined;
  }
  checkRange(triangles, vertexCount, path);
  const indices = place && determinantOf(place) < 0 ? flipTriangles(triangles) : triangles;
  return { node, mesh, primitive, index, skin: node.getSkin(), path, vertexCount, indices, place };
}

/** Where the vertices of a node stand, in file units; undefined if that is where their numbers say. */
function placeOf(node: Node, metres: number): Matrix | undefined {
  const skin = node.getSkin();
  const world = skin ? skinPlace(skin) : node.getWorldMatrix();
  const factor = 1 / metres;
  const scale = [factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1];
  const place = multiplyMatrices(scale, world);
  return matrixDistance(place, IDENTITY) < UNCHANGED ? undefined : place;
}
