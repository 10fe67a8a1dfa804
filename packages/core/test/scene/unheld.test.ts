import { describe, expect, it } from "vitest";
import { buildMesh } from "../../src/operations/build.ts";
import { importScene } from "../../src/operations/importScene.ts";

/** A triangle whose third vertex has this alpha, or none has any. */
async function lossesOf(target: string, alpha: number | undefined): Promise<string[]> {
  const obj = new TextEncoder().encode("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const { document } = await importScene(obj, "obj");
  const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
  const components = alpha === undefined ? 3 : 4;
  const colors = new Float32Array(3 * components).fill(1);
  if (alpha !== undefined) colors[11] = alpha;
  primitive?.setAttribute(
    "COLOR_0",
    document
      .createAccessor()
      .setType(components === 3 ? "VEC3" : "VEC4")
      .setArray(colors),
  );
  const { losses } = await buildMesh(document, target);
  return losses.filter(({ path }) => path === "COLOR_0").map(({ code, count }) => `${code} ${count}`);
}

describe("alpha of vertex colours", () => {
  it.each(["meshbin", "splashpack"])("is listed as lost where a %s has no place for it", async (target) => {
    expect(await lossesOf(target, 0.5)).toEqual(["ALPHA_DROPPED 1"]);
    expect(await lossesOf(target, 1)).toEqual([]);
    expect(await lossesOf(target, undefined)).toEqual([]);
  });

  it.each(["bmesh", "ms15"])("is kept by %s", async (target) => {
    expect(await lossesOf(target, 0.5)).toEqual([]);
  });
});
