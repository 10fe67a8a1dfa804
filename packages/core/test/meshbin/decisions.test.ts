import { describe, expect, it } from "vitest";
import type { MeshbinFile } from "../../src/formats/meshbin/file.ts";
import { geometryOf } from "../../src/formats/meshbin/geometry.ts";
import { meshbin } from "../../src/formats/meshbin/index.ts";
import { textureSize } from "../../src/formats/meshbin/textureSize.ts";
import { triangleWinding } from "../../src/formats/meshbin/winding.ts";
import { writeObj } from "../../src/obj/write.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { exampleFiles } from "../support/files.ts";
import { GOLDEN } from "./golden.ts";

const golden = () => openMesh(GOLDEN).file as MeshbinFile;

/** A cube of 2 units with quads on four sides and two triangles each on top and bottom; `ccw` turns the triangles. */
function cube(ccw: boolean): MeshbinFile {
  const positions = Int32Array.from([-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z]))));
  // Corner number = 4 * (x > 0) + 2 * (y > 0) + (z > 0). Rings are clockwise seen from outside, worked out by hand:
  // for a clockwise ring p0, p1, p2 the vector (p2 - p0) x (p1 - p0) points outward.
  const rings = [
    [0, 2, 3, 1], // x = -1
    [4, 5, 7, 6], // x = +1
    [0, 4, 6, 2], // z = -1
    [1, 3, 7, 5], // z = +1
  ];
  const quads = rings.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, d, c]); // Z order: 1, 2, 4, 3 is the outline
  const triangles = [
    [0, 1, 5],
    [0, 5, 4], // y = -1
    [2, 6, 7],
    [2, 7, 3], // y = +1
  ].flatMap(([a = 0, b = 0, c = 0]) => (ccw ? [a, -1, c, b] : [a, -1, b, c]));
  const positionIndices = Int16Array.from([...quads, ...triangles]);
  const none = new Int16Array(positionIndices.length).fill(-1);
  return {
    ...golden(),
    vertexCount: 8,
    indicesCount: 8,
    facesCount: 8,
    uvCount: 0,
    positions,
    colors: new Uint8Array(24).fill(128),
    positionIndices,
    normalIndices: none,
    uv0: new Uint8Array(0),
    uv0Indices: none,
  };
}

const outward = (file: MeshbinFile, corners: readonly number[]): number => {
  const p = (index: number) => [0, 1, 2].map((axis) => file.positions[index * 3 + axis] ?? 0);
  const [p0 = [], p1 = [], p2 = []] = corners.map(p);
  const u = p2.map((value, axis) => value - (p0[axis] ?? 0));
  const v = p1.map((value, axis) => value - (p0[axis] ?? 0));
  const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
    (axis) => (u[(axis + 1) % 3] ?? 0) * (v[(axis + 2) % 3] ?? 0) - (u[(axis + 2) % 3] ?? 0) * (v[(axis + 1) % 3] ?? 0),
  );
  return x * (p0[0] ?? 0) + y * (p0[1] ?? 0) + z * (p0[2] ?? 0);
};

describe("the winding of triangles", () => {
  it("the cube of this test is clockwise as the page defines it", () => {
    expect(outward(cube(false), [0, 2, 3])).toBeGreaterThan(0);
    expect(outward(cube(false), [0, 1, 5])).toBeGreaterThan(0);
  });

  it.each([
    [false, "cw", 8, 0],
    [true, "ccw", 0, 8],
  ])("ccw = %s is told by the edges shared with quads", (ccw, triangles, forCw, forCcw) => {
    const found = triangleWinding(geometryOf(cube(ccw)));
    expect(found).toEqual({ triangles, evidence: "shared edges with quads", votes: { cw: forCw, ccw: forCcw } });
  });

  it("is told by the volume when there are only triangles, in both directions", () => {
    for (const ccw of [false, true]) {
      const file = cube(false);
      const rings = [
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
      ];
      file.positionIndices = Int16Array.from(
        rings.flatMap(([a = 0, b = 0, c = 0]) => (ccw ? [a, -1, c, b] : [a, -1, b, c])),
      );
      file.normalIndices = new Int16Array(48).fill(-1);
      file.uv0Indices = new Int16Array(48).fill(-1);
      file.indicesCount = 12;
      expect(triangleWinding(geometryOf(file))).toEqual({ triangles: ccw ? "ccw" : "cw", evidence: "closed volume" });
    }
  });

  it("is told by normals that are not truncated, before anything else", () => {
    const file = {
      ...golden(),
      normalsCount: 1,
      normals: Int16Array.of(0, 0, -4096),
      normalIndices: Int16Array.of(0, -1, 0, 0),
    };
    // (p2 - p0) x (p1 - p0) of the golden triangle is (0, 128, 0) x (128, 0, 0) = (0, 0, -16384): along the normal.
    expect(triangleWinding(geometryOf(file))).toEqual({ triangles: "cw", evidence: "normals" });
    file.normals = Int16Array.of(0, 0, 4096);
    expect(triangleWinding(geometryOf(file))).toEqual({ triangles: "ccw", evidence: "normals" });
  });

  it("is clockwise without evidence, and what the option says", () => {
    expect(triangleWinding(geometryOf(golden())).evidence).toBe("none, clockwise assumed");
    expect(triangleWinding(geometryOf(golden()), "ccw")).toEqual({ triangles: "ccw", evidence: "option" });
  });
});

describe("a cube through conversion", () => {
  it.each([false, true])("faces outward whichever way its triangles ran (ccw = %s)", async (ccw) => {
    const bytes = meshbin.write(cube(ccw), "MESHBIN");
    const { document, losses } = await meshToScene(bytes);
    const { volumeOf, isClosed } = await import("../support/gltf.ts");
    expect(isClosed(document)).toBe(true);
    expect(volumeOf(document)).toBeCloseTo((2 / 128) ** 3, 12);
    expect(losses.find((loss) => loss.code === "QUADS_TRIANGULATED")).toMatchObject({ count: 4 });
  });

  it("keeps its quads in OBJ, in the order of the outline", async () => {
    const { document, losses } = await meshToScene(meshbin.write(cube(false), "MESHBIN"));
    const { files, losses: all } = writeObj(document, "cube", losses);
    const lines = new TextDecoder().decode(files[0]?.bytes).split("\n");
    const faces = lines
      .filter((line) => line.startsWith("f "))
      .map((line) =>
        line
          .slice(2)
          .split(" ")
          .map((corner) => Number(corner.split("/")[0])),
      );
    expect(faces.map((face) => face.length)).toEqual([4, 4, 4, 4, 3, 3, 3, 3]);
    expect(lines.filter((line) => line.startsWith("v "))).toHaveLength(8);
    // f s1 s3 s4 s2 of the first quad 0 2 1 3 (slots): corners 0, 1, 3, 2.
    const v = lines.filter((line) => line.startsWith("v ")).map((line) => line.split(" ").slice(1, 4).map(Number));
    const corner = (index: number) =>
      [0, 1, 2].map((axis) => (cube(false).positions[index * 3 + axis] ?? 0) / (axis === 0 ? 128 : -128));
    expect(faces[0]?.map((index) => v[index - 1])).toEqual([0, 1, 3, 2].map(corner));
    expect(all.some((loss) => loss.code === "QUADS_TRIANGULATED")).toBe(false);
  });
});

describe("the size of the texture", () => {
  it.each([
    [[0, 3], 16],
    [[15, 3], 16],
    [[16, 3], 32],
    [[127, 3], 128],
    [[128, 0], 256],
    [[255, 255], 256],
  ])("for texels %j is guessed as %i", (uvs, size) => expect(textureSize(uvs)).toEqual({ size, guessed: true }));
  it("is what the option says", () => expect(textureSize([255], 64)).toEqual({ size: 64, guessed: false }));
});

describe("colours", () => {
  it("FF FF FF means none in version 2, and white in version 3", async () => {
    for (const version of [2, 3]) {
      const file = { ...golden(), version, colors: Uint8Array.of(255, 255, 255, 64, 128, 0, 128, 128, 128) };
      if (version === 2) {
        delete file.sphereCenter;
        delete file.sphereRadius;
      }
      const { document, losses } = await meshToScene(meshbin.write(file, "MESHBIN"));
      const colors = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute("COLOR_0")?.getArray();
      expect(Array.from(colors ?? [])).toEqual([1, 1, 1, 0.5, 1, 0, 1, 1, 1]);
      expect(losses.map((loss) => loss.code)).toContain(version === 2 ? "COLORS_ABSENT" : "COLORS_CLAMPED");
    }
  });
});

describe("faults that can be read over", () => {
  const codesOf = async (file: MeshbinFile) =>
    (await validateMesh(meshbin.write(file, "MESHBIN"))).issues.map(({ code, severity, path }) => ({
      code,
      severity,
      path,
    }));

  it("fewer faces stored than declared is an error, more a warning", async () => {
    expect(await codesOf({ ...golden(), facesCount: 2 })).toContainEqual({
      code: "MESHBIN_FACE_COUNT_MISMATCH",
      severity: "error",
      path: "facesCount",
    });
    expect(await codesOf({ ...golden(), facesCount: 0 })).toContainEqual({
      code: "MESHBIN_FACE_COUNT_MISMATCH",
      severity: "warning",
      path: "facesCount",
    });
  });

  it("an index beyond the positions is found with its bytes, and the face is left out of the GLB", async () => {
    const bytes = meshbin.write({ ...golden(), positionIndices: Int16Array.of(0, -1, 1, 3) }, "MESHBIN");
    const issue = (await validateMesh(bytes)).issues.find(({ code }) => code === "MESHBIN_INDEX_OUT_OF_RANGE");
    expect(issue).toMatchObject({ path: "positionIndices[0]", offset: 76, length: 8 });
    const { losses } = await meshToScene(bytes);
    expect(losses).toContainEqual(expect.objectContaining({ code: "FACES_DROPPED", count: 1 }));
  });

  it("a triangle mark in one array only is found", async () => {
    expect(await codesOf({ ...golden(), uv0Indices: Int16Array.of(0, 1, 1, 2) })).toContainEqual({
      code: "MESHBIN_TRIANGLE_MARK_MISMATCH",
      severity: "error",
      path: "uv0Indices[0]",
    });
  });
});

describe("files without a header", () => {
  it.each(["H0", "H1", "H2", "H3"])("%s is told by its size alone", (dialect) => {
    const file = exampleFiles("meshbin").find(({ name }) => name.includes(dialect.toLowerCase()));
    expect(openMesh(file?.bytes ?? new Uint8Array())).toMatchObject({ dialect, fault: undefined });
    expect(() => openMesh((file?.bytes ?? new Uint8Array()).subarray(0, -1))).toThrow();
  });
});
