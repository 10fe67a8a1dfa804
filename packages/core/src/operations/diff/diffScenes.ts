import type { Json } from "../../json.ts";
import type { OpenedMesh } from "../open.ts";
import { sceneOf } from "../sceneOf.ts";
import type { Change } from "./change.ts";
import type { DiffOptions } from "./diffMesh.ts";
import { type PlainScene, plainScene, type ScenePart } from "./sceneParts.ts";

/** Formats round differently; a hundredth of a millimetre is no difference. */
const TOLERANCE = 1e-5;

/**
 * Two files of any formats, compared as glTF scenes in metres: parts, the attributes of their triangles, joints and
 * points. Triangles are compared in their order; which of its corners a triangle begins with does not matter.
 */
export async function diffScenes(a: OpenedMesh, b: OpenedMesh, options: DiffOptions): Promise<Change[]> {
  const [first, second] = await Promise.all([a, b].map((mesh) => plainSceneOf(mesh, options)));
  if (!first || !second) return [];
  const tolerance = options.tolerance ?? TOLERANCE;
  const changes: Change[] = [];
  const value = (path: string, x: Json, y: Json) => {
    if (x !== y) changes.push({ path, kind: "value", a: x, b: y });
  };
  value("parts.length", first.parts.length, second.parts.length);
  for (let i = 0; i < Math.max(first.parts.length, second.parts.length); i++) {
    const [x, y] = [first.parts[i], second.parts[i]];
    const path = `parts[${i}]`;
    if (!x || !y) {
      changes.push({ path, kind: x ? "removed" : "added", a: describe(x), b: describe(y) });
      continue;
    }
    value(`${path}.triangles`, x.triangles, y.triangles);
    changes.push(...diffCorners(path, x, y, tolerance));
  }
  changes.push(...diffPlaces(first.places, second.places, tolerance));
  return changes;
}

async function plainSceneOf(mesh: OpenedMesh, options: DiffOptions): Promise<PlainScene> {
  const { document } = await sceneOf(mesh, options.convert ?? {}, undefined, options.maxMemory);
  return plainScene(document);
}

function describe(part: ScenePart | undefined): Json {
  return part ? { name: part.name, triangles: part.triangles } : null;
}

function diffCorners(path: string, a: ScenePart, b: ScenePart, tolerance: number): Change[] {
  const turns = turnsOf(a, b);
  return [...new Set([...Object.keys(a.corners), ...Object.keys(b.corners)])].flatMap((name): Change[] => {
    const own = `${path}.${name}`;
    const [x, y] = [a.corners[name], b.corners[name]];
    if (!x || !y)
      return [{ path: own, kind: x ? "removed" : "added", a: x ? "present" : null, b: y ? "present" : null }];
    if (a.triangles !== b.triangles) return []; // said already, and everything behind the first missing one differs
    return diffAttribute(own, x, y, turns, tolerance);
  });
}

/** For each triangle, by how many corners the second one has to be turned to lie on the first one best. */
function turnsOf(a: ScenePart, b: ScenePart): Uint8Array {
  const [x, y] = [a.corners.POSITION?.values, b.corners.POSITION?.values];
  const turns = new Uint8Array(Math.min(a.triangles, b.triangles));
  if (!x || !y) return turns;
  for (let t = 0; t < turns.length; t++) {
    let best = Infinity;
    for (let turn = 0; turn < 3; turn++) {
      let distance = 0;
      for (let k = 0; k < 9; k++) distance += Math.abs((x[9 * t + k] ?? 0) - (y[9 * t + ((k + 3 * turn) % 9)] ?? 0));
      if (distance >= best) continue;
      best = distance;
      turns[t] = turn;
    }
  }
  return turns;
}

function diffAttribute(
  path: string,
  a: { stride: number; values: Float64Array },
  b: { stride: number; values: Float64Array },
  turns: Uint8Array,
  tolerance: number,
): Change[] {
  const shared = Math.min(a.stride, b.stride); // a colour may have an alpha or none
  let [differ, first, largest, largestAt] = [0, -1, 0, 0];
  const cornerOf = (corner: number) =>
    3 * Math.floor(corner / 3) + (((corner % 3) + (turns[Math.floor(corner / 3)] ?? 0)) % 3);
  for (let corner = 0; corner < 3 * turns.length; corner++) {
    let distance = 0;
    for (let k = 0; k < shared; k++) {
      const [x, y] = [a.values[a.stride * corner + k] ?? 0, b.values[b.stride * cornerOf(corner) + k] ?? 0];
      distance = Math.max(distance, Math.abs(x - y));
    }
    if (distance <= tolerance) continue;
    differ++;
    if (first < 0) first = corner;
    if (distance > largest) [largest, largestAt] = [distance, corner];
  }
  if (first < 0) return [];
  const at = ({ values, stride }: typeof a, corner: number): Json =>
    Array.from(values.subarray(stride * corner, stride * corner + shared));
  const elements = { differ, of: 3 * turns.length, first, largest, largestAt };
  return [{ path, kind: "elements", a: at(a, first), b: at(b, cornerOf(first)), elements }];
}

function diffPlaces(a: PlainScene["places"], b: PlainScene["places"], tolerance: number): Change[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name): Change[] => {
    const path = `nodes.${name}`;
    const [x, y] = [a.get(name), b.get(name)];
    if (!x || !y) return [{ path, kind: x ? "removed" : "added", a: x ?? null, b: y ?? null }];
    const near = x.every((value, axis) => Math.abs(value - (y[axis] ?? 0)) <= tolerance);
    return near ? [] : [{ path, kind: "value", a: x, b: y }];
  });
}
