import { describe, expect, it } from "vitest";
import { diffMesh, editMesh, type MshFile, msh, setField, verifyMesh } from "../../src/index.ts";
import { addPoint } from "../../src/operations/edit/addPoint.ts";
import { removePoint } from "../../src/operations/edit/removePoint.ts";
import { apply, EXAMPLES, example, faultOf, opened } from "../edit/support.ts";
import { mutate, seededRandom } from "../support/random.ts";

describe("an edited copy", () => {
  /** Per format: fields of several kinds, and what they are set to. */
  const EDITS: [string, string, string][] = [
    ["msh/column_skinned.msh", "meshType", "6"],
    ["msh/column_skinned.msh", "positions[41]", "1,2,3"],
    ["msh/column_skinned.msh", "uv0[3]", "0.5,0.5"],
    ["msh/column_skinned.msh", "boneNames[1]", "a much longer name"],
    ["msh/column_skinned.msh", "vertexWeights[7]", "1,0,0,0,1,0,0,0"],
    ["msh/sword_trail_points.msh", "controlPoints[1].position", "9,9,9"],
    ["bmesh/robot_skinned.bMesh", "meshUsage", "3"],
    ["bmesh/robot_skinned.bMesh", "normals[5]", "128,255,0,7"],
    ["bmesh/robot_skinned.bMesh", "bones[2].name", "x"],
    ["bmesh/robot_skinned.bMesh", "bones[2].pad", "1,2,3"],
    ["bmesh/robot_skinned.bMesh", "refMeshFileTime", "12345678901234567"],
    ["bmesh/vase_sections.bMesh", "materialSections[1].name", "another name"],
    ["bmesh/head_variant.bMesh", "baseVariantDiffs[3].baryB", "0.125"],
    ["meshbin/trophy_v3.meshbin", "type", "2"],
    ["meshbin/trophy_v3.meshbin", "colors[7]", "1,2,3"],
    ["meshbin/trophy_v3.meshbin", "uv0[2]", "250,3"],
    ["meshbin/arm_v3_skinned.meshbin", "bones[1].localPosition", "1,2,3"],
    ["meshbin/ring_h3.meshbin", "bounds", "1,2,3,4,5,6"],
    ["splashpack/lighthouse_l1.splashpack", "objects[1].texturePage", "0x300"],
    ["splashpack/lighthouse_l1.splashpack", "meshes[1].triangles[4].uv0", "1,2,3,4,5,6"],
    ["splashpack/lighthouse_l8.splashpack", "header.playerHeight", "77"],
    ["splashpack/lighthouse_l8.splashpack", "atlasData[0][1000]", "4660"],
    ["unigine/ring_ms15.mesh", "surfaces[1].name", "a name that moves all the blocks behind it"],
    ["unigine/ring_ms15.mesh", "geometryBlocks[0].payload.uv0[9]", "0.25,0.75"],
    ["unigine/ring_ms15.mesh", "geometryBlocks[1].payload.tangents[2]", "0,0,0,-32767"],
    ["unigine/column_sk10.mesh_skinned", "skeletonPath", "guid://0123"],
    ["unigine/column_sk10.mesh_skinned", "rest[1][0]", "0.5"],
    ["unigine/column_ms11.mesh", "joints[0].parent", "-1"],
    ["unigine/ring_ms13.mesh", "geometry[0].uv0[3]", "0.1,0.2"],
  ];
  it.each(EDITS)("of %s with another %s: the field is named, and nothing else", async (name, path, value) => {
    const source = example(name);
    const { bytes } = await editMesh(source, [setField(path, value)]);
    const { same, by, changes, bytes: ranges } = await diffMesh(source, bytes);
    expect(ranges.total, "the value was there already").toBeGreaterThan(0);
    expect([same, by]).toEqual([false, "fields"]);
    expect(changes.map((change) => change.path)).toEqual([path === "rest[1][0]" ? "rest[1]" : path]);
  });

  it("says what was and what is", async () => {
    const source = example("msh/column_skinned.msh");
    const { bytes } = await editMesh(source, [setField("meshType", "6"), setField("uv0[3]", "0.5,-0.5")]);
    const { changes } = await diffMesh(source, bytes);
    expect(changes[0]).toEqual({ path: "meshType", kind: "value", a: 1, b: 6 });
    expect(changes[1]).toMatchObject({
      path: "uv0[3]",
      kind: "elements",
      b: [0.5, -0.5],
      elements: { differ: 1, first: 3 },
    });
  });

  it("counts elements and finds the largest difference", async () => {
    const source = example("msh/column_skinned.msh");
    const first = opened(source).file as { positions: Float32Array };
    const [x = 0, y = 0, z = 0] = first.positions.subarray(30, 33);
    const { bytes } = await editMesh(source, [
      setField("positions[10]", `${x + 0.5},${y},${z}`),
      setField("positions[20][2]", "1000"),
      setField("positions[30][0]", "1"),
    ]);
    const [change] = (await diffMesh(source, bytes)).changes;
    const far = 1000 - (first.positions[62] ?? 0);
    expect(change).toMatchObject({
      path: "positions",
      kind: "elements",
      elements: { differ: 3, of: 375, first: 10, largestAt: 20 },
    });
    expect(change?.elements?.largest).toBeCloseTo(far, 3);
  });
});

describe("tolerance", () => {
  const source = example("msh/sword_trail_points.msh");
  it("forgets small differences of floats and lengths, not of counts", async () => {
    const { bytes } = await editMesh(source, [setField("positions[0][0]", "16.0001")]);
    const off = Math.abs(16.0001 - ((opened(source).file as { positions: Float32Array }).positions[0] ?? 0));
    expect((await diffMesh(source, bytes, { tolerance: off * 1.01 })).same).toBe(true);
    expect((await diffMesh(source, bytes, { tolerance: off * 0.9 })).same).toBe(false);
    const type = (
      await editMesh(source, [setField("meshType", "1"), setField("vertexMask", "0x121")]).catch(() => undefined)
    )?.bytes;
    expect(type).toBeUndefined(); // a skinned mesh without weights is refused
    const counted = (await editMesh(source, [setField("subMeshes[0].minIndex", "1")]))?.bytes ?? source;
    expect((await diffMesh(source, counted, { tolerance: 5 })).changes.map(({ path }) => path)).toEqual([
      "subMeshes[0].minIndex",
    ]);
  });

  it("counts whole numbers that have a unit", async () => {
    const crate = example("meshbin/crate_v1.meshbin");
    const [x = 0, y = 0, z = 0] = (opened(crate).file as { positions: Int32Array }).positions;
    const { bytes } = await editMesh(crate, [setField("positions[0]", `${x + 1},${y},${z}`)]);
    expect((await diffMesh(crate, bytes, { tolerance: 1 })).same).toBe(true);
    expect((await diffMesh(crate, bytes)).same).toBe(false);
  });
});

describe("lists of different length", () => {
  it("one more in the middle is one change", async () => {
    const source = example("msh/sword_trail_points.msh");
    const { bytes: three } = await editMesh(source, [addPoint({ name: "a_0", position: [1, 2, 3] })]);
    const { bytes: middle } = await editMesh(three, [removePoint("trailend_0")]);
    const { changes } = await diffMesh(middle, three);
    expect(changes.map(({ path, kind }) => [path, kind])).toEqual([
      ["controlPointCount", "value"],
      ["controlPoints[1]", "added"],
    ]);
    expect(changes[1]?.b).toMatchObject({ typeIndex: "trailend_0", position: [0, 120, 0] });
  });
});

describe("the same content in other bytes", () => {
  it("a block that is compressed in another way is an encoding, not a value", async () => {
    const source = example("unigine/ring_ms15.mesh");
    const mesh = opened(source);
    // Setting a number to itself drops the block's own bytes, so our encoder writes it.
    const editing = await mesh.format.editing();
    const { file } = await apply(mesh, setField("geometryBlocks[0].payload.uv1Count", "0")).catch(() => ({
      file: mesh.file,
    }));
    const bytes = mesh.format.write(editing.settle?.(file, mesh.file, mesh.dialect) ?? file, mesh.dialect);
    const { changes, bytes: ranges } = await diffMesh(source, bytes);
    expect(changes.length > 0).toBe(ranges.total > 0);
    expect(changes.every(({ kind }) => kind === "encoding")).toBe(true);
  });

  it("payloads of NaN are told apart", async () => {
    const source = example("msh/ring_static.msh").slice();
    source.set([1, 0, 0xc0, 0x7f], 40);
    const other = source.slice();
    other[40] = 2;
    const { same, changes } = await diffMesh(source, other);
    expect(same).toBe(false);
    expect(changes).toEqual([
      { path: "sphereRadius", kind: "encoding", a: expect.stringMatching(/^01/), b: expect.stringMatching(/^02/) },
    ]);
  });
});

describe("any two files", () => {
  it.each(EXAMPLES)("$name is the same as itself", async ({ bytes }) => {
    const { same, changes, bytes: ranges } = await diffMesh(bytes, bytes.slice());
    expect([same, changes, ranges]).toEqual([true, [], { ranges: [], total: 0, changed: 0 }]);
  });

  it("different bytes are never called the same, and damage never crashes (seed 9)", async () => {
    const random = seededRandom(9);
    let [compared, refused] = [0, 0];
    for (let i = 0; i < 1500; i++) {
      const file = EXAMPLES[Math.floor(random() * EXAMPLES.length)];
      if (!file || file.bytes.byteLength > 60_000) continue;
      const bytes = mutate(file.bytes, random);
      const result = await diffMesh(file.bytes, bytes).catch((error: { code?: string }) => error.code);
      if (typeof result !== "object") {
        if (result === undefined) throw new Error(`mutation ${i} of ${file.name} is no typed error`);
        refused++;
        continue;
      }
      compared++;
      const equal = Buffer.compare(bytes, file.bytes) === 0;
      if (result.by === "fields") expect(result.same, `mutation ${i} of ${file.name}`).toBe(equal);
      expect(result.bytes.total === 0, `mutation ${i} of ${file.name}`).toBe(equal);
    }
    expect(compared).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(100);
  });

  it("very many differences are counted, not listed", async () => {
    const file = opened(example("msh/sword_trail_points.msh")).file as MshFile;
    const points = (x: number) =>
      Array.from({ length: 12_000 }, (_, i) => ({
        typeIndex: { raw: new TextEncoder().encode(`p_${i}`) },
        linkedBone: { raw: new Uint8Array(0) },
        extraInfo: { raw: new Uint8Array(0) },
        position: Float32Array.of(x, 0, 0),
      }));
    const [a, b] = [1, 2].map((x) =>
      msh.write({ ...file, controlPointCount: 12_000, controlPoints: points(x) }, "MSH"),
    );
    const { changes, total } = await diffMesh(a ?? file.trailing, b ?? file.trailing);
    expect([changes.length, total]).toEqual([10_000, 12_000]);
  });

  it("a file that can not be read to its end is refused with its place", async () => {
    const source = example("msh/ring_static.msh");
    expect(await faultOf(diffMesh(source, source.subarray(0, 300)))).toMatchObject({
      code: "MSH_TRUNCATED",
      path: "positions",
    });
  });

  it("what an edit writes is rewritten identically", async () => {
    const { bytes } = await editMesh(example("unigine/ring_lods_ms15.mesh"), [setField("surfaces[0].name", "x")]);
    expect(verifyMesh(bytes).identical).toBe(true);
  });
});
