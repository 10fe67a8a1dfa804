import { readdirSync, readFileSync } from "node:fs";
import { inspectMesh, leafSpans, mapMesh } from "@meshglot/core";
import { describe, expect, it } from "vitest";
import type { OpenedFile } from "../src/protocol.ts";
import { openFile } from "../src/worker/open.ts";
import { example } from "./support/page.ts";

const open = (name: string, bytes: Uint8Array): Promise<OpenedFile> =>
  openFile(bytes, { name, blob: new Blob(), companions: [], choices: {}, options: {} });
const bytesOf = (name: string) => new Uint8Array(readFileSync(example(name)));
/** An example up to some bytes into a field. */
async function cut(name: string, path: string, into: number): Promise<OpenedFile> {
  const bytes = bytesOf(name);
  const span = leafSpans(mapMesh(bytes).spans).findLast((leaf) => leaf.path === path);
  if (!span) throw new Error(`${name} has no ${path}`);
  return open(name, bytes.subarray(0, span.offset + into));
}

describe("what is said of a damaged file", () => {
  it.each([
    // Whole elements and half of the next one; the other numbers are those of the whole files.
    ["msh/ring_static.msh", "indices", 10 * 6 + 3, { kind: "faces", shown: 10, missing: 576 - 10, silent: 0 }],
    ["msh/ring_static.msh", "positions", 4 * 12 + 5, { kind: "positions", shown: 4, missing: 325 - 4, silent: 0 }],
    ["msh/ring_static.msh", "uv0", 100, { kind: "positions", shown: 325, missing: 0, silent: 0 }],
    ["bmesh/robot_skinned.bMesh", "faces", 52 * 12, { kind: "faces", shown: 52, missing: 808 - 52, silent: 0 }],
    ["bmesh/robot_skinned.bMesh", "bones", 0, { kind: "faces", shown: 808, missing: 0, silent: 0 }],
    ["meshbin/trophy_v3.meshbin", "positionIndices", 100 * 8, { kind: "faces", shown: 100, missing: 212, silent: 0 }],
    ["cms/wall.cms", "indices", 7, { kind: "faces", shown: 1, missing: 11, silent: 0 }],
  ] as const)("%s, %s, %i bytes", async (name, path, into, part) => {
    expect((await cut(name, path, into)).part).toEqual(part);
  });
});

const FORMATS = ["msh", "meshbin", "splashpack", "bmesh", "unigine", "cms"];
const examples = FORMATS.flatMap((format) => readdirSync(example(format)).map((name) => `${format}/${name}`));

it.each(examples)(
  "%s, cut at forty places, says how many faces the whole file has, if it says so at all",
  async (name) => {
    const bytes = bytesOf(name);
    const { counts } = await inspectMesh(bytes);
    for (let i = 1; i < 40; i++) {
      const size = Math.floor((bytes.byteLength * i) / 40);
      const { format, part, fault, model, modelFault } = await open(name, bytes.slice(0, size));
      if (!format || !fault) continue; // too short to be known, or whole without its trailing bytes
      expect(part === undefined, `${size}`).toBe(model === undefined);
      if (!part) expect(modelFault, `${size}`).toBeDefined();
      if (part?.kind !== "faces") continue;
      expect(part.shown, `${size}`).toBeGreaterThan(0);
      // Navigation meshes of SPLASHPACK are shown as well, and no faces of the model.
      const navigation = model?.primitives.filter(({ path }) => path.startsWith("navmeshes")) ?? [];
      const others = navigation.reduce((sum, { indices }) => sum + indices.length / 3, 0);
      const total = part.shown + part.missing - others;
      if (part.silent === 0) expect(total, `${size}`).toBe(counts.triangles + counts.quads);
      else expect(total, `${size}`).toBeLessThanOrEqual(counts.triangles + counts.quads);
    }
  },
);
