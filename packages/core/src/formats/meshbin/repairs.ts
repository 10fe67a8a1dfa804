import { numbersText, type Repair, type Repaired } from "../../issues/repair.ts";
import { boundsOf } from "../../scene/space.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";
import { repairNormals } from "./repairNormals.ts";

type AnyMeshbin = MeshbinFile | HeaderlessFile;

/** Only files with a header have something to repair beside the number of faces. */
function withHeader(mend: (file: MeshbinFile) => Repaired<MeshbinFile> | undefined) {
  return (file: AnyMeshbin) => ("version" in file ? mend(file) : undefined);
}

/** The largest distance of a position from the centre, rounded up: truncated radii fall short (verified). */
function sphere(file: MeshbinFile): Repaired<MeshbinFile> | undefined {
  const { positions, sphereCenter, sphereRadius: before } = file;
  if (!sphereCenter || before === undefined) return undefined;
  const [cx = 0, cy = 0, cz = 0] = sphereCenter;
  let squared = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y, z] = [(positions[i] ?? 0) - cx, (positions[i + 1] ?? 0) - cy, (positions[i + 2] ?? 0) - cz];
    squared = Math.max(squared, x * x + y * y + z * z);
  }
  const sphereRadius = Math.ceil(Math.sqrt(squared));
  if (sphereRadius > 0x7fffffff) return undefined;
  const message = `${before} becomes ${sphereRadius}`;
  return { file: { ...file, sphereRadius }, fields: [{ path: "sphereRadius", message }] };
}

/** The box of the positions. Refused where it does not fit 16 bits. */
function box(file: MeshbinFile): Repaired<MeshbinFile> | undefined {
  const bounds = boundsOf(file.positions);
  if (!bounds || [...bounds.min, ...bounds.max].some((value) => Math.abs(value) > 0x7fff)) return undefined;
  const [boundsMin, boundsMax] = [Int16Array.from(bounds.min), Int16Array.from(bounds.max)];
  return {
    file: { ...file, boundsMin, boundsMax },
    fields: [
      { path: "boundsMin", message: `${numbersText(file.boundsMin)} becomes ${numbersText(boundsMin)}` },
      { path: "boundsMax", message: `${numbersText(file.boundsMax)} becomes ${numbersText(boundsMax)}` },
    ],
  };
}

// One function each, so that two findings with the same cure are mended once.
const mendBox = withHeader(box);
const mendSphere = withHeader(sphere);
const RADIUS = "sphereRadius as the largest distance of a position from sphereCenter";
const BOX = "boundsMin and boundsMax from the positions";

export const MESHBIN_REPAIRS: readonly Repair<AnyMeshbin>[] = [
  {
    code: "MESHBIN_FACE_COUNT_MISMATCH",
    title: "facesCount as indicesCount, the number of faces that are stored",
    mend: (file) => ({
      file: { ...file, facesCount: file.indicesCount },
      fields: [{ path: "facesCount", message: `${file.facesCount} becomes ${file.indicesCount}` }],
    }),
  },
  { code: "MESHBIN_BOUNDS_INVERTED", title: BOX, mend: mendBox },
  { code: "MESHBIN_BOUNDS_MISMATCH", title: BOX, onRequest: true, mend: mendBox },
  { code: "MESHBIN_SPHERE_NEGATIVE", title: RADIUS, mend: mendSphere },
  { code: "MESHBIN_SPHERE_TOO_SMALL", title: RADIUS, mend: mendSphere },
  { code: "MESHBIN_SLACK_BAKED_IN", title: RADIUS, mend: mendSphere },
  {
    code: "MESHBIN_BONES_WITHOUT_FLAG",
    title: "numBones as the number of bones in the file, which is 0",
    mend: withHeader((file) => ({
      file: { ...file, numBones: 0 },
      fields: [{ path: "numBones", message: `${file.numBones} becomes 0` }],
    })),
  },
  {
    code: "MESHBIN_NORMALS_TRUNCATED",
    title: "normals from the faces, one per position that a face uses",
    mend: withHeader(repairNormals),
  },
];
