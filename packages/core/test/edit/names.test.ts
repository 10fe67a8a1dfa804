import { describe, expect, it } from "vitest";
import type { Ms15File } from "../../src/formats/unigine/file.ts";
import { editMesh, renameBone, renameSurface, setLightmap } from "../../src/index.ts";
import { example, faultOf, opened } from "./support.ts";

/** What an edit changes: path, then the text it has become, without the bytes that stand behind it. */
async function changed(name: string, edit: Parameters<typeof editMesh>[1][number]) {
  const { changes } = await editMesh(example(name), [edit]);
  return changes.map(({ path, b }) => [path, typeof b === "object" && b !== null && "text" in b ? b.text : b]);
}

describe("renaming", () => {
  it.each([
    ["msh/column_skinned.msh", "boneNames[1]"],
    ["bmesh/rod_rigid.bMesh", "bones[1].name"],
    ["bmesh/robot_skinned.bMesh", "bones[1].name"],
    ["unigine/column_sk10.mesh_skinned", "joints[1].name"],
    ["unigine/column_ms11.mesh", "joints[1].name"],
  ])("a bone of %s", async (name, path) => {
    expect(await changed(name, renameBone("#1", "arm"))).toEqual([[path, "arm"]]);
  });

  it("a surface of each format that has names, with text of its code page", async () => {
    expect(await changed("unigine/ring_ms15.mesh", renameSurface("#1", "пол"))).toEqual([["surfaces[1].name", "пол"]]);
    expect(await changed("bmesh/vase_sections.bMesh", renameSurface("#0", "lid"))).toEqual([
      ["materialSections[0].name", "lid"],
    ]);
  });

  it("is refused for a name that another one has, or that is on several or none", async () => {
    const ring = example("unigine/ring_lods_ms15.mesh");
    expect(await faultOf(editMesh(ring, [renameSurface("ring_lod_0", "ring_lod_1")]))).toMatchObject({
      code: "EDIT_NAME_TAKEN",
    });
    expect(await faultOf(editMesh(ring, [renameSurface("ring", "x")]))).toMatchObject({ code: "EDIT_NO_SUCH_NAME" });
    const crates = example("bmesh/crates_unnamed.bMesh"); // two sections without a name
    expect(await faultOf(editMesh(crates, [renameSurface("", "x")]))).toMatchObject({ code: "EDIT_AMBIGUOUS_NAME" });
    expect((await editMesh(crates, [renameSurface("#1", "x")])).changes).toMatchObject([
      { path: "materialSections[1].name", a: "", b: "x" },
    ]);
  });

  it.each([
    ["meshbin/arm_v3_skinned.meshbin", renameBone("#0", "x")],
    ["msh/vase_and_ring_parts.msh", renameSurface("#0", "x")],
    ["splashpack/lighthouse_l1.splashpack", renameSurface("#0", "x")],
  ])("%s has no such names", async (name, edit) => {
    expect((await faultOf(editMesh(example(name), [edit]))).code).toBe("EDIT_UNSUPPORTED");
  });
});

describe("light maps of UNIGINE", () => {
  it("channel and size become the two bytes of the surface", async () => {
    const { bytes, ranges } = await editMesh(example("unigine/ring_lods_ms15.mesh"), [
      setLightmap("ring_lod_1", 0, 2048),
    ]);
    const { surfaces } = opened(bytes).file as Ms15File;
    expect(surfaces.map((surface) => [surface.lightmapUvChannel, surface.lightmapResolution])[1]).toEqual([0, 6]); // 32 << 6
    expect(ranges.changed).toBe(2);
  });

  it.each([
    ["unigine/ring_lods_ms15.mesh", 0, 100, "EDIT_VALUE"],
    ["unigine/ring_lods_ms15.mesh", 2, 64, "EDIT_VALUE"],
    ["unigine/column_sk10.mesh_skinned", 0, 64, "EDIT_UNSUPPORTED"],
    ["unigine/column_ms11.mesh", 0, 64, "EDIT_UNSUPPORTED"],
    ["msh/ring_static.msh", 0, 64, "EDIT_UNSUPPORTED"],
  ])("%s with channel %i and %i texels is %s", async (name, channel, texels, code) => {
    expect((await faultOf(editMesh(example(name), [setLightmap("#0", channel, texels)]))).code).toBe(code);
  });
});
