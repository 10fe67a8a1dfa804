import { describe, expect, it } from "vitest";
import type { Ms12File } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import { nameOf } from "../../src/formats/unigine/names.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { describeCorpus } from "../support/files.ts";
import { edited, example, first } from "./build.ts";
import { GOLDEN } from "./golden.ts";
import { CASES, GEOMETRY } from "./pairs.ts";

const issuesOf = async (bytes: Uint8Array) => (await validateMesh(bytes)).issues;
const codesOf = async (bytes: Uint8Array) => (await issuesOf(bytes)).map(({ code }) => code);

describe("a check", () => {
  it.each(CASES.map(([code, severity, path, bytes]) => ({ code, severity, path, bytes })))(
    "finds $code at $path",
    async ({ code, severity, path, bytes }) => {
      const found = (await issuesOf(bytes())).filter((issue) => issue.code === code && issue.path === path);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ severity });
      expect(found[0]?.offset).not.toBeNull();
    },
  );

  it.each([
    ["ring_ms15", "ring.mesh_skinned", "ms15 in a .mesh_skinned; it belongs into a .mesh"],
    ["column_sk10", "column.MESH", "sk10 in a .mesh; it belongs into a .mesh_skinned"],
    ["column_sk10", "column.mesh_skinned", undefined],
    ["column_ms14_skinned", "column.mesh", undefined],
    ["ring_ms15", "download.bin", undefined],
  ])("compares the identifier of %s with the extension of %s", async (name, fileName, message) => {
    const { issues } = await validateMesh(example(name), { fileName });
    const found = issues.filter(({ code }) => code === "UNIGINE_EXTENSION_MISMATCH");
    expect(found).toMatchObject(
      message === undefined ? [] : [{ message, path: "magic1", offset: 0, severity: "warning" }],
    );
  });

  it("finds nothing in what the engine would write", async () => {
    expect(await codesOf(GOLDEN)).toEqual([]);
    for (const name of ["ring_ms15", "stand_ms15_stored", "ring_lods_ms15", "empty_ms15", "panel_ms15_mirrored"]) {
      expect(await codesOf(example(name)), name).toEqual([]);
    }
  });

  it.each<[string, number, number[], string]>([
    ["UNIGINE_SECTION_MAGIC", 104, [0], "magic2"],
    ["UNIGINE_BLOCK_SIZE", 116, [95], "geometryBlocks[0].compressedSize"],
    ["UNIGINE_BLOB_LEFTOVER", 54, [2], GEOMETRY],
    ["UNIGINE_NEGATIVE_COUNT", 45, [0x43], "surfaceCount"],
    ["UNIGINE_NEGATIVE_COUNT", 46, [0x44], "surfaces[0].name.length"],
    ["UNIGINE_COMPACT_INT", 4, [0x80, 0x80, 0x80, 0x80, 0x80], "spatialTreeTriangles"],
  ])("finds %s while reading", async (code, offset, patch, path) => {
    const bytes = GOLDEN.slice();
    bytes.set(patch, offset);
    expect(await issuesOf(bytes)).toMatchObject([{ code, path, severity: "error" }]);
  });

  it("finds nothing in a mesh that only morphs: no joints, no skeleton, and weights that are empty or not there", async () => {
    const bytes = example("column_sk10_morphs");
    expect(openMesh(bytes).file).toMatchObject({ jointCount: 0, skeletonGuid: nameOf(""), skeletonPath: nameOf("") });
    expect(await codesOf(bytes)).toEqual([]);
    const without = edited("column_sk10_morphs", "sk10", (file) => {
      const nothing = { counts: new Uint8Array(0), joints: new Int16Array(0), weights: new Uint16Array(0) };
      Object.assign(first(file.geometryBlocks).value, { weightCount: 0, weights: nothing });
    });
    expect(await codesOf(without)).toEqual([]);
    for (const mesh of [bytes, without]) {
      expect((await inspectMesh(mesh)).features).toEqual(["morph targets", "uv0", "compressed blocks"]);
    }
    const broken = edited("column_sk10_morphs", "sk10", (file) => Object.assign(file, { skeletonGuid: nameOf("x") }));
    expect(await codesOf(broken)).toEqual(["UNIGINE_SKELETON_REFERENCE"]);
  });

  it("finds a file that ends early, with the count that asked for more", async () => {
    const [issue] = await issuesOf(GOLDEN.subarray(0, 48));
    expect(issue).toMatchObject({ code: "UNIGINE_TRUNCATED", path: "surfaces[0].name.bytes", offset: 47 });
    expect(issue?.message).toContain("length = 4 asked for it");
  });

  it("finds a damaged LZ4 block and embedded animation", async () => {
    const bytes = example("ring_ms15").slice();
    const payload = spanAt(mapMesh(bytes).spans, GEOMETRY);
    bytes.fill(0xff, payload?.offset, (payload?.offset ?? 0) + 40);
    expect(await codesOf(bytes)).toEqual(["UNIGINE_LZ4"]);
    const file = openMesh(example("stand_ms12")).file as Ms12File;
    const animated = unigine.write({ ...file, animationCount: 1, animationNames: [nameOf("a")] }, "ms12");
    expect(await codesOf(animated)).toEqual(["UNIGINE_EMBEDDED_ANIMATION"]);
  });
});

describeCorpus("unigine", ["mesh"], (files) => {
  it.each(files)("$name has no errors", async ({ bytes }) => {
    expect((await issuesOf(bytes)).filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
