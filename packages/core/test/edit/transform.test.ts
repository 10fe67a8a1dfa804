import { describe, expect, it } from "vitest";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { diffMesh, editMesh, type TransformStep, transform, validateMesh } from "../../src/index.ts";
import { type PlainScene, plainScene } from "../../src/operations/diff/sceneParts.ts";
import { openMesh } from "../../src/operations/open.ts";
import { expectBindPose, isClosed, volumeOf } from "../support/gltf.ts";
import { EXAMPLES, example, faultOf, opened } from "./support.ts";

type Vector = [number, number, number];

async function scene(bytes: Uint8Array) {
  const mesh = openMesh(bytes);
  return mesh.format.toScene(mesh.file, mesh.dialect, {});
}

/** What a step does to a place, written out by hand for the steps below. */
const STEPS: {
  name: string;
  steps: TransformStep[];
  place: (v: Vector) => Vector;
  turn: (v: Vector) => Vector;
  volume: number;
}[] = [
  {
    name: "moved",
    steps: [{ translate: [0.25, -0.5, 1] }],
    place: ([x, y, z]) => [x + 0.25, y - 0.5, z + 1],
    turn: (v) => v,
    volume: 1,
  },
  {
    name: "turned a quarter around y and moved",
    steps: [{ rotate: { axis: [0, 1, 0], degrees: 90 } }, { translate: [0, 0.5, 0] }],
    place: ([x, y, z]) => [z, y + 0.5, -x],
    turn: ([x, y, z]) => [z, y, -x],
    volume: 1,
  },
  {
    name: "doubled and turned a third around the diagonal",
    steps: [{ scale: 2 }, { rotate: { axis: [1, 1, 1], degrees: 120 } }],
    place: ([x, y, z]) => [2 * z, 2 * x, 2 * y],
    turn: ([x, y, z]) => [z, x, y],
    volume: 8,
  },
];

/** How far places may be off in metres, and directions, after the format has rounded them. */
const ROUNDING: Readonly<Record<string, { place: number; direction: number }>> = {
  msh: { place: 1e-5, direction: 1e-5 },
  bmesh: { place: 1e-5, direction: 0.02 }, // bytes
  meshbin: { place: 0.02, direction: 0.2 }, // 1/128 m; normals of small faces turn with it
  splashpack: { place: 0.06, direction: 0.2 }, // 25/1024 m, and the objects' rotations in 1/4096
  unigine: { place: 1e-5, direction: 2.5e-3 }, // w is kept at 0.001 or more, twice of which a direction may turn
};

/** ms10 has no w: what is left to length 1 is the root of two roundings to 1/32767, and counts twice. */
const MS10_DIRECTION = 2 * Math.sqrt(2 / 32767) * 1.05;

function expectPlaces(before: PlainScene, after: PlainScene, place: (v: Vector) => Vector, tolerance: number): void {
  expect([...after.places.keys()]).toEqual([...before.places.keys()]);
  for (const [name, [x, y, z]] of before.places) {
    const wanted = place([x, y, z]);
    after.places.get(name)?.forEach((value, axis) => {
      expect(Math.abs(value - (wanted[axis] ?? 0)), name).toBeLessThan(tolerance);
    });
  }
}

/** The largest distance between an attribute after an edit and what it should have become. */
function worst(before: PlainScene, after: PlainScene, name: string, map: (v: Vector) => Vector): number {
  let most = 0;
  before.parts.forEach((part, p) => {
    const [x, y] = [part.corners[name], after.parts[p]?.corners[name]];
    if (!x || !y) return;
    for (let i = 0; i < x.values.length; i += x.stride) {
      const wanted = map([x.values[i] ?? 0, x.values[i + 1] ?? 0, x.values[i + 2] ?? 0]);
      wanted.forEach((value, axis) => {
        most = Math.max(most, Math.abs(value - (y.values[i + axis] ?? 0)));
      });
    }
  });
  return most;
}

describe.each(STEPS)("$name", ({ steps, place, turn, volume }) => {
  it.each(EXAMPLES)("$name: places, directions, joints and points go along", async ({ bytes, format, name }) => {
    const { bytes: edited } = await editMesh(bytes, [transform(steps, "metres")]);
    const [old, now] = [(await scene(bytes)).document, (await scene(edited)).document];
    const [before, after] = [plainScene(old), plainScene(now)];
    const { place: near, direction: usual } = ROUNDING[format] ?? { place: 0, direction: 0 };
    const direction = name.includes("ms10") ? MS10_DIRECTION : usual;
    const triangles = (of: PlainScene) => of.parts.map((part) => part.triangles);
    expect(triangles(after)).toEqual(triangles(before));
    expect(worst(before, after, "POSITION", place)).toBeLessThan(near);
    // Normals of the fixed-point formats come from their rounded triangles; everything.msh has some without direction,
    // which the conversion replaces by fixed ones.
    if (format !== "meshbin" && format !== "splashpack" && name !== "msh/everything.msh") {
      expect(worst(before, after, "NORMAL", turn)).toBeLessThan(direction);
      expect(worst(before, after, "TANGENT", turn)).toBeLessThan(direction);
    }
    for (const texture of ["TEXCOORD_0", "TEXCOORD_1"]) expect(worst(before, after, texture, (v) => v)).toBe(0);
    // The bones of an MSH are names, and where they are is in another file; an object without triangles is nowhere in L1.
    const placeless = (format === "msh" && "boneNames" in opened(bytes).file) || name.includes("oddities");
    if (!placeless) expectPlaces(before, after, place, near);
    expectBindPose(now, format === "meshbin" ? 1 : 3);
    const size = isClosed(old) ? Math.abs(volumeOf(old)) : 0; // an open surface has no volume of its own
    // Small fixed-point meshes change their volume by rounding; what matters is that none is turned inside out.
    if (format !== "meshbin" && format !== "splashpack" && size > 1e-6) {
      expect(volumeOf(now) / volumeOf(old), name).toBeCloseTo(volume, 3);
    } else if (size > 1e-3) expect(Math.sign(volumeOf(now))).toBe(Math.sign(volumeOf(old)));
    const codes = async (of: Uint8Array) => new Set((await validateMesh(of)).issues.map(({ code }) => code));
    const had = await codes(bytes);
    const added = [...(await codes(edited))].filter((code) => !had.has(code));
    expect(added.filter((code) => /BOUNDS|RADIUS|TREE|INVERSE|HARDPOINT/.test(code))).toEqual([]);
  });
});

describe("a transform in the file's own axes", () => {
  it("of an MSH: four quarter turns give the same numbers", async () => {
    const quarter = () => transform([{ rotate: { axis: [0, 1, 0], degrees: 90 } }]);
    const source = example("msh/ring_tangents.msh");
    const { bytes } = await editMesh(source, [quarter(), quarter(), quarter(), quarter()]);
    // -0 becomes 0 on the way, so bits may differ; no number does.
    const { same } = await diffMesh(source, bytes, { tolerance: 1e-30 });
    expect(same).toBe(true);
  });

  it("of an MSH: the box is that of the positions, the radius half its diagonal", async () => {
    const { bytes } = await editMesh(example("msh/sword_trail_points.msh"), [transform([{ scale: [1, 2, 1] }])]);
    const file = opened(bytes).file as MshFile;
    // The sword is 32 x 120 x 6 cm and stands on the ground.
    expect(Array.from(file.boundsMax)[1]).toBeCloseTo(240, 4);
    expect(file.sphereRadius).toBeCloseTo(Math.hypot(32, 240, 6) / 2, 3);
    expect(Array.from(file.controlPoints?.[1]?.position ?? [])).toEqual([0, 240, 0]);
  });

  it("scales normals unevenly the way that keeps them upright", async () => {
    const source = example("msh/ring_static.msh");
    const { bytes } = await editMesh(source, [transform([{ scale: [1, 3, 1] }])]);
    const [old, now] = [opened(source).file as MshFile, opened(bytes).file as MshFile];
    // Rows of (nx, ny / 3, nz), made as long as before.
    for (let i = 0; i < 30; i += 3) {
      const [x = 0, y = 0, z = 0] = old.normals?.subarray(i, i + 3) ?? [];
      const length = Math.hypot(x, y / 3, z);
      const wanted = [x / length, y / 3 / length, z / length];
      wanted.forEach((value, axis) => {
        expect(now.normals?.[i + axis]).toBeCloseTo(value, 5);
      });
    }
  });
});

describe("what can not be transformed", () => {
  it.each([
    ["bmesh/robot_skinned.bMesh", [{ scale: [1, 2, 1] }], /scaled evenly/],
    ["unigine/column_sk10.mesh_skinned", [{ scale: [1, 2, 1] }], /scaled evenly/],
    ["meshbin/arm_v3_skinned.meshbin", [{ scale: [1, 2, 1] }], /scaled evenly/],
    ["meshbin/crate_v1.meshbin", [{ translate: [40_000, 0, 0] }], /beyond the 32767/],
    ["splashpack/crate_l1_untextured.splashpack", [{ scale: 1000 }], /beyond the 32767/],
    ["msh/ring_static.msh", [{ scale: 1e38 }, { scale: 1e10 }], /too large for a float/],
  ] as [string, TransformStep[], RegExp][])("%s by %j", async (name, steps, message) => {
    const fault = await faultOf(editMesh(example(name), [transform(steps)]));
    expect(fault.code).toBe("EDIT_TRANSFORM");
    expect(fault.message).toMatch(message);
  });

  it.each([
    [{ scale: 0 }],
    [{ scale: [1, -1, 1] }],
    [{ rotate: { axis: [0, 0, 0], degrees: 90 } }],
    [{ translate: [0, Number.NaN, 0] }],
  ] as TransformStep[][])("%j is no transform", (step) => {
    expect(() => transform([step])).toThrow(expect.objectContaining({ code: "EDIT_TRANSFORM" }));
  });
});
