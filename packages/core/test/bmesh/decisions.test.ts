import { describe, expect, it } from "vitest";
import { type BmeshFile, emptyBmesh } from "../../src/formats/bmesh/file.ts";
import { interpret } from "../../src/formats/bmesh/model.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { isClosed, volumeOf } from "../support/gltf.ts";
import { edited, example, fileOf } from "./build.ts";

/** The word before the evidence. */
async function decision(bytes: Uint8Array, name: string, options = {}): Promise<string> {
  const { details } = await inspectMesh(bytes, {}, options);
  return String(details[name]).split(" ")[0] ?? "";
}

/** Six times the volume of the ring examples: a torus of radius 0.5 and tube 0.18, in 12 by 6 steps. */
const RING_VOLUME = 0.2525;

describe("what the faces mean", () => {
  it.each([
    ["ring_indirect", "indirect", "only reading in range"],
    ["ring_indirect_by_sections", "indirect", "vertex ranges of 2 of 2 sections"],
    ["ring_direct", "direct", "vertex ranges of 2 of 2 sections"],
    ["ring_direct_by_normals", "direct", "agreement with the normals"],
    ["ring_direct_only", "direct", "only reading in range"],
    ["ring_flat", "flat", "faces is empty"],
    ["ring_no_sections", "indirect", "same triangles"],
    ["ring_ambiguous", "indirect", "uncertain"],
    ["empty", "indirect", "no faces"],
  ])("%s is %s: %s", async (name, reading, evidence) => {
    const { details } = await inspectMesh(example(name));
    expect(details.faceReading).toMatch(new RegExp(`^${reading} \\(.*`));
    expect(details.faceReading).toContain(evidence);
  });

  it.each(["ring_indirect", "ring_direct_by_normals", "ring_direct_only", "ring_flat"])(
    "%s is the same ring",
    async (name) => {
      const { document } = await meshToScene(example(name));
      expect(isClosed(document)).toBe(true);
      expect(volumeOf(document)).toBeCloseTo(RING_VOLUME, 3);
    },
  );

  it("can be chosen", async () => {
    const bytes = example("ring_ambiguous");
    expect(await decision(bytes, "faceReading", { faceReading: "direct" })).toBe("direct");
    const right = await meshToScene(bytes, { faceReading: "direct" });
    expect(isClosed(right.document)).toBe(true);
    expect(volumeOf(right.document)).toBeCloseTo(RING_VOLUME, 3);
    const flat = await meshToScene(bytes, { faceReading: "flat" }); // 91 indices are 30 triangles and one over
    expect(flat.document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getIndices()?.getCount()).toBe(90);
  });

  it("is refused when the word is unknown", async () => {
    await expect(meshToScene(example("ring_flat"), { faceReading: "drect" })).rejects.toMatchObject({
      code: "OPTION_VALUE",
    });
    await expect(inspectMesh(example("ring_flat"), {}, { linkReading: "A" })).rejects.toMatchObject({
      code: "OPTION_VALUE",
    });
  });

  it("takes the reading with fewer faults when none is in range", () => {
    const file = fileOf("ring_direct_only");
    const damaged: BmeshFile = { ...file, faces: file.faces.map((vertex, i) => (i === 7 ? 9999 : vertex)) };
    expect(interpret(damaged).faces).toMatchObject({
      reading: "direct",
      evidence: expect.stringContaining("no reading"),
    });
  });
});

describe("how triangles run", () => {
  it.each([
    ["vase_sections", "ccw", "normals, 100 %"],
    ["vase_clockwise", "cw", "normals, 100 %"],
    ["ring_clockwise_no_normals", "cw", "volume"],
    ["empty", "ccw", "assumed"],
  ])("%s is %s by %s", async (name, winding, evidence) => {
    const { details } = await inspectMesh(example(name));
    expect(details.winding).toMatch(new RegExp(`^${winding} \\(`));
    expect(details.winding).toContain(evidence);
  });

  it("is assumed for an open mesh without normals", async () => {
    const bytes = edited("hair_conform", () => ({ normals: new Uint8Array(0) }));
    expect((await inspectMesh(bytes)).details.winding).toContain("ccw (assumed");
  });

  it("can be chosen, which turns the mesh inside out", async () => {
    const { document } = await meshToScene(example("vase_sections"), { winding: "cw" });
    expect(volumeOf(document)).toBeLessThan(0);
  });
});

describe("what the second number of a section means", () => {
  it.each([
    ["vase_sections", "count"],
    ["ring_section_ends", "end"],
    ["crates_unnamed", "count"],
  ])("%s: %s", async (name, reading) => expect(await decision(example(name), "sectionReading")).toBe(reading));

  it("gives the same parts as the other reading of the other file", async () => {
    const ends = await meshToScene(example("ring_section_ends"));
    const sizes = ends.document
      .getRoot()
      .listMeshes()[0]
      ?.listPrimitives()
      .map((p) => p.getIndices()?.getCount());
    expect(sizes).toEqual([3 * 144, 3 * 100]); // 12 * 6 and 10 * 5 quads
    expect(ends.losses).toEqual([]);
  });

  it("can be chosen", async () => {
    const { losses } = await meshToScene(example("ring_section_ends"), { sectionReading: "count" });
    expect(losses.map(({ code }) => code)).toContain("SECTION_CUT");
  });
});

describe("what the links mean", () => {
  it.each([
    ["rod_skinned", "ranges"],
    ["robot_skinned", "ranges"],
    ["rod_pairs", "pairs"],
    ["rod_corner_ranges", "cornerRanges"],
    ["rod_rigid", "none"],
  ])("%s: %s", async (name, reading) => expect(await decision(example(name), "linkReading")).toBe(reading));

  it("gives the same weights by every reading", async () => {
    const weightsOf = async (name: string) => {
      const primitive = (await meshToScene(example(name))).document.getRoot().listMeshes()[0]?.listPrimitives()[0];
      return [primitive?.getAttribute("WEIGHTS_0")?.getArray(), primitive?.getAttribute("JOINTS_0")?.getArray()];
    };
    const [weights, joints] = await weightsOf("rod_skinned");
    // Height 0.45 (row 3 of 10): bone 0 by 0.05, bone 1 by 0.2, that is a fifth and four fifths; 255 * 0.8 = 204.
    const vertex = 3 * 9;
    expect(Array.from(weights?.slice(4 * vertex, 4 * vertex + 4) ?? [])).toEqual([
      Math.fround(204 / 255),
      Math.fround(51 / 255),
      0,
      0,
    ]);
    expect(Array.from(joints?.slice(4 * vertex, 4 * vertex + 4) ?? [])).toEqual([1, 0, 0, 0]);
    expect(await weightsOf("rod_pairs")).toEqual([weights, joints]);
  });

  it("stays open where none fits: the mesh is converted without a skin", async () => {
    const bytes = edited("rod_skinned", ({ links }) => ({ links: links.slice(2) }));
    expect((await inspectMesh(bytes)).details.linkReading).toContain("none (no reading fits");
    const { document, losses } = await meshToScene(bytes);
    expect(document.getRoot().listSkins()).toEqual([]);
    expect(losses).toContainEqual(expect.objectContaining({ code: "SKIN_DROPPED", count: 135 }));
    const chosen = await meshToScene(bytes, { linkReading: "ranges" });
    expect(chosen.document.getRoot().listSkins()).toHaveLength(1);
  });

  it("forgives a few damaged ranges", async () => {
    const bytes = edited("rod_skinned", ({ links }) => ({ links: links.map((value, i) => (i === 1 ? 99 : value)) }));
    expect((await inspectMesh(bytes)).details.linkReading).toContain("1 of them damaged");
  });

  it("takes ranges where both fit, and says so unless the sums tell", () => {
    const skin = (influence: number): BmeshFile => ({
      ...emptyBmesh(),
      positions: new Float32Array(6),
      links: Uint32Array.of(0, 1, 1, 1),
      boneWeights: Uint8Array.of(influence, 0, influence, 0),
    });
    expect(interpret(skin(255)).links).toEqual({
      reading: "ranges",
      evidence: expect.stringContaining("sums are 255"),
    });
    expect(interpret(skin(9)).links).toMatchObject({ reading: "ranges", ambiguous: "both readings fit" });
  });
});

describe("the order of colours", () => {
  it("is r, g, b, a unless chosen otherwise", async () => {
    const color = async (options: object) => {
      const { document } = await meshToScene(example("hair_conform"), { ...options });
      const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
      const raw = primitive?.getAttribute("_COLOR_RAW")?.getArray();
      return [primitive?.getAttribute("COLOR_0")?.getArray(), raw].map((array) => Array.from(array?.slice(0, 4) ?? []));
    };
    expect(await color({})).toEqual([
      [120, 70, 30, 255],
      [120, 70, 30, 255],
    ]);
    expect(await color({ colorOrder: "bgra" })).toEqual([
      [30, 70, 120, 255],
      [120, 70, 30, 255],
    ]);
  });
});
