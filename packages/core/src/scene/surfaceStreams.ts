import type { Accessor } from "@gltf-transform/core";
import { floatsOf } from "./accessors.ts";
import { attributeSizes } from "./attributeSizes.ts";
import { determinantOf, type Matrix, normalMatrix } from "./matrices.ts";
import { normalize } from "./normals.ts";
import { sceneFault } from "./sceneFault.ts";
import { inverseOf, mapVectors, type Space } from "./space.ts";
import type { SceneSurface } from "./surfaces.ts";

/**
 * Positions of a surface in the file's axes and unit, 3 per vertex. Where nothing moves the surface they are the file's
 * own numbers, bit for bit.
 * @throws MeshglotError `SCENE_NOT_FINITE`
 */
export function positionsOf(surface: SceneSurface, space: Space): Float32Array {
  return pointsOf(surface, "POSITION", space) ?? new Float32Array(0);
}

/** As {@link positionsOf}, for any attribute that holds places; undefined if the surface has none. */
export function pointsOf(surface: SceneSurface, semantic: string, space: Space): Float32Array | undefined {
  const stored = streamOf(surface, semantic);
  return stored && mapVectors(surface.place ? transformPoints(stored, surface.place) : stored, inverseOf(space));
}

/**
 * Unit normals of a surface in the file's axes, 3 per vertex; undefined if it has none.
 * @throws MeshglotError `SCENE_NOT_FINITE`
 */
export function normalsOf(surface: SceneSurface, space: Space): Float32Array | undefined {
  const stored = streamOf(surface, "NORMAL");
  if (!stored) return undefined;
  return mapVectors(surface.place ? transformNormals(stored, surface.place) : stored, inverseOf(space));
}

/**
 * Unit tangents in the file's axes, 3 per vertex, and the sign that glTF keeps in TANGENT.w, unchanged. The bitangent is
 * cross(normal, tangent) * sign in glTF's axes.
 */
export function tangentsOf(
  surface: SceneSurface,
  space: Space,
): { directions: Float32Array; signs: Float32Array } | undefined {
  const stored = streamOf(surface, "TANGENT");
  if (!stored) return undefined;
  const count = stored.length / 4;
  const directions = new Float32Array(count * 3);
  const signs = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    directions.set(stored.subarray(i * 4, i * 4 + 3), i * 3);
    signs[i] = stored[i * 4 + 3] ?? 1;
  }
  const placed = surface.place ? transformDirections(directions, surface.place) : directions;
  // A mirror turns the cross product round, and with it the bitangent.
  const sense = surface.place && determinantOf(surface.place) < 0 ? -1 : 1;
  return { directions: mapVectors(placed, inverseOf(space)), signs: signs.map((sign) => sign * sense) };
}

/** What a morph target adds to each position, in the file's axes and unit, 3 per vertex; undefined if it moves none. */
export function targetOffsetsOf(surface: SceneSurface, target: number, space: Space): Float32Array | undefined {
  const stored = targetStreamOf(surface, target, "POSITION");
  if (!stored) return undefined;
  const { place } = surface;
  const linear = place && [...place.slice(0, 12), 0, 0, 0, 1];
  return mapVectors(linear ? transformPoints(stored, linear) : stored, inverseOf(space));
}

/** Unit normals of a surface with a morph target fully on, as {@link normalsOf}; undefined if it changes none. */
export function targetNormalsOf(surface: SceneSurface, target: number, space: Space): Float32Array | undefined {
  const stored = streamOf(surface, "NORMAL");
  const change = targetStreamOf(surface, target, "NORMAL");
  if (!stored || !change) return undefined;
  const { vectors } = normalize(sumOf(stored, change), stored);
  return mapVectors(surface.place ? transformNormals(vectors, surface.place) : vectors, inverseOf(space));
}

/** Unit tangents of a surface with a morph target fully on, 3 per vertex; undefined if it changes none. */
export function targetTangentsOf(surface: SceneSurface, target: number, space: Space): Float32Array | undefined {
  const tangents = streamOf(surface, "TANGENT");
  const change = targetStreamOf(surface, target, "TANGENT");
  if (!tangents || !change) return undefined;
  const stored = tangents.filter((_, i) => i % 4 !== 3);
  const { vectors } = normalize(sumOf(stored, change), stored);
  return mapVectors(surface.place ? transformDirections(vectors, surface.place) : vectors, inverseOf(space));
}

/** Any attribute as floats, in glTF's terms. @throws MeshglotError `SCENE_NOT_FINITE`, `SCENE_ATTRIBUTE_COUNT` */
export function streamOf(surface: SceneSurface, semantic: string): Float32Array | undefined {
  const accessor = surface.primitive.getAttribute(semantic);
  return accessor
    ? countedFloats(accessor, surface, `${surface.path}.${semantic}`, attributeSizes(semantic))
    : undefined;
}

/** What a morph target adds to an attribute, as {@link streamOf}. */
export function targetStreamOf(surface: SceneSurface, target: number, semantic: string): Float32Array | undefined {
  const accessor = surface.primitive.listTargets()[target]?.getAttribute(semantic);
  return accessor ? countedFloats(accessor, surface, `${surface.path}.targets[${target}].${semantic}`, [3]) : undefined;
}

function countedFloats(
  accessor: Accessor,
  { vertexCount }: SceneSurface,
  path: string,
  sizes: readonly number[] = [accessor.getElementSize()],
): Float32Array {
  const fits = sizes.includes(accessor.getElementSize());
  if (fits && accessor.getCount() === vertexCount) return floatsOf(accessor, path);
  throw sceneFault(
    "SCENE_ATTRIBUTE_COUNT",
    path,
    `${accessor.getCount()} entries of ${accessor.getType()} for ${vertexCount} vertices`,
    "The file was written by a faulty exporter; gltf-validator shows more.",
    { needed: vertexCount, available: accessor.getCount() },
  );
}

function sumOf(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value + (b[i] ?? 0));
}

function transformPoints(source: Float32Array, m: Matrix): Float32Array {
  return transform(source, m, false);
}

function transformDirections(source: Float32Array, m: Matrix): Float32Array {
  return transform(source, [...m.slice(0, 12), 0, 0, 0, 1], true);
}

function transformNormals(source: Float32Array, m: Matrix): Float32Array {
  return transform(source, normalMatrix(m), true);
}

function transform(source: Float32Array, m: Matrix, unit: boolean): Float32Array {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0, , tx = 0, ty = 0, tz = 0] = m;
  const result = new Float32Array(source.length);
  for (let k = 0; k + 2 < source.length; k += 3) {
    const x = source[k] ?? 0;
    const y = source[k + 1] ?? 0;
    const z = source[k + 2] ?? 0;
    const px = a * x + d * y + g * z + tx;
    const py = b * x + e * y + h * z + ty;
    const pz = c * x + f * y + i * z + tz;
    const factor = unit ? 1 / (Math.hypot(px, py, pz) || 1) : 1;
    result[k] = px * factor;
    result[k + 1] = py * factor;
    result[k + 2] = pz * factor;
  }
  return result;
}
