import type { Json } from "../../json.ts";
import type { Change } from "./change.ts";
import { cornersBy, diffAttribute, diffWeights } from "./diffAttribute.ts";
import { matchFaces } from "./matchFaces.ts";
import { pairParts } from "./pairParts.ts";
import { labels, partNames, readable } from "./sceneNames.ts";
import { COMPARED, type PlainScene, type ScenePart } from "./sceneParts.ts";

/** Formats round differently; a hundredth of a millimetre is no difference. */
const TOLERANCE = 1e-5;
/** Far from the origin single precision holds less: a few times what it rounds, as a part of the largest coordinate. */
const RELATIVE_TOLERANCE = 1e-6;
/** What the lines of an OBJ have numbers for. */
const IN_OBJ: ReadonlySet<string> = new Set(["POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0"]);
const WHITE = { stride: 0, values: new Float64Array(0) };

export interface SceneDiffOptions {
  /** By default a hundredth of a millimetre, or a millionth of the largest coordinate if that is more. */
  tolerance?: number | undefined;
  /** Compare what nodes and materials are called: between formats of which one has no such names it says nothing. */
  names: boolean;
  /** Only what an OBJ can hold counts: no joints and points, no tangents and weights, one set of UVs, colours without alpha. */
  asObj: boolean;
}

interface Settings extends SceneDiffOptions {
  tolerances: { places: number; others: number };
}

/**
 * Two scenes in metres: parts, the attributes of their triangles, joints and points. Neither the order of parts and
 * triangles matters, nor with which corner a triangle begins, nor which corners share a vertex.
 */
export function diffScenes(a: PlainScene, b: PlainScene, options: SceneDiffOptions): Change[] {
  const size = Math.max(largestCoordinate(a), largestCoordinate(b));
  const settings: Settings = {
    ...options,
    tolerances: {
      places: options.tolerance ?? Math.max(TOLERANCE, RELATIVE_TOLERANCE * size),
      others: options.tolerance ?? TOLERANCE,
    },
  };
  const namesOf = partNames([a, b]);
  const pairs = pairParts(a.parts, b.parts, namesOf);
  const labelOf = labels([a, b]);
  const changes = pairs.flatMap(([x, y]): Change[] => {
    const path = `parts.${labelOf(x, y)}`;
    if (!x || !y) return [{ path, kind: x ? "removed" : "added", a: describe(x), b: describe(y) }];
    const [names, others] = [namesOf(x), namesOf(y)];
    const renamed = (what: string, from: string | null, to: string | null, same: boolean) =>
      same || !options.names ? [] : [value(`${path}.${what}`, readable(from), readable(to))];
    return [
      ...renamed("name", x.name, y.name, names.node === others.node),
      ...renamed("material", x.material, y.material, names.material === others.material),
      ...diffParts(path, x, y, settings),
    ];
  });
  return options.asObj ? changes : [...changes, ...diffPlaces(a.places, b.places, settings.tolerances.places)];
}

function largestCoordinate({ parts }: PlainScene): number {
  let largest = 0;
  for (const { corners } of parts) {
    for (const value of corners.POSITION?.values ?? []) if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  return Number.isFinite(largest) ? largest : 0;
}

function describe(part: ScenePart | undefined): Json {
  return part ? { name: readable(part.name), [facesOf(part)]: part.triangles } : null;
}

function facesOf({ cornersPerFace }: ScenePart): "triangles" | "points" {
  return cornersPerFace === 3 ? "triangles" : "points";
}

function value(path: string, a: Json, b: Json): Change {
  return { path, kind: "value", a, b };
}

function diffParts(path: string, a: ScenePart, b: ScenePart, { tolerances, asObj }: Settings): Change[] {
  if (a.cornersPerFace !== b.cornersPerFace) return [value(`${path}.mode`, facesOf(a), facesOf(b))];
  const faces = matchFaces(a, b, tolerances.places);
  const corners = cornersBy(faces, a);
  const { only, firstOnly } = faces;
  const changes: Change[] = [];
  if (only.a !== only.b) {
    const differ = { differ: Math.max(only.a, only.b), of: Math.max(a.triangles, b.triangles), first: firstOnly };
    const elements = { ...differ, largest: null, largestAt: null };
    changes.push({ path: `${path}.${facesOf(a)}`, kind: "length", a: a.triangles, b: b.triangles, elements });
  }
  for (const name of COMPARED) {
    const own = `${path}.${name}`;
    if (asObj && !IN_OBJ.has(name)) continue;
    // In an OBJ all vertices have a colour or none, so those without one have become white.
    const white = asObj && name === "COLOR_0" ? WHITE : undefined;
    const [x, y] = [a.corners[name] ?? (b.corners[name] && white), b.corners[name] ?? (a.corners[name] && white)];
    if (x && y) {
      const tolerance = name === "POSITION" ? tolerances.places : tolerances.others;
      changes.push(...diffAttribute(own, x, y, corners, tolerance, asObj ? 3 : undefined));
    } else if (x || y) changes.push(presence(own, x !== undefined));
  }
  if (asObj) return changes;
  const own = `${path}.WEIGHTS`;
  if (a.weights && b.weights) changes.push(...diffWeights(own, a.weights, b.weights, corners, tolerances.others));
  else if (a.weights || b.weights) changes.push(presence(own, a.weights !== undefined));
  return changes;
}

/** Something that one side has and the other one has not. */
function presence(path: string, inA: boolean): Change {
  return { path, kind: inA ? "removed" : "added", a: inA ? "present" : null, b: inA ? null : "present" };
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
