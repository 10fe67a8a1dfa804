import type { BmeshFile } from "../../src/formats/bmesh/file.ts";
import type { Severity } from "../../src/issues/issue.ts";
import type { IssuePair, IssuePairs } from "../support/pairs.ts";
import { edited, example, nameField } from "./build.ts";

type Change = (file: BmeshFile) => Partial<BmeshFile>;
export const bones =
  (change: (bone: BmeshFile["bones"][number], i: number) => Partial<BmeshFile["bones"][number]>): Change =>
  (file) => ({ bones: file.bones.map((bone, i) => ({ ...bone, ...change(bone, i) })) });
const points =
  (change: (point: BmeshFile["hardpoints"][number], i: number) => Partial<BmeshFile["hardpoints"][number]>): Change =>
  (file) => ({ hardpoints: file.hardpoints.map((point, i) => ({ ...point, ...change(point, i) })) });
export const sections =
  (change: (section: BmeshFile["materialSections"][number], i: number) => object): Change =>
  (file) => ({ materialSections: file.materialSections.map((section, i) => ({ ...section, ...change(section, i) })) });
const poke = <A extends Uint8Array | Uint32Array | Float32Array>(array: A, at: number, value: number): A => {
  const copy = array.slice() as A; // slice() keeps the kind of array
  copy[at] = value;
  return copy;
};

/** One fault, one code: a clean example, what is changed in it, and where the finding points. */
export const FAULTS: readonly [
  code: string,
  name: string,
  change: Change,
  path: string,
  message: RegExp,
  severity?: Severity,
][] = [
  ["BMESH_TRAILING_BYTES", "ring_flat", () => ({ trailing: Uint8Array.of(0) }), "trailing", /1 bytes/],
  [
    "BMESH_TOO_MANY_BONES",
    "rod_skinned",
    (f) => ({
      bones: Array.from({ length: 257 }, (_, i) => ({ ...(f.bones[0] ?? fail()), name: nameField(`b${i}`) })),
    }),
    "bones",
    /257 bones, weights can name 256/,
  ],
  [
    "BMESH_LOD_DATA",
    "ring_flat",
    () => ({ vertexLodPositions: { count: 2, bytes: new Uint8Array(24).fill(0x91) } }),
    "vertexLodPositions",
    /12 bytes each/,
  ],
  [
    "BMESH_INDEX_OUT_OF_RANGE",
    "ring_indirect",
    (f) => ({ faceIndices: poke(f.faceIndices, 5, 91) }),
    "faceIndices[5]",
    /face 1 uses faceIndices\[5\], which is vertex 91 of 91/,
  ],
  [
    "BMESH_INDEX_OUT_OF_RANGE",
    "ring_indirect",
    (f) => ({ faces: poke(f.faces, 4, 432) }),
    "faces[1]",
    /face 1 uses 432 of 432 faceIndices/,
  ],
  [
    "BMESH_INDEX_OUT_OF_RANGE",
    "ring_direct_only",
    (f) => ({ faces: poke(f.faces, 4, 91) }),
    "faces[1]",
    /of 91 vertices \(direct reading\)/,
  ],
  [
    "BMESH_INDEX_OUT_OF_RANGE",
    "ring_flat",
    (f) => ({ faceIndices: poke(f.faceIndices, 4, 91) }),
    "faceIndices[4]",
    /flat reading/,
  ],
  ["BMESH_FACES_AMBIGUOUS", "ring_ambiguous", () => ({}), "faces", /indirect and direct both fit/],
  ["BMESH_LINKS_AMBIGUOUS", "rod_skinned", (f) => ({ links: f.links.slice(2) }), "links", /no reading fits/],
  [
    "BMESH_WEIGHT_RANGE",
    "rod_skinned",
    (f) => ({ links: poke(f.links, 0, 135) }),
    "links[0]",
    /weights 135 to 135 of 135/,
  ],
  ["BMESH_INFLUENCE_COUNT", "rod_skinned", (f) => ({ links: poke(f.links, 1, 5) }), "links[0]", /has 5 weights/],
  [
    "BMESH_INFLUENCE_COUNT",
    "rod_skinned",
    (f) => ({ links: poke(f.links, 1, 0) }),
    "links[0]",
    /bound to nothing/,
    "warning",
  ],
  [
    "BMESH_BONE_INDEX_OUT_OF_RANGE",
    "rod_skinned",
    (f) => ({ boneWeights: poke(f.boneWeights, 3, 3) }),
    "boneWeights[1]",
    /weight 1 uses bone 3 of 3/,
  ],
  [
    "BMESH_WEIGHT_SUM",
    "rod_skinned",
    (f) => ({ boneWeights: poke(f.boneWeights, 0, 200) }),
    "links[0]",
    /vertex 0 sum to 200/,
  ],
  [
    "BMESH_VERTEX_ARRAY_COUNT",
    "ring_flat",
    (f) => ({ uv0: f.uv0.slice(2) }),
    "uv0",
    /uv0 has 90 elements, there are 91/,
  ],
  ["BMESH_NO_NORMALS", "ring_flat", () => ({ normals: new Uint8Array(0) }), "normals", /no normals/],
  ["BMESH_RESERVED_VALUE", "ring_flat", () => ({ meshUsage: 1 }), "meshUsage", /meshUsage is 1/],
  ["BMESH_RESERVED_VALUE", "ring_flat", () => ({ tangentType: 2 }), "tangentType", /1 is the highest/],
  ["BMESH_RESERVED_VALUE", "ring_flat", (f) => ({ normals: poke(f.normals, 11, 1) }), "normals[2]", /1 of normals/],
  [
    "BMESH_RESERVED_VALUE",
    "vase_sections",
    (f) => ({ tangents: poke(f.tangents, 7, 128) }),
    "tangents[1]",
    /neither 0 nor 255/,
  ],
  ["BMESH_RESERVED_VALUE", "rod_skinned", bones(() => ({ pad: Uint8Array.of(0, 0, 1) })), "bones[0].pad", /0, 0, 1/],
  [
    "BMESH_RESERVED_VALUE",
    "rod_skinned",
    bones(() => ({ hasSkinnedVertices: 2 })),
    "bones[0].hasSkinnedVertices",
    /is 2/,
  ],
  ["BMESH_NOT_FINITE", "ring_flat", (f) => ({ boundsMax: poke(f.boundsMax, 1, Infinity) }), "boundsMax", /Infinity/],
  [
    "BMESH_NOT_FINITE",
    "robot_skinned",
    points(() => ({ normalizedBindMatrix: new Float32Array(16).fill(Number.NaN) })),
    "hardpoints[0].normalizedBindMatrix",
    /NaN/,
  ],
  [
    "BMESH_BOUNDS_MISMATCH",
    "ring_flat",
    (f) => ({ boundsMax: poke(f.boundsMax, 2, 0) }),
    "boundsMin",
    /0\.3\d+ m outside/,
  ],
  [
    "BMESH_NAME_UNTERMINATED",
    "rod_skinned",
    bones((_, i) => ({ name: new Uint8Array(64).fill(65 + i) })),
    "bones[0].name",
    /all 64 bytes/,
  ],
  [
    "BMESH_NAME_DUPLICATE",
    "rod_skinned",
    bones((b, i) => (i === 2 ? { name: nameField("low", "other") } : b)),
    "bones[2].name",
    /bones\[0\]/,
  ],
  [
    "BMESH_NAME_DUPLICATE",
    "robot_skinned",
    points((p, i) => (i === 1 ? { name: nameField("muzzle") } : p)),
    "hardpoints[1].name",
    /muzzle/,
  ],
  ["BMESH_PARENT_INVALID", "rod_skinned", bones((b, i) => (i === 1 ? { parent: 3 } : b)), "bones[1].parent", /of 3/],
  ["BMESH_PARENT_INVALID", "rod_skinned", bones((b, i) => (i === 1 ? { parent: 1 } : b)), "bones[1].parent", /itself/],
  ["BMESH_PARENT_INVALID", "rod_skinned", bones((b, i) => (i === 0 ? { parent: 2 } : b)), "bones[0].parent", /circle/],
  [
    "BMESH_PARENT_INVALID",
    "robot_skinned",
    points((p, i) => (i === 0 ? { parent: 12 } : p)),
    "hardpoints[0].parent",
    /bone 12 of 12/,
  ],
  [
    "BMESH_PARENT_ORDER",
    "rod_skinned",
    bones((b, i) => ({ parent: [1, -1, 1][i] ?? b.parent })),
    "bones[0].parent",
    /before its parent 1/,
  ],
  [
    "BMESH_BIND_NOT_INVERSE",
    "rod_skinned",
    bones((b, i) => (i === 1 ? { inverseBindMatrix: b.bindMatrix } : b)),
    "bones[1].inverseBindMatrix",
    /away from identity/,
  ],
  [
    "BMESH_HARDPOINT_MATRIX",
    "robot_skinned",
    points((p, i) => (i === 0 ? { hpToBoneMatrix: p.bindMatrix } : p)),
    "hardpoints[0].hpToBoneMatrix",
    /"muzzle"/,
  ],
  [
    "BMESH_SKINNED_FLAG",
    "rod_skinned",
    bones((b, i) => (i === 2 ? { hasSkinnedVertices: 0 } : b)),
    "bones[2].hasSkinnedVertices",
    /has vertices/,
  ],
  [
    "BMESH_SECTION_RANGE",
    "vase_sections",
    sections((_, i) => (i === 2 ? { faceCount: 9999 } : {})),
    "materialSections[2]",
    /of 644/,
  ],
  [
    "BMESH_SECTION_RANGE",
    "vase_sections",
    sections((_, i) => (i === 1 ? { faceStart: 307 } : {})),
    "materialSections[1]",
    /1 faces .* earlier section/,
  ],
  [
    "BMESH_SECTION_RANGE",
    "vase_sections",
    (f) => ({ materialSections: f.materialSections.slice(1) }),
    "materialSections",
    /308 of 644 faces are in no section/,
  ],
  [
    "BMESH_SECTION_VERTEX_RANGE",
    "vase_sections",
    sections((_, i) => (i === 0 ? { vertexMax: 9 } : {})),
    "materialSections[0].vertexMin",
    /0 to 9, its faces use 0 to 19\d/,
  ],
  ["BMESH_ROLE_MISMATCH", "ring_flat", () => ({ meshType: 1 }), "meshType", /without variant diffs/],
  ["BMESH_ROLE_MISMATCH", "ring_flat", () => ({ meshType: 2 }), "meshType", /without conform weights/],
  [
    "BMESH_ROLE_MISMATCH",
    "head_variant",
    () => ({ meshType: 0 }),
    "meshType",
    /143 variant diffs in a mesh of type none/,
  ],
  [
    "BMESH_DEGENERATE_FACE",
    "ring_direct_only",
    (f) => ({ faces: poke(f.faces, 4, f.faces[3] ?? 0) }),
    "faces[1]",
    /1 faces without area/,
  ],
];

/** Where the counts of positions and the length of the reference name lie in the empty mesh. */
const POSITIONS = 34;
const REFERENCE = 86;

/** Faults that end the reading, in the empty mesh of 111 bytes. */
const ENDING: IssuePairs = {
  BMESH_BAD_MAGIC: {
    bytes: () => emptyWith(0, 0x42),
    path: "magic",
    offset: 0,
    options: { format: "bmesh", dialect: "bMesh" },
  },
  BMESH_UNSUPPORTED_VERSION: { bytes: () => emptyWith(5, 31), path: "version", offset: 5 },
  BMESH_NEGATIVE_COUNT: { bytes: () => emptyWith(POSITIONS + 3, 0x80), path: "positions.count", offset: POSITIONS },
  BMESH_TRUNCATED: { bytes: () => emptyWith(POSITIONS, 99), path: "positions", offset: POSITIONS + 4 },
  BMESH_STRING_TOO_LONG: { bytes: () => emptyWith(REFERENCE, 99), path: "refMeshFileName", offset: REFERENCE },
};
function emptyWith(offset: number, value: number): Uint8Array {
  const bytes = example("empty").slice();
  bytes[offset] = value;
  return bytes;
}

/** What the same change brings about: a vertex without weights has a wrong sum, bones in excess have no vertices. */
const ALONG: Readonly<Record<string, string[]>> = {
  BMESH_INFLUENCE_COUNT: ["BMESH_WEIGHT_SUM"],
  BMESH_TOO_MANY_BONES: ["BMESH_SKINNED_FLAG"],
};

export const PAIRS: IssuePairs = {
  ...Object.fromEntries(
    [...FAULTS]
      .reverse()
      .map(([code, name, change, path, , severity]): [string, IssuePair] => [
        code,
        { bytes: () => edited(name, change), path, others: ALONG[code] ?? [], ...(severity ? { severity } : {}) },
      ]),
  ),
  ...ENDING,
};

export function fail(): never {
  throw new Error("the example has a section");
}
