import { describe, expect, it } from "vitest";
import type { CmsFile } from "../../src/formats/msh/cms/file.ts";
import { openMesh } from "../../src/operations/open.ts";
import { exampleFiles } from "../support/files.ts";
import { throughGlb } from "../support/roundTrip.ts";

describe(".cms to GLB and back", () => {
  it("has the same triangles, with vertices at one place made one", async () => {
    const bytes = exampleFiles("cms").find(({ name }) => name === "wall.cms")?.bytes ?? new Uint8Array();
    const { file } = await throughGlb<CmsFile>(bytes, "cms");
    const before = openMesh(bytes).file as CmsFile;
    const corners = ({ positions, indices }: CmsFile) =>
      Array.from(indices, (index) => Array.from(positions.subarray(3 * index, 3 * index + 3)).join());
    expect(file.vertexCount).toBe(8); // a box
    expect(corners(file)).toEqual(corners(before));
  });
});
