import type { BmeshFile } from "../../src/formats/bmesh/file.ts";
import type { MeshbinFile } from "../../src/formats/meshbin/file.ts";
import type { MshFile } from "../../src/formats/msh/file.ts";
import type { SplashpackFile } from "../../src/formats/splashpack/file.ts";
import { layOutUnigine } from "../../src/formats/unigine/blockPlaces.ts";
import type { Ms15File, UnigineFile, UnigineId } from "../../src/formats/unigine/file.ts";
import { indexValues } from "../../src/formats/unigine/indices.ts";
import { surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { type Block, blockOf } from "../../src/layout/block.ts";
import { openMesh } from "../../src/operations/open.ts";

type Numbers = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array;

/** Numbers of a file that name other things of it, and the first number that names nothing. */
export interface IndexField {
  /** What validate has to say, one of these, and the path it has to name. */
  codes: readonly string[];
  path: string;
  /** How many there are; each is set in turn. */
  count: number;
  limit: number;
  set: (i: number, value: number) => void;
  /** False for numbers that the file does not use: marks of triangles, bones without weight. */
  used: (i: number) => boolean;
}

function inArray(codes: readonly string[], path: string, array: Numbers, limit: number, used?: IndexField["used"]) {
  const set = (i: number, value: number) => {
    array[i] = value;
  };
  return { codes, path, count: array.length, limit, set, used: used ?? (() => true) };
}

function ofMsh(file: MshFile): IndexField[] {
  const weights = file.vertexWeights ?? new Float32Array(0);
  const isBone = (i: number) => i % 8 >= 4 && (weights[i - 4] ?? 0) > 0;
  return [
    // 32-bit indices are only taken for such while all of them are in range; else they are 16-bit ones and a rest.
    inArray(["MSH_INDEX_OUT_OF_RANGE", "MSH_TRAILING_BYTES"], "indices", file.indices, file.vertexCount),
    inArray(["MSH_BONE_NUMBER_INVALID"], "vertexWeights", weights, file.boneNames?.length ?? 0, isBone),
  ];
}

function ofMeshbin(file: MeshbinFile): IndexField[] {
  const code = ["MESHBIN_INDEX_OUT_OF_RANGE"];
  const notMark = (indices: Int16Array) => (i: number) => indices[i] !== -1;
  const { bones = [], vertexBone = new Uint8Array(0) } = file;
  return [
    inArray(code, "positionIndices", file.positionIndices, file.vertexCount, notMark(file.positionIndices)),
    inArray(code, "normalIndices", file.normalIndices, file.normalsCount, notMark(file.normalIndices)),
    inArray(code, "uv0Indices", file.uv0Indices, file.uvCount, notMark(file.uv0Indices)),
    inArray(["MESHBIN_BONE_ID_OUT_OF_RANGE"], "vertexBone", vertexBone, bones.length),
    {
      ...inArray(["MESHBIN_BONE_PARENT"], "bones", new Uint8Array(bones.length), bones.length),
      set: (i, value) => Object.assign(bones[i] ?? {}, { parent: value }),
    },
  ];
}

function ofBmesh(file: BmeshFile): IndexField[] {
  // A reading that no longer fits gives way to one that does, so another finding about faces will do.
  const faces = ["BMESH_INDEX_OUT_OF_RANGE", "BMESH_FACES_AMBIGUOUS", "BMESH_SECTION_VERTEX_RANGE"];
  const parents = (list: "bones" | "hardpoints"): IndexField => ({
    ...inArray(["BMESH_PARENT_INVALID"], list, new Uint8Array(file[list].length), file.bones.length),
    set: (i, value) => Object.assign(file[list][i] ?? {}, { parent: value }),
  });
  const vertices = file.positions.length / 3;
  return [
    inArray(faces, "faceIndices", file.faceIndices, vertices),
    inArray(faces, "faces", file.faces, Math.max(file.faceIndices.length, vertices)),
    inArray(["BMESH_BONE_INDEX_OUT_OF_RANGE"], "boneWeights", file.boneWeights, file.bones.length, (i) => i % 2 === 1),
    parents("bones"),
    parents("hardpoints"),
  ];
}

function ofSplashpack(file: SplashpackFile): IndexField[] {
  const scripted = file.objects.filter(({ luaIndex }) => luaIndex !== undefined);
  return [
    {
      ...inArray(["SPLASHPACK_LUA_INDEX"], "objects", new Uint8Array(scripted.length), file.luas?.length ?? 0),
      set: (i, value) => Object.assign(scripted[i] ?? {}, { luaIndex: value }),
    },
  ];
}

function ofUnigine(file: UnigineFile): IndexField[] {
  const joints = "joints" in file ? file.joints : [];
  return [
    ...surfacesOf(file).flatMap(({ cIndices, tIndices, vertexCount, tVertexCount, weights, geometryPath }) => [
      inArray(["UNIGINE_INDEX_OUT_OF_RANGE"], `${geometryPath}.cIndices`, indexValues(cIndices), vertexCount),
      inArray(["UNIGINE_INDEX_OUT_OF_RANGE"], `${geometryPath}.tIndices`, indexValues(tIndices), tVertexCount),
      inArray(["UNIGINE_WEIGHT_JOINT"], `${geometryPath}.weights`, weights.joints, joints.length),
    ]),
    {
      ...inArray(["UNIGINE_JOINT_PARENT"], "joints", new Uint8Array(joints.length), joints.length),
      set: (i, value) => Object.assign(joints[i] ?? {}, { parent: value }),
    },
  ];
}

/** Blocks without their compressed bytes, so that writing encodes what is in them now. */
function unsealed(file: UnigineFile, id: string): UnigineFile {
  if (!("geometryBlocks" in file)) return file;
  const fresh = (block: Block<unknown>) => blockOf(block.value, block.stored);
  const blocks = { ...file, geometryBlocks: (file.geometryBlocks as Block<unknown>[]).map(fresh) } as Ms15File;
  return layOutUnigine(blocks, id as UnigineId);
}

/** A fresh file object with its index fields, and how to make bytes of it. */
export function indexFields(bytes: Uint8Array): { fields: IndexField[]; write: () => Uint8Array } {
  const { format, dialect, file } = openMesh(bytes);
  const write = () => format.write(format.id === "unigine" ? unsealed(file as UnigineFile, dialect) : file, dialect);
  // Each format's own file object; its id says which.
  if (format.id === "msh") return { fields: ofMsh(file as MshFile), write };
  if (format.id === "meshbin") return { fields: ofMeshbin(file as MeshbinFile), write };
  if (format.id === "bmesh") return { fields: ofBmesh(file as BmeshFile), write };
  if (format.id === "splashpack") return { fields: ofSplashpack(file as SplashpackFile), write };
  return { fields: ofUnigine(file as UnigineFile), write };
}
