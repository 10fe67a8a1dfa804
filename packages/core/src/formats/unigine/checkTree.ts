import type { Report } from "../../issues/report.ts";
import { regenerateEdges } from "./edges.ts";
import type { CollisionTree } from "./file.ts";
import { indexValues } from "./indices.ts";
import type { SurfaceView } from "./surfaces.ts";

const LINKS = 4;

/** What the engine collides with. */
export function checkTree(surface: SurfaceView, report: Report): void {
  const { tree, treePath, targets, cIndices } = surface;
  if (!tree) return;
  const indices = indexValues(cIndices);
  const triangles = Math.floor(indices.length / 3);
  const positions = targets[0]?.positions ?? new Float32Array(0);
  if (tree.edgeCount === 0 || tree.nodeCount === 0) {
    const lacking = [...(tree.edgeCount === 0 ? ["edges"] : []), ...(tree.nodeCount === 0 ? ["tree"] : [])].join(
      " and no ",
    );
    if (triangles > 0) report.add("UNIGINE_NO_COLLISION_DATA", treePath, `no ${lacking} for ${triangles} triangles`);
  }
  if (tree.edgeCount > 0) checkEdges(tree, treePath, positions, indices, triangles, report);
  if (tree.nodeCount === 0) return;
  checkPermutation(tree, treePath, triangles, report);
  const order = walk(tree);
  if (typeof order === "string") report.add("UNIGINE_TREE_LINKS", `${treePath}.nodes`, order);
  else checkBoxes(tree, treePath, order, positions, indices, report);
}

function checkEdges(
  tree: CollisionTree,
  path: string,
  positions: Float32Array,
  indices: ArrayLike<number>,
  triangles: number,
  report: Report,
): void {
  if (tree.edgeCount !== triangles) {
    report.add("UNIGINE_EDGES_COUNT", `${path}.edges`, `${tree.edgeCount} entries for ${triangles} triangles`);
    return;
  }
  const expected = regenerateEdges(positions, indices);
  if (!expected) return; // said already: an index is out of range
  let different = 0;
  tree.edges.forEach((bits, i) => {
    if (bits !== expected[i]) different++;
  });
  if (different > 0)
    report.add(
      "UNIGINE_EDGES_BITS",
      `${path}.edges`,
      `${different} of ${triangles} triangles have other bits than the rule gives`,
    );
}

function checkPermutation(tree: CollisionTree, path: string, triangles: number, report: Report): void {
  const { values } = tree.treeIndices;
  const seen = new Uint8Array(triangles);
  let bad = values.length === triangles ? 0 : Math.abs(values.length - triangles);
  for (const value of values) {
    const triangle = value / 3;
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= triangles || seen[triangle] === 1) bad++;
    else seen[triangle] = 1;
  }
  if (bad > 0)
    report.add(
      "UNIGINE_TREE_PERMUTATION",
      `${path}.treeIndices`,
      `${values.length} entries for ${triangles} triangles, ${bad} of them wrong, missing or double`,
    );
}

/** Nodes in depth-first order, each with its parent; a text if they form no tree whose leaves tile the indices. */
function walk({
  nodes,
  nodeCount,
  treeIndexCount,
}: CollisionTree): { node: number; parent: number; leaf: boolean }[] | string {
  const links = nodes.links.values;
  const order: { node: number; parent: number; leaf: boolean }[] = [];
  const stack = [{ node: 0, parent: -1 }];
  let tiled = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, parent } = next;
    if (node < 0 || node >= nodeCount) return `node ${parent} has the child ${node} of ${nodeCount} nodes`;
    if (order.length === nodeCount) return `node ${node} is reached twice`;
    const [left = 0, right = 0, begin = 0, end = 0] = links.subarray(LINKS * node, LINKS * (node + 1));
    const leaf = left === -1 && right === -1;
    order.push({ node, parent, leaf });
    if (!leaf) {
      stack.push({ node: right, parent: node }, { node: left, parent: node });
      continue;
    }
    if (begin !== tiled || end < begin || end > treeIndexCount) {
      return `leaf ${node} holds the entries ${begin} to ${end - 1}, ${tiled} is due`;
    }
    tiled = end;
  }
  if (order.length !== nodeCount) return `${order.length} of ${nodeCount} nodes can be reached`;
  return tiled === treeIndexCount ? order : `the leaves hold ${tiled} of ${treeIndexCount} entries`;
}

/** Each box in its parent's, and each triangle in its leaf's; together that is each triangle in all of them. */
function checkBoxes(
  tree: CollisionTree,
  path: string,
  order: { node: number; parent: number; leaf: boolean }[],
  positions: Float32Array,
  indices: ArrayLike<number>,
  report: Report,
): void {
  const { boxes } = tree;
  const holds = (node: number, axis: number, min: number, max: number) =>
    (boxes[6 * node + axis] ?? 0) <= min && (boxes[6 * node + 3 + axis] ?? 0) >= max;
  const triangleInside = (node: number, entry: number) => {
    const corner = tree.treeIndices.values[entry] ?? 0;
    for (let i = 0; i < 9; i++) {
      const value = positions[3 * (indices[corner + Math.floor(i / 3)] ?? 0) + (i % 3)];
      if (value !== undefined && !holds(node, i % 3, value, value)) return false;
    }
    return true;
  };
  let bad = 0;
  for (const { node, parent, leaf } of order) {
    const own = boxes.subarray(6 * node, 6 * node + 6);
    let fits = parent < 0 || [0, 1, 2].every((axis) => holds(parent, axis, own[axis] ?? 0, own[axis + 3] ?? 0));
    const links = tree.nodes.links.values;
    for (let entry = links[LINKS * node + 2] ?? 0; leaf && fits && entry < (links[LINKS * node + 3] ?? 0); entry++) {
      fits = triangleInside(node, entry);
    }
    if (!fits) bad++;
  }
  if (bad > 0)
    report.add(
      "UNIGINE_TREE_BOUNDS",
      `${path}.boxes`,
      `${bad} of ${tree.nodeCount} boxes do not hold their triangles, or reach out of their parent's`,
    );
}
