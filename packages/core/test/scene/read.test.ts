import { Document } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { writeGlb } from "../../src/operations/convert.ts";
import { importScene, type SceneKind, sceneKindOf } from "../../src/operations/importScene.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const faultOf = async (bytes: Uint8Array, kind: SceneKind) => {
  const error: unknown = await importScene(bytes, kind).catch((caught: unknown) => caught);
  return error instanceof MeshglotError ? error.code : error;
};

describe("kinds of scenes", () => {
  it.each([
    ["glTF\u0002", "glb"],
    [' \n{"asset":{"version":"2.0"}}', "gltf"],
    ["\uFEFF{}", "gltf"],
    ["# Blender\r\n\r\nmtllib a.mtl\r\n", "obj"],
    ["v 0 0 0\n", "obj"],
    ["value", undefined],
    ["MSH\0", undefined],
    ["", undefined],
  ])("%j is %s", (text, kind) => {
    expect(sceneKindOf(bytesOf(text))).toBe(kind);
  });
});

describe("reading glTF", () => {
  const triangle = () => {
    const document = new Document();
    const buffer = document.createBuffer();
    const positions = document.createAccessor().setType("VEC3").setBuffer(buffer);
    positions.setArray(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0));
    const mesh = document.createMesh("m").addPrimitive(document.createPrimitive().setAttribute("POSITION", positions));
    document.createScene().addChild(document.createNode().setMesh(mesh));
    return document;
  };

  it("takes GLB, embedded buffers and buffers beside it", async () => {
    const glb = await writeGlb(triangle());
    expect((await importScene(glb, "glb")).document.getRoot().listMeshes()).toHaveLength(1);
    const data = Buffer.from(new Float32Array(9).buffer);
    const gltf = (uri: string) =>
      bytesOf(
        JSON.stringify({
          asset: { version: "2.0" },
          buffers: [{ byteLength: 36, uri }],
          bufferViews: [{ buffer: 0, byteLength: 36 }],
          accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [0, 0, 0] }],
          meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        }),
      );
    const embedded = gltf(`data:application/octet-stream;base64,${data.toString("base64")}`);
    expect((await importScene(embedded, "gltf")).document.getRoot().listMeshes()).toHaveLength(1);
    const resources = async (uri: string) => (uri === "my model.bin" ? new Uint8Array(data) : undefined);
    const beside = await importScene(gltf("my%20model.bin"), "gltf", { resources });
    expect(beside.document.getRoot().listAccessors()).toHaveLength(1);
    expect(await faultOf(gltf("gone.bin"), "gltf")).toBe("SCENE_RESOURCE");
  });

  it.each([
    ["{", "SCENE_BROKEN"],
    ["[]", "SCENE_BROKEN"],
    ["{}", "SCENE_BROKEN"],
    ['{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]}', "SCENE_EXTENSION"],
    [
      '{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"count":1000000000,"type":"VEC3"}]}',
      "LIMIT_MEMORY",
    ],
    ['{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"count":-1,"type":"VEC3"}]}', "SCENE_BROKEN"],
  ])("refuses %s as %s", async (text, code) => {
    expect(await faultOf(bytesOf(text), "gltf")).toBe(code);
  });

  it("refuses every cut of a GLB with its own error", async () => {
    const glb = await writeGlb(triangle());
    for (let size = 4; size < glb.byteLength; size++) {
      expect(["SCENE_BROKEN", "SCENE_RESOURCE", "LIMIT_MEMORY"], `${size} bytes`).toContain(
        await faultOf(glb.slice(0, size), "glb"),
      );
    }
  });
});
