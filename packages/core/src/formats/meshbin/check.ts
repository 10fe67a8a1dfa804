import type { CheckContext } from "../../issues/checkContext.ts";
import type { EngineProfile } from "../../issues/profile.ts";
import type { Report } from "../../issues/report.ts";
import { boundsOf } from "../../scene/space.ts";
import { checkFaces } from "./checkFaces.ts";
import { checkSkeleton } from "./checkSkeleton.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";
import { geometryOf, type MeshbinGeometry, normalKind } from "./geometry.ts";
import { triangleWinding } from "./winding.ts";

/** What the engine adds to every radius on loading. */
const SLACK = 768;

/** Adds what is wrong with a MESHBIN that could be read to its end. */
export function checkMeshbin(file: MeshbinFile | HeaderlessFile, dialect: string, context: CheckContext): void {
  const { report, profile, options } = context;
  const { limits } = profile;
  const geometry = geometryOf(file);
  if (!("version" in file)) {
    report.add("MESHBIN_HEADERLESS", "", `no header: layout ${dialect} of the exporter before September 2025`);
  }
  checkCounts(file, limits, report);
  checkFaces(geometry, report);
  const stride = file.positions.length / Math.max(1, file.vertexCount) === 4 ? 4 : 3;
  checkCoordinates(file.positions, stride, limits, report);
  checkTexels(geometry, options.textureSize, report);
  if (normalKind(geometry) === "truncated" && "version" in file) {
    report.add("MESHBIN_NORMALS_TRUNCATED", "normals", `${file.normalsCount} normals, all components within -1 to 1`);
  }
  const winding = triangleWinding(geometry, options.triangleWinding);
  if (winding.triangles === "ccw") {
    report.add(
      "MESHBIN_MIXED_WINDING",
      "positionIndices",
      `triangles are counter-clockwise (${winding.evidence}), quads clockwise`,
    );
  } else if (winding.evidence === "none, clockwise assumed") {
    report.add("MESHBIN_WINDING_UNKNOWN", "positionIndices", "no evidence for the winding of the triangles");
  }
  if ("version" in file) {
    checkColors(file, report);
    checkBounds(file, report);
    checkSphere(file, report);
    checkSkeleton(file, limits, report);
  }
  if (file.trailing.byteLength > 0) {
    report.add("MESHBIN_TRAILING_BYTES", "trailing", `${file.trailing.byteLength} bytes after the end of the mesh`);
  }
}

type Limits = EngineProfile["limits"];

function checkCounts(file: MeshbinFile | HeaderlessFile, limits: Limits, report: Report): void {
  const { facesCount, indicesCount } = file;
  if (facesCount > (limits.faces ?? Infinity)) {
    report.add("MESHBIN_TOO_MANY_FACES", "facesCount", `${facesCount} faces, the engine takes ${limits.faces}`);
  }
  if (facesCount !== indicesCount) {
    const severity = facesCount > indicesCount ? "error" : "warning";
    report.add("MESHBIN_FACE_COUNT_MISMATCH", "facesCount", `${facesCount} faces declared, ${indicesCount} stored`, {
      severity,
    });
  }
}

function checkCoordinates(positions: ArrayLike<number>, stride: number, limits: Limits, report: Report): void {
  const { coordinate = Infinity } = limits;
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] ?? 0;
    if (value <= coordinate && value >= -coordinate) continue;
    const vertex = Math.floor(i / stride);
    report.add(
      "MESHBIN_COORDINATE_WRAPS",
      `positions[${vertex}]`,
      `position ${vertex} has a coordinate of ${value}, the limit is ${coordinate}`,
    );
  }
}

/** Only against a size that the user gives: a guessed one always fits. */
function checkTexels({ uvs }: MeshbinGeometry, textureSize: unknown, report: Report): void {
  if (typeof textureSize !== "number") return;
  let outside = 0;
  let first = 0;
  for (let i = 0; i < uvs.length; i++) if ((uvs[i] ?? 0) >= textureSize && outside++ === 0) first = i >> 1;
  if (outside === 0) return;
  const message = `${outside} coordinates are ${textureSize} or more, the first is in UV ${first}`;
  report.add("MESHBIN_UV_OUTSIDE_TEXTURE", `uv0[${first}]`, message);
}

function checkColors(file: MeshbinFile, report: Report): void {
  let sentinels = 0;
  let overbright = 0;
  let brightest = 0;
  for (let i = 0; i + 2 < file.colors.length; i += 3) {
    const largest = Math.max(file.colors[i] ?? 0, file.colors[i + 1] ?? 0, file.colors[i + 2] ?? 0);
    const smallest = Math.min(file.colors[i] ?? 0, file.colors[i + 1] ?? 0, file.colors[i + 2] ?? 0);
    if (file.version <= 2 && smallest === 255) sentinels++;
    else if (largest > 128) overbright++;
    brightest = Math.max(brightest, largest);
  }
  if (sentinels > 0) report.add("MESHBIN_COLOR_SENTINEL", "colors", `${sentinels} colours are FF FF FF`);
  if (overbright > 0) {
    report.add("MESHBIN_COLOR_OVERBRIGHT", "colors", `${overbright} colours above 128, the brightest is ${brightest}`);
  }
}

function checkBounds(file: MeshbinFile, report: Report): void {
  for (const [axis, name] of ["x", "y", "z"].entries()) {
    const min = file.boundsMin[axis] ?? 0;
    const max = file.boundsMax[axis] ?? 0;
    if (min > max)
      report.add("MESHBIN_BOUNDS_INVERTED", "boundsMin", `${name}: minimum ${min} is above maximum ${max}`);
  }
  const box = boundsOf(file.positions);
  if (!box) return;
  const off = [0, 1, 2].reduce((worst, axis) => {
    const low = Math.abs((box.min[axis] ?? 0) - (file.boundsMin[axis] ?? 0));
    const high = Math.abs((box.max[axis] ?? 0) - (file.boundsMax[axis] ?? 0));
    return Math.max(worst, low, high);
  }, 0);
  if (off > 1)
    report.add("MESHBIN_BOUNDS_MISMATCH", "boundsMin", `the box is off by up to ${off} units (${off / 128} m)`);
}

function checkSphere(file: MeshbinFile, report: Report): void {
  const { sphereCenter, sphereRadius } = file;
  if (!sphereCenter || sphereRadius === undefined) return;
  if (sphereRadius < 0) {
    report.add("MESHBIN_SPHERE_NEGATIVE", "sphereRadius", `the radius is ${sphereRadius}`);
    return;
  }
  const [cx = 0, cy = 0, cz = 0] = sphereCenter;
  let needed = 0;
  for (let i = 0; i + 2 < file.positions.length; i += 3) {
    const x = (file.positions[i] ?? 0) - cx;
    const y = (file.positions[i + 1] ?? 0) - cy;
    const z = (file.positions[i + 2] ?? 0) - cz;
    needed = Math.max(needed, Math.sqrt(x * x + y * y + z * z));
  }
  if (needed > sphereRadius + 3) {
    report.add(
      "MESHBIN_SPHERE_TOO_SMALL",
      "sphereRadius",
      `radius ${sphereRadius}, the farthest vertex is at ${needed.toFixed(1)}`,
    );
  } else if (Math.abs(sphereRadius - needed - SLACK) <= 3) {
    report.add("MESHBIN_SLACK_BAKED_IN", "sphereRadius", `radius ${sphereRadius}, needed are ${needed.toFixed(1)}`);
  }
}
