import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { readObj } from "../../src/obj/read.ts";
import { writeObj } from "../../src/obj/write.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { importScene, sceneKindOf } from "../../src/operations/importScene.ts";
import { extrasOf } from "../../src/scene/document.ts";
import { exampleFiles } from "../support/files.ts";
import { numbersOf } from "../support/gltf.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const nothing = async () => undefined;
const read = (text: string, files: Record<string, string | Uint8Array> = {}) =>
  readObj(bytesOf(text), async (name) => {
    const found = files[name];
    return typeof found === "string" ? bytesOf(found) : found;
  });
const primitivesOf = async (text: string) => {
  const { document } = await read(text);
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
};
const fault = async (text: string): Promise<MeshglotError> => {
  const error: unknown = await read(text).catch((caught: unknown) => caught);
  if (error instanceof MeshglotError) return error;
  throw new Error("no fault");
};

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

describe("reading OBJ", () => {
  it("joins position, UV and normal into vertices, and counts V from the top", async () => {
    const [primitive] = await primitivesOf(
      `${SQUARE}vt 0 0\nvt 1 0.25\nvn 0 0 1\nf 1/1/1 2/2/1 3/1/1\nf 1/1/1 3/1/1 4/2/1\n`,
    );
    expect(numbersOf(primitive?.getAttribute("POSITION"))).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(numbersOf(primitive?.getAttribute("TEXCOORD_0"))).toEqual([0, 1, 1, 0.75, 0, 1, 1, 0.75]);
    expect(numbersOf(primitive?.getAttribute("NORMAL")).slice(0, 3)).toEqual([0, 0, 1]);
    expect(numbersOf(primitive?.getIndices())).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it("splits a vertex where the same position has two UVs, and says which position it was", async () => {
    const [primitive] = await primitivesOf(`${SQUARE}vt 0 0\nvt 1 1\nf 1/1 2/1 3/1\nf 1/2 3/2 4/2\n`);
    expect(numbersOf(primitive?.getAttribute("_SOURCE_INDEX"))).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it("keeps quads in extras as pairs of triangles with outline i, j, n, k", async () => {
    const { document } = await read(`${SQUARE}f 1 2 3 4\nf 1 2 3\n`);
    const mesh = document.getRoot().listMeshes()[0];
    expect(mesh && extrasOf(mesh)).toEqual({
      faceRuns: [
        ["q", 1],
        ["t", 1],
      ],
    });
    expect(numbersOf(mesh?.listPrimitives()[0]?.getIndices())).toEqual([0, 1, 3, 3, 1, 2, 0, 1, 2]);
  });

  it("cuts a concave quad along its inner diagonal", async () => {
    // An arrowhead whose inner corner is the third: only the diagonal from it to the first lies inside.
    const [primitive] = await primitivesOf("v 0 0 0\nv 4 1 0\nv 1 1 0\nv 1 4 0\nf 1 2 3 4\n");
    const p = numbersOf(primitive?.getAttribute("POSITION"));
    const indices = numbersOf(primitive?.getIndices());
    for (let i = 0; i < 6; i += 3) {
      const [a = 0, b = 0, c = 0] = indices.slice(i, i + 3);
      const at = (v: number, k: number) => p[v * 3 + k] ?? 0;
      const area = (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(c, 0) - at(a, 0)) * (at(b, 1) - at(a, 1));
      expect(area).toBeGreaterThan(0);
    }
  });

  it("cuts polygons into as many triangles as they have corners, less two, facing as they do", async () => {
    // An L of six corners, area 3, seen from +z, from -z and standing in the yz plane.
    const outline = [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    const planes = [(x = 0, y = 0) => [x, y, 0], (x = 0, y = 0) => [y, x, 0], (x = 0, y = 0) => [0, x, y]];
    const expected = [
      [0, 0, 3],
      [0, 0, -3],
      [3, 0, 0],
    ];
    for (const [i, plane] of planes.entries()) {
      const lines = outline.map(([x, y]) => `v ${plane(x, y).join(" ")}`);
      const { document, losses } = await read(`${lines.join("\n")}\nf 1 2 3 4 5 6\n`);
      const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
      const indices = numbersOf(primitive?.getIndices());
      expect(indices).toHaveLength(12);
      expect(areaVector(numbersOf(primitive?.getAttribute("POSITION")), indices)).toEqual(expected[i]);
      expect(losses.map(({ code }) => code)).toEqual(["POLYGONS_TRIANGULATED"]);
    }
  });

  it("cuts a large polygon, and makes a fan of one that is none or would take very long", async () => {
    const circle = (corners: number) =>
      Array.from({ length: corners }, (_, i) => {
        const angle = (2 * Math.PI * i) / corners;
        // Every other corner half as far out, so that a fan would be wrong.
        const radius = i % 2 === 0 ? 2 : 1;
        return `v ${radius * Math.cos(angle)} ${radius * Math.sin(angle)} 0\n`;
      }).join("");
    const face = (corners: readonly number[]) => `f ${corners.join(" ")}\n`;
    const star = await read(circle(2000) + face(Array.from({ length: 2000 }, (_, i) => i + 1)));
    const primitive = star.document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    const [x, y, z] = areaVector(numbersOf(primitive?.getAttribute("POSITION")), numbersOf(primitive?.getIndices()));
    // 2,000 triangles between radii 1 and 2; `areaVector` is the area itself.
    expect([x, y]).toEqual([0, 0]);
    expect(z).toBeCloseTo((2000 * 1 * 2 * Math.sin((2 * Math.PI) / 2000)) / 2, 4);
    expect(star.losses.map(({ code }) => code)).toEqual(["POLYGONS_TRIANGULATED"]);

    // Nine corners over and over again: cutting 400,000 of them did not end within minutes.
    const knot = await read(circle(9) + face(Array.from({ length: 100_000 }, (_, i) => ((i * i) % 9) + 1)));
    expect(knot.losses.map(({ code, count }) => [code, count])).toEqual([
      ["POLYGONS_TRIANGULATED", 1],
      ["POLYGONS_FANNED", 1],
    ]);
    expect(numbersOf(knot.document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getIndices())).toHaveLength(299_994);
  });

  it("refuses a line of millions of characters, which took thirty times the memory of the file", async () => {
    const long = (corners: number) => `${SQUARE}f ${"1 ".repeat(corners)}\n`;
    await expect(read(long(2 ** 20))).rejects.toMatchObject({ code: "OBJ_SYNTAX", path: "line 5" });
    await expect(read(`v 0 0 0 ${"\\\n0 ".repeat(2 ** 20)}\n`)).rejects.toMatchObject({
      code: "OBJ_SYNTAX",
      path: "line 1",
    });
    expect((await read(long(2 ** 16))).losses.map(({ code }) => code)).toContain("POLYGONS_FANNED");
  });

  it("counts negative indices from what has been read so far", async () => {
    const [primitive] = await primitivesOf(`${SQUARE}f -4 -3 -2\nv 9 9 9\nf -5 -4 -1\n`);
    expect(numbersOf(primitive?.getAttribute("_SOURCE_INDEX"))).toEqual([0, 1, 2, 4]);
  });

  it("takes colours behind the coordinates as they are, and white where there are none", async () => {
    const [primitive] = await primitivesOf("v 0 0 0\nv 1 0 0 0.5 0.25 0\nv 0 1 0 1 0 1\nf 1 2 3\n");
    expect(numbersOf(primitive?.getAttribute("COLOR_0"))).toEqual([1, 1, 1, 0.5, 0.25, 0, 1, 0, 1]);
  });

  it("makes a node per object and a primitive per material", async () => {
    const { document } = await read(
      `mtllib a.mtl\n${SQUARE}o Left\nusemtl red\nf 1 2 3\nusemtl blue\nf 1 3 4\no Right\nf 1 2 4\n`,
      { "a.mtl": "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\nd 0.5\n" },
    );
    const meshes = document.getRoot().listMeshes();
    expect(meshes.map((mesh) => [mesh.getName(), mesh.listPrimitives().length])).toEqual([
      ["Left", 2],
      ["Right", 1],
    ]);
    const materials = meshes[0]?.listPrimitives().map((primitive) => primitive.getMaterial()?.getBaseColorFactor());
    expect(materials).toEqual([
      [1, 0, 0, 1],
      [0, 0, 1, 0.5],
    ]);
  });

  it("finds textures behind options and says which are missing", async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
    const { document, losses } = await read(`mtllib a.mtl\n${SQUARE}usemtl a\nf 1 2 3\nusemtl b\nf 1 3 4\n`, {
      "a.mtl": "newmtl a\nmap_Kd -s 1 1 1 -clamp on my skin.png\nnewmtl b\nmap_Kd gone.png\n",
      "my skin.png": png,
    });
    expect(
      document
        .getRoot()
        .listTextures()
        .map((texture) => texture.getName()),
    ).toEqual(["my skin.png"]);
    expect(losses.map(({ code, path }) => [code, path])).toEqual([["TEXTURE_MISSING", "gone.png"]]);
  });

  it("understands comments, continued lines, and every kind of line end", async () => {
    const [primitive] = await primitivesOf("# a\r\nv 0 0 0 # corner\rv 1 \\\n0 0\r\nv 0 1 0\nf 1 2 \\\r\n3");
    expect(numbersOf(primitive?.getAttribute("POSITION"))).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });

  it("lists lines that it does not know", async () => {
    const { losses } = await read(`${SQUARE}l 1 2\np 1\nf 1 2 3\n`);
    expect(losses).toMatchObject([{ code: "OBJ_LINES_IGNORED", count: 2 }]);
  });

  it.each([
    ["v 0 0\nf 1 1 1\n", "OBJ_SYNTAX", "line 1"],
    ["v 0 0 zero\nf 1 1 1\n", "OBJ_SYNTAX", "line 1"],
    ["v 0,5 0 0\n", "OBJ_SYNTAX", "line 1"],
    [`${SQUARE}f 1 2\n`, "OBJ_SYNTAX", "line 5"],
    [`${SQUARE}f 1 2 x\n`, "OBJ_SYNTAX", "line 5"],
    [`${SQUARE}f 0 1 2\n`, "OBJ_SYNTAX", "line 5"],
    [`${SQUARE}f 1 2 5\n`, "OBJ_INDEX_OUT_OF_RANGE", "line 5"],
    [`${SQUARE}f 1 2 -5\n`, "OBJ_INDEX_OUT_OF_RANGE", "line 5"],
    [`${SQUARE}f 1/1 2/1 3/1\n`, "OBJ_INDEX_OUT_OF_RANGE", "line 5"],
    [SQUARE, "SCENE_EMPTY", ""],
  ])("%j is refused as %s", async (text, code, path) => {
    const error = await fault(text);
    expect([error.code, error.path]).toEqual([code, path]);
  });

  it("never throws anything but its own error", async () => {
    const word = fc.constantFrom(
      "v",
      "vt",
      "vn",
      "f",
      "o",
      "g",
      "usemtl",
      "1",
      "-1",
      "2/1",
      "1//1",
      "nan",
      "#",
      "\\",
      "\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
        const result = await readObj(bytesOf(words.join(" ")), nothing).catch((error: unknown) => error);
        expect(result instanceof MeshglotError || !(result instanceof Error)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("OBJ that we wrote", () => {
  const examples = ["msh", "meshbin", "bmesh", "splashpack", "unigine"].flatMap((format) =>
    exampleFiles(format).map(({ name, bytes }) => ({ format, name, bytes })),
  );
  it.each(examples)("$format $name comes back with the same faces", async ({ bytes }) => {
    const { document } = await meshToScene(bytes);
    const before = trianglesOf(document);
    if (before.length === 0) return expect(document.getRoot().listMeshes()).toEqual([]);
    const { files } = writeObj(document, "x");
    const obj = files[0]?.bytes ?? new Uint8Array();
    expect(sceneKindOf(obj)).toBe("obj");
    const { document: after } = await importScene(obj, "obj");
    expect(trianglesOf(after)).toEqual(before);
  });
});

/**
 * Every triangle as its three corners in world space, in steps of a hundredth of a millimetre, in no order. The steps do
 * not lie on round numbers, where models have their corners.
 */
function trianglesOf(document: Awaited<ReturnType<typeof meshToScene>>["document"]): string[] {
  const triangles: string[] = [];
  for (const node of document.getRoot().listNodes()) {
    const world = node.getSkin()
      ? (document.getRoot().listScenes()[0]?.listChildren()[0]?.getScale()[0] ?? 1)
      : undefined;
    const m = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const p = numbersOf(primitive.getAttribute("POSITION"));
      const place = (vertex: number) =>
        [0, 1, 2]
          .map((row) => {
            const [x = 0, y = 0, z = 0] = p.slice(vertex * 3, vertex * 3 + 3);
            if (world !== undefined) return [x, y, z].map((value) => value * world)[row] ?? 0;
            return (m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0);
          })
          .map((value) => Math.floor(value * 1e5 + 0.37))
          .join();
      const indices = numbersOf(primitive.getIndices());
      for (let i = 0; i + 2 < indices.length; i += 3) {
        const corners = indices.slice(i, i + 3).map(place);
        const first = corners.indexOf([...corners].sort()[0] ?? "");
        triangles.push([...corners.slice(first), ...corners.slice(0, first)].join(" | "));
      }
    }
  }
  return triangles.sort();
}

/** Sum of the triangles' normals times their areas. */
function areaVector(p: readonly number[], indices: readonly number[]): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a = [], b = [], c = []] = indices.slice(i, i + 3).map((v) => p.slice(v * 3, v * 3 + 3));
    const d = (q: number[], k: number) => (q[k] ?? 0) - (a[k] ?? 0);
    for (const k of [0, 1, 2]) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      sum[k] = (sum[k] ?? 0) + (d(b, u) * d(c, v) - d(b, v) * d(c, u)) / 2;
    }
  }
  return sum.map((value) => value + 0);
}
