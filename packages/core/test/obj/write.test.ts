import { describe, expect, it } from "vitest";
import { shortestFlipped, shortestFloat32 } from "../../src/obj/numbers.ts";
import { writeObj } from "../../src/obj/write.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { exampleFiles } from "../support/files.ts";
import { numbersOf } from "../support/gltf.ts";

const example = (format: string, name: string) => {
  const found = exampleFiles(format).find((file) => file.name === name);
  if (!found) throw new Error(`no example ${name}`);
  return found.bytes;
};

async function objOf(format: string, name: string) {
  const { document, losses } = await meshToScene(example(format, name));
  const { files, losses: all } = writeObj(document, "test", losses);
  const lines = new TextDecoder().decode(files[0]?.bytes).trimEnd().split("\n");
  return { files, losses: all, lines, starting: (word: string) => lines.filter((line) => line.startsWith(`${word} `)) };
}

describe("decimals", () => {
  it.each([
    [Math.fround(0.1), "0.1"],
    [1, "1"],
    [Math.fround(1 / 3), "0.33333334"],
    [Math.fround(1e-20), "1e-20"],
    [16777216, "16777216"],
  ])("%d is written as %s", (value, text) => {
    expect(shortestFloat32(value)).toBe(text);
    expect(Math.fround(Number(text))).toBe(value);
  });

  it("a flipped V reads back to the same float", () => {
    for (let i = 0; i < 5000; i++) {
      const v = Math.fround(((i * 7919) % 10007) / 10007 - 0.25);
      expect(Math.fround(1 - Number(shortestFlipped(v)))).toBe(v);
    }
  });
});

describe("MSH as OBJ", () => {
  it("is in metres, and times 100 gives the same floats back", async () => {
    const { starting } = await objOf("msh", "ring_static.msh");
    const { document } = await meshToScene(example("msh", "ring_static.msh"));
    const source = numbersOf(document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute("POSITION"));
    const read = new Set(
      starting("v").map((line) =>
        line
          .split(" ")
          .slice(1, 4)
          .map((text) => Math.fround(Number(text) * 100))
          .join(),
      ),
    );
    for (let i = 0; i < source.length; i += 3)
      expect(read).toContain(Array.from(source.slice(i, i + 3), (x) => x + 0).join());
  });

  it("has a group and a material per sub-mesh, and each material in the library", async () => {
    const { starting, files } = await objOf("msh", "vase_and_ring_parts.msh");
    expect(starting("g")).toEqual(["g mesh/Sub1", "g mesh/Sub2"]);
    expect(starting("usemtl")).toEqual(["usemtl mesh/Sub1", "usemtl mesh/Sub2"]);
    expect(files.map(({ name }) => name)).toEqual(["test.obj", "test.mtl"]);
    expect(new TextDecoder().decode(files[1]?.bytes)).toContain("newmtl mesh/Sub2");
  });

  it("lists what OBJ can not hold", async () => {
    const { losses } = await objOf("msh", "everything.msh");
    expect(losses.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["SKIN_DROPPED", "TANGENTS_DROPPED", "UV1_DROPPED", "POINTS_DROPPED"]),
    );
    expect(losses.every(({ keptIn }) => keptIn === null)).toBe(true);
  });

  it("every face names lines that exist", async () => {
    const { starting } = await objOf("msh", "vase_and_ring_parts.msh");
    const counts = [starting("v").length, starting("vt").length, starting("vn").length];
    const faces = starting("f");
    expect(faces.length).toBe(920);
    for (const face of faces) {
      for (const corner of face.slice(2).split(" ")) {
        corner.split("/").forEach((index, i) => {
          expect(Number(index)).toBeGreaterThan(0);
          expect(Number(index)).toBeLessThanOrEqual(counts[i] ?? 0);
        });
      }
    }
  });
});

describe("MESHBIN as OBJ", () => {
  it("keeps one line per distinct position and the colours behind it", async () => {
    const { starting } = await objOf("meshbin", "crate_v1.meshbin");
    expect(starting("v")).toHaveLength(8);
    // 100, 90, 60 of 128
    expect(starting("v")[0]).toMatch(/^v -?0\.5 -?\d+ -?0\.5 0\.78125 0\.703125 0\.46875$/);
    expect(starting("f").every((line) => line.split(" ").length === 5)).toBe(true);
  });
});
