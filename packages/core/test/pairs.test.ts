import { describe, expect, it } from "vitest";
import { ISSUE_TABLE, issueFacts } from "../src/issues/table.ts";
import { validateMesh } from "../src/operations/validate.ts";
import { FORMATS } from "../src/registry.ts";
import { PAIRS as ANI } from "./ani/pairs.ts";
import { PAIRS as BMESH } from "./bmesh/pairs.ts";
import { PAIRS as CMS } from "./cms/pairs.ts";
import { MATERIAL_PAIRS, MODEL_PAIRS } from "./lostSagaTexts/pairs.ts";
import { PAIRS as MESHBIN } from "./meshbin/pairs.ts";
import { PAIRS as MSH } from "./msh/pairs.ts";
import { PAIRS as SKL } from "./skl/pairs.ts";
import { PAIRS as SPLASHPACK } from "./splashpack/pairs.ts";
import { exampleFiles } from "./support/files.ts";
import { PAIRS as UNIGINE } from "./unigine/pairs.ts";
import { PAIRS as ANIM } from "./unigineAnim/pairs.ts";
import { PAIRS as SKELETON } from "./unigineSkeleton/pairs.ts";

const PAIRS = {
  skl: SKL,
  ani: ANI,
  cms: CMS,
  "msh-material": MATERIAL_PAIRS,
  "msh-model": MODEL_PAIRS,
  "unigine-skeleton": SKELETON,
  "unigine-anim": ANIM,
  msh: MSH,
  splashpack: SPLASHPACK,
  meshbin: MESHBIN,
  bmesh: BMESH,
  unigine: UNIGINE,
};

/** Codes that conversions and builders say, never validate: no file can have them. Their tests are those of these. */
const NOT_ABOUT_FILES =
  /_CANNOT_HOLD_|_UV_TILING$|_SCENE_LACKS$|_TRANSFORM_FRAME$|_TEXTURES?_|_TABLE_TOO_LONG$|_BONE_SCALED$|_TOO_MANY_TRIANGLES$/;
/** One that the pattern would take for such a one. */
const ABOUT_FILES = ["SPLASHPACK_TEXTURE_DEPTH"];
const isAboutFiles = (code: string) => ABOUT_FILES.includes(code) || !NOT_ABOUT_FILES.test(code);

/** Examples that are faulty on purpose, with the errors that they show. */
const FAULTY: Readonly<Record<string, string[]>> = {
  "msh/column_bad_names.msh": ["MSH_BONE_NAME_EMPTY"],
  "msh/ring_wide_indices.msh": ["MSH_WIDE_INDICES"],
  "bmesh/vase_lod_positions.bMesh": ["BMESH_LOD_DATA"],
  "skl/biped_broken_tree.skl": ["SKL_CHILD_UNKNOWN", "SKL_CYCLE", "SKL_UNREACHABLE_BONE"],
  "msh-material/careless.txt": ["MATERIAL_SYNTAX"],
  "unigine-skeleton/column_sn10_odd.skeleton": ["SKELETON_JOINT_PARENT"],
  "unigine-anim/bend_an13_odd.anim": ["ANIM_JOINT_INDEX", "ANIM_FLAGS"],
};

describe.each(FORMATS.map(({ id, family }) => ({ id, family })))("every code of $id", ({ id, family }) => {
  const pairs = PAIRS[id as keyof typeof PAIRS];

  it("has its pair", () => {
    const codes = Object.keys(ISSUE_TABLE).filter((code) => code.startsWith(`${family}_`));
    expect(Object.keys(pairs).sort()).toEqual(codes.filter(isAboutFiles).sort());
  });

  it.each(Object.entries(pairs))("%s is found in its file, at its place, and little else", async (code, pair) => {
    const { issues } = await validateMesh(pair.bytes(), pair.options);
    const found = issues.find((issue) => issue.code === code && issue.path === pair.path);
    expect(found, JSON.stringify(issues)).toMatchObject({ severity: pair.severity ?? issueFacts(code).severity });
    if (pair.offset !== undefined) expect(found?.offset).toBe(pair.offset);
    else expect(found?.offset).toBeGreaterThanOrEqual(0);
    const others = issues.map((issue) => issue.code).filter((other) => other !== code);
    expect(others.filter((other) => !pair.others?.includes(other))).toEqual([]);
  });

  it.each(exampleFiles(id).map(({ name, bytes }) => ({ name, bytes })))(
    "$name has no errors but those that it shows",
    async ({ name, bytes }) => {
      const { issues } = await validateMesh(bytes, { fileName: name });
      const errors = issues.filter(({ severity }) => severity === "error").map(({ code }) => code);
      expect([...new Set(errors)]).toEqual(FAULTY[`${id}/${name}`] ?? []);
    },
  );
});
