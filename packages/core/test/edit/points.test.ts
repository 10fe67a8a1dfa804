import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import type { BmeshFile } from "../../src/formats/bmesh/file.ts";
import type { MshFile } from "../../src/formats/msh/file.ts";
import {
  addPoint,
  editMesh,
  listPoints,
  mapMesh,
  movePoint,
  removePoint,
  renameBone,
  renamePoint,
  verifyMesh,
} from "../../src/index.ts";
import { IDENTITY, matrixDistance, multiplyMatrices } from "../../src/scene/matrices.ts";
import { EXAMPLES, example, faultOf, opened } from "./support.ts";

const mshExamples = EXAMPLES.filter(({ format }) => format === "msh");

/** The bytes of everything that is not the version and not the list of control points, by field. */
function geometryBytes(bytes: Uint8Array): Map<string, string> {
  const leaves = leafSpans(mapMesh(bytes).spans).filter(
    ({ path }) => path !== "version" && !path.startsWith("controlPoint"),
  );
  return new Map(
    leaves.map(({ path, offset, size }) => [path, Buffer.from(bytes.subarray(offset, offset + size)).toString("hex")]),
  );
}

const namesOf = async (bytes: Uint8Array) => (await listPoints(bytes)).map(({ name }) => name.text);

describe.each(mshExamples)("control points of $name", ({ bytes }) => {
  it("are added, moved, renamed and removed, and no byte of the geometry changes", async () => {
    const geometry = geometryBytes(bytes);
    const before = await namesOf(bytes);
    const steps: [ReturnType<typeof addPoint>, (names: string[]) => string[]][] = [
      [
        addPoint({ name: "grip_7", position: [1, -2, 3.5], bone: "Bip01", info: "로스트" }),
        (names) => [...names, "grip_7"],
      ],
      [movePoint("grip_7", [4, 5, 6]), (names) => names],
      [addPoint({ name: "grip_8", position: [0, 0, 0] }), (names) => [...names, "grip_8"]],
      [renamePoint("grip_7", "grip_9"), (names) => names.map((name) => (name === "grip_7" ? "grip_9" : name))],
      [removePoint("grip_8"), (names) => names.filter((name) => name !== "grip_8")],
    ];
    let [now, names] = [bytes, before];
    for (const [edit, expected] of steps) {
      now = (await editMesh(now, [edit])).bytes;
      names = expected(names);
      expect(geometryBytes(now)).toEqual(geometry);
      expect(await namesOf(now)).toEqual(names);
      expect(opened(now).version).toBe("2002");
      expect(verifyMesh(now).identical).toBe(true);
    }
    const point = (await listPoints(now)).find(({ name }) => name.text === "grip_9");
    expect(point).toEqual({
      name: { text: "grip_9", exact: true },
      position: [4, 5, 6],
      bone: { text: "Bip01", exact: true },
      info: { text: "로스트", exact: true },
    });
  });
});

describe("a control point in bytes", () => {
  it("is what the page of the format says, behind the faces", async () => {
    const source = example("msh/ring_version_2001.msh");
    const { bytes, ranges, changes, notes } = await editMesh(source, [
      addPoint({ name: "trailstart_0", position: [1, 2, -0.5], bone: "R Hand", info: "" }),
    ]);
    const text = (value: string) => [value.length, 0, 0, 0, ...new TextEncoder().encode(value)];
    const point = [
      ...text("trailstart_0"),
      ...text("R Hand"),
      ...text(""),
      0,
      0,
      0x80,
      0x3f,
      0,
      0,
      0,
      0x40,
      0,
      0,
      0,
      0xbf,
    ];
    const expected = Uint8Array.from([...source, 1, 0, 0, 0, ...point]);
    expected.set([0xd2, 0x07], 4); // 2001 is 0x7d1, 2002 is 0x7d2
    expect(bytes).toEqual(expected);
    expect(ranges).toMatchObject({ changed: 1 + 4 + point.length, total: 2 });
    expect(changes.map(({ path, kind }) => [path, kind])).toEqual([
      ["version", "value"],
      ["controlPointCount", "added"],
      ["controlPoints", "added"],
    ]);
    expect(notes).toEqual(["Version 2001 becomes 2002, the one that has control points."]);
  });

  it.each([
    ["trailstart_0", /has type "trailstart" and index 0 already/],
    ["trailstart_00", /already/],
    ["trailstart_0_left", /already/], // a C integer parse stops at the second underscore
    ["trailstart", /no name of a control point/],
    ["_3", /no name of a control point/],
    ["trailstart_", /no name of a control point/],
  ])("%s is refused where trailstart_0 is", async (name, message) => {
    const fault = await faultOf(
      editMesh(example("msh/sword_trail_points.msh"), [addPoint({ name, position: [0, 0, 0] })]),
    );
    expect(fault.code).toBe("EDIT_POINT");
    expect(fault.message).toMatch(message);
  });

  it("may be renamed to another spelling of itself, and not to another one", async () => {
    const source = example("msh/sword_trail_points.msh");
    expect(await namesOf((await editMesh(source, [renamePoint("trailend_0", "trailend_00")])).bytes)).toEqual([
      "trailstart_0",
      "trailend_00",
    ]);
    const fault = await faultOf(editMesh(source, [renamePoint("trailend_0", "trailstart_0")]));
    expect(fault.code).toBe("EDIT_POINT");
  });

  it("a name of 260 bytes would overflow the client's buffer", async () => {
    const name = `hand_${"9".repeat(255)}`;
    const fault = await faultOf(editMesh(example("msh/ring_static.msh"), [addPoint({ name, position: [0, 0, 0] })]));
    expect(fault).toMatchObject({ code: "EDIT_REFUSED" });
    expect(fault.message).toContain("MSH_STRING_TOO_LONG");
    await editMesh(example("msh/ring_static.msh"), [addPoint({ name: name.slice(0, -1), position: [0, 0, 0] })]);
  });

  it("names what there is when a name is wrong, and takes a number", async () => {
    const source = example("msh/sword_trail_points.msh");
    const fault = await faultOf(editMesh(source, [removePoint("trailmiddle_0")]));
    expect(fault).toMatchObject({ code: "EDIT_NO_SUCH_NAME" });
    expect(fault.hint).toContain("#1 trailend_0");
    expect(await namesOf((await editMesh(source, [removePoint("#0")])).bytes)).toEqual(["trailend_0"]);
  });

  it("warns of what the engine does with the new set", async () => {
    const { issues } = await editMesh(example("msh/sword_trail_points.msh"), [removePoint("trailend_0")]);
    expect(issues.map(({ code }) => code)).toEqual(["MSH_TRAIL_POINTS_UNPAIRED"]);
  });

  it("follows a bone that is renamed", async () => {
    const { bytes } = await editMesh(example("msh/column_points_on_bones.msh"), [renameBone("팔", "arm")]);
    const points = await listPoints(bytes);
    expect(points.map(({ bone }) => bone?.text)).toContain("arm");
    expect(points.map(({ bone }) => bone?.text)).not.toContain("팔");
  });
});

describe("any set of control points", () => {
  const point = fc.record({
    name: fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.nat(99)).map(([type, index]) => `${type}_${index}`),
    position: fc.tuple(
      ...([0, 1, 2].map(() => fc.float({ noNaN: true, noDefaultInfinity: true })) as [
        fc.Arbitrary<number>,
        fc.Arbitrary<number>,
        fc.Arbitrary<number>,
      ]),
    ),
    info: fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
  });
  const points = fc.uniqueArray(point, { selector: ({ name }) => name, minLength: 1, maxLength: 6 });
  it("is read back as it was added, and removing it gives the same geometry", async () => {
    const source = example("msh/everything.msh");
    const geometry = geometryBytes(source);
    const before = await namesOf(source);
    await fc.assert(
      fc.asyncProperty(points, async (added) => {
        const fresh = added.filter(({ name }) => !before.includes(name));
        const { bytes } = await editMesh(
          source,
          fresh.map((one) => addPoint(one)),
        );
        const read = (await listPoints(bytes)).slice(before.length);
        expect(read.map(({ name, position, info }) => [name.text, position, info?.text])).toEqual(
          fresh.map(({ name, position, info }) => [name, position, info]),
        );
        expect(geometryBytes(bytes)).toEqual(geometry);
        const { bytes: gone } = await editMesh(
          bytes,
          fresh.map(({ name }) => removePoint(name)),
        );
        expect(gone).toEqual(source);
      }),
      { numRuns: 40, seed: 6 },
    );
  });
});

describe("hardpoints of bMesh", () => {
  const robot = example("bmesh/robot_skinned.bMesh");
  const fileOf = (bytes: Uint8Array) => opened(bytes).file as BmeshFile;

  it("a new one has five matrices that fit each other and its bone", async () => {
    const boneName = (await listPoints(robot)).find(({ bone }) => bone)?.bone?.text ?? "";
    const { bytes } = await editMesh(robot, [
      addPoint({ name: "muzzle2", position: [0.5, -0.25, 1.5], bone: boneName }),
    ]);
    const file = fileOf(bytes);
    const point = file.hardpoints.at(-1);
    const bone = file.bones[point?.parent ?? -1];
    expect(Array.from(point?.bindMatrix ?? [])).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, -0.25, 1.5, 1]);
    expect(Array.from(point?.inverseBindMatrix ?? [])).toEqual([
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.5, 0.25, -1.5, 1,
    ]);
    // Seen from its bone: bone times that is the place again.
    const back = multiplyMatrices(bone?.bindMatrix ?? [], point?.hpToBoneMatrix ?? []);
    expect(matrixDistance(back, point?.bindMatrix ?? [])).toBeLessThan(1e-5);
    expect((await listPoints(bytes)).at(-1)).toMatchObject({ name: { text: "muzzle2" }, bone: { text: boneName } });
  });

  it("moving one keeps its turn, and its matrices fit again", async () => {
    const before = fileOf(robot).hardpoints[0];
    const { bytes, issues } = await editMesh(robot, [movePoint("#0", [1, 2, 3])]);
    const after = fileOf(bytes).hardpoints[0];
    expect(Array.from(after?.bindMatrix ?? []).slice(0, 12)).toEqual(Array.from(before?.bindMatrix ?? []).slice(0, 12));
    expect(Array.from(after?.bindMatrix ?? []).slice(12)).toEqual([1, 2, 3, 1]);
    const product = multiplyMatrices(after?.bindMatrix ?? [], after?.inverseBindMatrix ?? []);
    expect(matrixDistance(product, IDENTITY)).toBeLessThan(1e-5);
    expect(issues).toEqual([]);
  });

  it("renaming keeps what stands behind the name, removing leaves the others", async () => {
    const names = await namesOf(robot);
    const { bytes } = await editMesh(robot, [renamePoint("#1", "hp"), removePoint("#0")]);
    expect(await namesOf(bytes)).toEqual(["hp", ...names.slice(2)]);
    const [old, now] = [fileOf(robot).hardpoints[1]?.name, fileOf(bytes).hardpoints[0]?.name];
    const tail = (raw: Uint8Array | undefined) =>
      Buffer.from(raw?.subarray((raw.indexOf(0) ?? 0) + 1) ?? [])
        .toString("latin1")
        .replace(/\0+$/, "");
    expect(tail(now)).toBe(tail(old));
  });

  it.each([
    [{ name: "hp", position: [0, 0, 0], bone: "no such bone" }, /no bone/],
    [{ name: "hp", position: [0, 0, 0], info: "text" }, /no text beside/],
    [{ name: "", position: [1e39, 0, 0] }, /no place/],
  ] as [Parameters<typeof addPoint>[0], RegExp][])("%j is refused", async (point, message) => {
    const fault = await faultOf(editMesh(robot, [addPoint(point)]));
    expect(fault.code).toBe("EDIT_POINT");
    expect(fault.message).toMatch(message);
  });

  it("a second one of the same name is refused", async () => {
    const [name = ""] = await namesOf(robot);
    expect((await faultOf(editMesh(robot, [addPoint({ name, position: [0, 0, 0] })]))).code).toBe("EDIT_POINT");
  });
});

describe("formats without points", () => {
  it.each(["meshbin/crate_v1.meshbin", "splashpack/empty_l1.splashpack", "unigine/ring_ms15.mesh"])(
    "%s says so",
    async (name) => {
      const fault = await faultOf(editMesh(example(name), [addPoint({ name: "a_0", position: [0, 0, 0] })]));
      expect(fault.code).toBe("EDIT_UNSUPPORTED");
      expect(fault.hint).toContain("MSH");
    },
  );
});

it("the list of an MSH without points is empty", async () => {
  expect(await listPoints(example("msh/ring_static.msh"))).toEqual([]);
  expect((opened(example("msh/ring_static.msh")).file as MshFile).controlPoints).toBeUndefined();
});
