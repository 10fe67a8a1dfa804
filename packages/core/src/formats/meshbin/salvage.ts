import type { LossLedger } from "../../scene/loss.ts";
import type { Salvaged } from "../../scene/salvage.ts";
import type { HeaderlessFile, MeshbinFile } from "./file.ts";

/** "The face has no such attribute", in all four slots. */
const NO_INDEX = -1;
/** The GPU leaves a texel as it is. */
const NEUTRAL = 128;

/** The fields that a file of either kind may have got to. */
type AnyPart = Partial<Omit<MeshbinFile, keyof HeaderlessFile> & { [K in keyof HeaderlessFile]: AnyField<K> }>;
type AnyField<K extends keyof HeaderlessFile> =
  | HeaderlessFile[K]
  | (K extends keyof MeshbinFile ? MeshbinFile[K] : never);

/**
 * Completes a mesh that was read up to a fault: faces whose normal or UV indices are missing have none. A skeleton is
 * kept only with the bone of every position.
 */
export function salvageMeshbin(
  part: AnyPart,
  dialect: string,
  ledger: LossLedger,
): Salvaged<MeshbinFile | HeaderlessFile> {
  const stride = dialect === "H0" ? 4 : 3; // H0 keeps a fourth number in positions and normals
  const positions = part.positions ?? new Int32Array(0);
  const positionIndices = part.positionIndices ?? new Int16Array(0);
  const normals = part.normals ?? new Int16Array(0);
  const uv0 = part.uv0 ?? new Uint8Array(0);
  const [vertexCount, indicesCount] = [positions.length / stride, positionIndices.length / 4];
  const uvSize = dialect === "H0" ? 4 : 2;
  const common = {
    vertexCount,
    indicesCount,
    facesCount: indicesCount,
    positions,
    positionIndices,
    normals,
    normalsCount: normals.length / stride,
    normalIndices: filled(part.normalIndices, 4 * indicesCount, NO_INDEX),
    uv0,
    uvCount: uv0.length / uvSize,
    uv0Indices: filled(part.uv0Indices, 4 * indicesCount, NO_INDEX),
    trailing: part.trailing ?? new Uint8Array(0),
  };
  const xyz = stride === 3 ? positions : positions.filter((_, i) => i % stride < 3);
  const points = [{ path: "positions", positions: xyz }];
  const missing = 3 * vertexCount - (part.colors?.length ?? 0);
  ledger.add("COLORS_FILLED", "colors", missing / 3, "positions whose colours were not read got the neutral one");
  if (dialect !== "MESHBIN") {
    const colors = Int16Array.from({ length: 3 * vertexCount }, (_, i) => part.colors?.[i] ?? -1);
    return { file: { ...part, ...common, colors } as HeaderlessFile, points }; // a dialect without the header
  }
  const none = new Int16Array(3);
  const colors = Uint8Array.from({ length: 3 * vertexCount }, (_, i) => part.colors?.[i] ?? NEUTRAL);
  const boned = part.vertexBone?.length === vertexCount && part.bones?.length === part.numBones;
  if (part.bones && !boned) {
    ledger.add("SKELETON_LEFT_OUT", "bones", part.bones.length, "bones without the bone of every position are no skin");
  }
  const { bones, vertexBone, ...rest } = part;
  const file = {
    version: 0,
    type: 0,
    boundsMin: none,
    boundsMax: none,
    ...rest,
    ...common,
    colors,
    ...(boned ? { bones, vertexBone } : {}),
  };
  return { file: file as MeshbinFile, points }; // every field of the header dialect is there now
}

/** An array of a certain length; what is missing at its end is a value that means "none". */
function filled(array: Int16Array | undefined, length: number, value: number): Int16Array {
  const result = new Int16Array(length).fill(value);
  result.set((array ?? result).subarray(0, length));
  return result;
}
