import type { Report } from "../../issues/report.ts";
import type { UnigineBounds, UnigineIndices } from "./file.ts";
import { indexValues, indexWidth, widthOf } from "./indices.ts";
import type { SurfaceView, TargetView } from "./surfaces.ts";

/** The smallest |w| of 8.6 million real tangents is 31: the writer keeps it away from zero for its sign's sake. */
const SMALLEST_W = 31;
/** Degenerate UVs give quaternions that are much shorter than one; rounding alone gives a few parts in 32767. */
const LENGTH_TOLERANCE = 0.01;
/** Bounds of real files are exact or within rounding. */
const BOUNDS_TOLERANCE = 1e-5;

/** Arrays of one surface. Findings of a kind are one issue with a number, because there may be one per vertex. */
export function checkGeometry(surface: SurfaceView, fileBounds: UnigineBounds, report: Report): void {
  checkIndices(surface, report);
  checkArrayCounts(surface, report);
  checkFinite(surface, report);
  for (const target of surface.targets) checkTangents(target, report);
  checkBounds(surface, fileBounds, report);
  checkFaces(surface, report);
  const { lightmapUvChannel: channel = 0, lightmapResolution: resolution = 0, path } = surface;
  if (channel > 1)
    report.add("UNIGINE_LIGHTMAP_VALUE", `${path}.lightmapUvChannel`, `lightmap channel ${channel}; 0 and 1 are known`);
  if (resolution > 7)
    report.add(
      "UNIGINE_LIGHTMAP_VALUE",
      `${path}.lightmapResolution`,
      `lightmap resolution ${resolution}; 0 to 7 are known`,
    );
}

function checkIndices(
  { cIndices, tIndices, vertexCount, tVertexCount, geometryPath }: SurfaceView,
  report: Report,
): void {
  const [nC, nT] = [indexValues(cIndices).length, indexValues(tIndices).length];
  if (nC % 3 !== 0 || nT % 3 !== 0) {
    report.add(
      "UNIGINE_INDEX_COUNTS",
      `${geometryPath}.cIndices`,
      `${nC} c-indices and ${nT} t-indices are not whole triangles`,
    );
  } else if (nC !== nT) {
    report.add("UNIGINE_INDEX_COUNTS", `${geometryPath}.cIndices`, `${nC} c-indices, ${nT} t-indices`, {
      severity: "warning",
    });
  }
  const one = (name: "cIndices" | "tIndices", indices: UnigineIndices, limit: number) => {
    const path = `${geometryPath}.${name}`;
    const values = indexValues(indices);
    let bad = 0;
    let first = "";
    // Without an array of t-vertices their numbers address nothing.
    if (limit > 0 || name === "cIndices") {
      for (let i = 0; i < values.length; i++) {
        const index = values[i] ?? 0;
        if (index >= 0 && index < limit) continue;
        if (bad++ === 0) first = `index ${i} is ${index}`;
      }
    }
    if (bad > 0) report.add("UNIGINE_INDEX_OUT_OF_RANGE", path, `${bad} ${name} beyond the ${limit} entries; ${first}`);
    const [width, rule] = [widthOf(indices), indexWidth(limit)];
    if (values.length === 0 || width === rule) return;
    const found = width === 0 ? "compact integers" : `${width} bytes each`;
    report.add("UNIGINE_INDEX_WIDTH", path, `${name} are ${found}; for ${limit} entries the rule is ${rule} bytes`);
  };
  one("cIndices", cIndices, vertexCount);
  one("tIndices", tIndices, tVertexCount);
}

function checkArrayCounts(
  { uv0, uv1, colors, targets, tVertexCount, vertexCount, geometryPath }: SurfaceView,
  report: Report,
): void {
  for (const [name, entries] of [
    ["uv0", uv0.length / 2],
    ["uv1", uv1.length / 2],
    ["colors", colors.length / 4],
  ] as const) {
    if (entries === 0 || entries === tVertexCount) continue;
    report.add(
      "UNIGINE_ARRAY_COUNT",
      `${geometryPath}.${name}`,
      `${name} has ${entries} entries for ${tVertexCount} t-vertices`,
    );
  }
  targets.forEach(({ path, positions, tangentCount }, i) => {
    if (positions.length !== 3 * vertexCount) {
      report.add(
        "UNIGINE_TARGET_VERTEX_COUNT",
        path,
        `target ${i} has ${positions.length / 3} vertices, the mesh ${vertexCount}`,
      );
    }
    if (tangentCount !== (targets[0]?.tangentCount ?? 0)) {
      report.add(
        "UNIGINE_ARRAY_COUNT",
        `${path}.tangents`,
        `target ${i} has ${tangentCount} tangents, the mesh ${targets[0]?.tangentCount}`,
      );
    }
  });
}

function checkFinite({ targets, uv0, uv1, geometryPath }: SurfaceView, report: Report): void {
  const arrays: [string, Float32Array, number][] = [
    ...targets.map(({ path, positions }): [string, Float32Array, number] => [`${path}.positions`, positions, 3]),
    [`${geometryPath}.uv0`, uv0, 2],
    [`${geometryPath}.uv1`, uv1, 2],
  ];
  for (const [path, array, size] of arrays) {
    let bad = 0;
    let first = 0;
    for (let i = 0; i < array.length; i++) if (!Number.isFinite(array[i]) && bad++ === 0) first = i;
    if (bad > 0)
      report.add(
        "UNIGINE_NOT_FINITE",
        `${path}[${Math.floor(first / size)}]`,
        `${bad} numbers are not finite; the first is in element ${Math.floor(first / size)}`,
      );
  }
}

function checkTangents({ tangents, path }: TargetView, report: Report): void {
  if (!(tangents instanceof Int16Array)) return; // ms10 stores no w, and the sign apart from it
  let [short, flat] = [0, 0];
  let [firstShort, firstFlat] = [0, 0];
  for (let i = 0; i < tangents.length; i += 4) {
    const [x, y, z, w] = [tangents[i] ?? 0, tangents[i + 1] ?? 0, tangents[i + 2] ?? 0, tangents[i + 3] ?? 0];
    const length = Math.sqrt(x * x + y * y + z * z + w * w) / 32767;
    if (Math.abs(length - 1) > LENGTH_TOLERANCE && short++ === 0) firstShort = i / 4;
    if (Math.abs(w) < SMALLEST_W && flat++ === 0) firstFlat = i / 4;
  }
  if (short > 0)
    report.add(
      "UNIGINE_TANGENT_LENGTH",
      `${path}.tangents[${firstShort}]`,
      `${short} of ${tangents.length / 4} quaternions are not of unit length; the first is ${firstShort}`,
    );
  if (flat > 0)
    report.add(
      "UNIGINE_TANGENT_W_ZERO",
      `${path}.tangents[${firstFlat}]`,
      `${flat} of ${tangents.length / 4} quaternions have a w within ${SMALLEST_W - 1} of 0; the first is ${firstFlat}`,
    );
}

/** Containment, not equality: boxes that are larger than need be are harmless. */
function checkBounds(
  { bounds, targets, path, geometryPath }: SurfaceView,
  fileBounds: UnigineBounds,
  report: Report,
): void {
  const positions = targets[0]?.positions ?? new Float32Array(0);
  for (const [name, where, box] of [
    ["the surface's", `${path}.bounds`, bounds],
    ["the mesh's", "bounds", fileBounds],
  ] as const) {
    if (!box) continue;
    const size = Math.hypot(...[0, 1, 2].map((axis) => (box.max[axis] ?? 0) - (box.min[axis] ?? 0)));
    const tolerance = BOUNDS_TOLERANCE * (Number.isFinite(size) ? size : 0);
    let outside = 0;
    for (let i = 0; i < positions.length; i++) {
      const value = positions[i] ?? 0;
      const axis = i % 3;
      if (value < (box.min[axis] ?? 0) - tolerance || value > (box.max[axis] ?? 0) + tolerance) outside++;
    }
    if (outside > 0)
      report.add("UNIGINE_BOUNDS", where, `${outside} coordinates of ${geometryPath} lie outside ${name} box`);
  }
}

function checkFaces({ cIndices, targets, geometryPath }: SurfaceView, report: Report): void {
  const positions = targets[0]?.positions ?? new Float32Array(0);
  const indices = indexValues(cIndices);
  const at = (corner: number, axis: number) => positions[3 * (indices[corner] ?? 0) + axis] ?? 0;
  let flat = 0;
  for (let k = 0; k + 2 < indices.length; k += 3) {
    const [ux, uy, uz] = [at(k + 1, 0) - at(k, 0), at(k + 1, 1) - at(k, 1), at(k + 1, 2) - at(k, 2)];
    const [vx, vy, vz] = [at(k + 2, 0) - at(k, 0), at(k + 2, 1) - at(k, 1), at(k + 2, 2) - at(k, 2)];
    if (uy * vz === uz * vy && uz * vx === ux * vz && ux * vy === uy * vx) flat++;
  }
  if (flat > 0)
    report.add(
      "UNIGINE_DEGENERATE_FACE",
      `${geometryPath}.cIndices`,
      `${flat} of ${Math.floor(indices.length / 3)} faces have no area`,
    );
}
