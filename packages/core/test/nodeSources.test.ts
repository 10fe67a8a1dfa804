import type { Node } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { mapMesh, spanAt } from "../src/index.ts";
import { exampleCompanion } from "./support/companions.ts";
import { exampleFiles } from "./support/files.ts";

/** The file's bytes at the record that a node is said to come from. */
function recordOf(bytes: Uint8Array, path: string): DataView {
  const span = spanAt(mapMesh(bytes).spans, path);
  if (span?.path !== path) throw new Error(`there is no ${path}`);
  return new DataView(bytes.buffer, bytes.byteOffset + span.offset, span.size);
}

/** The ASCII text of a string with its length in front, up to the zero that UNIGINE ends it with. */
function nameIn(record: DataView, lengthBytes: 1 | 4): string {
  const length = lengthBytes === 4 ? record.getInt32(0, true) : record.getUint8(0); // one byte for compact numbers below 128
  const raw = new Uint8Array(record.buffer, record.byteOffset + lengthBytes, length);
  return String.fromCharCode(...raw).replace(/\0$/, "");
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);
const filesOf = (id: string) => exampleFiles(id).map(({ name, bytes }) => ({ name, bytes }));
const scene = async (bytes: Uint8Array, companions = {}) => {
  const { mesh } = mapMesh(bytes);
  const { document, sources } = await mesh.format.toScene(mesh.file, mesh.dialect, {}, companions);
  return { paths: [...sources.nodes], joints: document.getRoot().listSkins()[0]?.listJoints() ?? [] };
};

function expectNames(bytes: Uint8Array, paths: readonly [Node, string][], lengthBytes: 1 | 4): void {
  for (const [node, path] of paths) {
    const name = nameIn(recordOf(bytes, path), lengthBytes);
    if (isAscii(name)) expect(node.getName(), path).toBe(name);
  }
}

describe("the nodes of a .skl", () => {
  it.each(filesOf("skl"))("$name: each comes from the record with its name and place", async ({ bytes }) => {
    const { paths, joints } = await scene(bytes);
    expect(paths.map(([node]) => node)).toEqual(joints);
    expectNames(bytes, paths, 4);
    for (const [node, path] of paths) {
      const record = recordOf(bytes, path);
      const at = 4 + record.getInt32(0, true); // behind the name lies the place, left-handed
      const [x, y, z] = [0, 4, 8].map((k) => record.getFloat32(at + k, true));
      expect(node.getTranslation().map((value) => value + 0)).toEqual([x, y, -(z ?? 0) + 0]);
    }
  });
});

describe("the nodes of an .ani", () => {
  it.each(filesOf("ani"))("$name: a bone that moves comes from its track", async ({ bytes }) => {
    const { paths, joints } = await scene(bytes, { skeleton: exampleCompanion("skeleton", "skl", "biped.skl") });
    expect(paths.length).toBeGreaterThan(0);
    expect(joints).toEqual(expect.arrayContaining(paths.map(([node]) => node)));
    for (const [, path] of paths) expect(path).toMatch(/^tracks\[\d+\]$/);
    expectNames(bytes, paths, 4);
  });

  it("bones that no track moves come from no byte of it", async () => {
    const [nod] = filesOf("ani");
    if (!nod) throw new Error("no example");
    const { paths, joints } = await scene(nod.bytes, { skeleton: exampleCompanion("skeleton", "skl", "biped.skl") });
    expect(paths.length).toBeLessThan(joints.length);
  });
});

describe("the nodes of a .skeleton", () => {
  it.each(filesOf("unigine-skeleton"))("$name: each comes from the joint with its name", async ({ bytes }) => {
    const { paths, joints } = await scene(bytes);
    expect(paths).toEqual(joints.map((joint, i) => [joint, `joints[${i}]`]));
    expectNames(bytes, paths, 1);
  });
});

describe("the nodes of an .anim", () => {
  const animations = filesOf("unigine-anim");

  it.each(animations)("$name alone: each comes from the joint with its name", async ({ bytes }) => {
    const { paths, joints } = await scene(bytes);
    expect(paths).toEqual(joints.map((joint, i) => [joint, `joints[${i}]`]));
    expectNames(bytes, paths, 1);
  });

  it.each(animations)("$name on a skeleton: those that it names", async ({ bytes }) => {
    const skeleton = exampleCompanion("skeleton", "unigine-skeleton", "column_sn10.skeleton", "unigine");
    const { paths, joints } = await scene(bytes, { skeleton });
    expect(paths.length).toBeGreaterThan(0);
    expect(joints).toEqual(expect.arrayContaining(paths.map(([node]) => node)));
    expectNames(bytes, paths, 1);
  });
});
