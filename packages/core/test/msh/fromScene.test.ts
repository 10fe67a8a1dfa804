import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MshFile } from "../../src/formats/msh/file.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { documentOf, randomScene } from "../support/randomScene.ts";
import { largest, largestDifference, volumeOfTriangles, worldTriangles } from "../support/worldTriangles.ts";

describe("any scene of boxes as MSH", () => {
  it("keeps geometry, winding, parts and names, and validates without a warning", async () => {
    await fc.assert(
      fc.asyncProperty(randomScene({ maxInfluences: 3, morphTargets: 2 }), async (scene) => {
        const document = await readGlb(await writeGlb(documentOf(scene)));
        const { bytes } = await buildMesh(document, "msh");
        const { issues } = validateMesh(bytes);
        expect(issues.filter(({ severity }) => severity !== "info")).toEqual([]);

        const before = worldTriangles(document);
        const after = worldTriangles((await meshToScene(bytes)).document);
        // A position is one float32 of centimetres, rounded once from numbers that glTF already had in float32.
        expect(largestDifference(before, after)).toBeLessThanOrEqual(2 ** -22 * largest(before));
        expect(volumeOfTriangles(after)).toBeGreaterThan(0);

        const file = openMesh(bytes).file as MshFile;
        expect(file.subMeshes.length).toBe(scene.meshes.flatMap(({ boxes }) => boxes).length);
        const names = (file.boneNames ?? []).map(({ raw }) => new TextDecoder().decode(raw));
        const known = scene.joints.map(({ name }) => name);
        expect(names).toEqual(known.filter((name) => names.includes(name)));
        expect(names.length > 0).toBe(scene.meshes.some(({ skinned }) => skinned));
      }),
      { numRuns: 150, seed: 5 },
    );
  });
});
