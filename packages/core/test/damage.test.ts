import { describe, expect, it } from "vitest";
import { MeshglotError } from "../src/bytes/fault.ts";
import { leafSpans } from "../src/bytes/trace.ts";
import { inspectMesh } from "../src/operations/inspect.ts";
import { mapMesh } from "../src/operations/map.ts";
import { openMesh } from "../src/operations/open.ts";
import { validateMesh } from "../src/operations/validate.ts";
import { FORMATS } from "../src/registry.ts";
import { truncations, wrongCounts } from "./support/damage.ts";
import { surviveAnything } from "./support/fidelity.ts";
import { exampleFiles } from "./support/files.ts";
import { indexFields } from "./support/indices.ts";

const examples = FORMATS.flatMap(({ id }) => exampleFiles(id).map((file) => ({ ...file, name: `${id}/${file.name}` })));

const findings = async (bytes: Uint8Array) =>
  (await validateMesh(bytes)).issues.map(({ code, message }) => `${code} ${message}`);

/** Whether one path is the other, or lies in it. */
const related = (a: string, b: string) => isWithin(a, b) || isWithin(b, a);
const isWithin = (path: string, head: string) =>
  path === head || (path.startsWith(head) && [".", "["].includes(path[head.length] ?? ""));

/** Cuts whose fault is, or has to be, in another field than the one that the first missing byte belongs to. */
const CUT_ELSEWHERE: readonly ((name: string, path: string, fault: string) => boolean)[] = [
  // Bytes that no table points at are nobody's loss; the block behind them is not there.
  (_, path, fault) => path.startsWith("gaps") && /^(meshes|luaData|atlasData)\[/.test(fault),
  // Two blocks that lie in another order than their records: the first that is asked for is not there.
  (name, path, fault) =>
    name.endsWith("pair_l1_edited.splashpack") && path.startsWith("meshes") && fault.startsWith("meshes"),
  // The size of an element is a guess, which nothing confirms once the end of the file is gone.
  (name, _, fault) => name.endsWith("vase_lod_positions.bMesh") && fault === "vertexLodPositions",
];

/** Cuts that leave a whole file. */
const STILL_WHOLE: readonly ((name: string, path: string, what: string) => boolean)[] = [
  (_, path) => path === "trailing",
  // A text may end after any line, or in one.
  (name, path) => /^msh-(material|model)\//.test(name) && path.startsWith("lines"),
  // Half of 192 faces of 12 bytes: as many bytes as 192 faces of 16-bit indices have.
  (name, path) => name.endsWith("ring_wide_indices.msh") && path === "indices",
];

/** Wrong counts that give another file in which nothing is wrong, and why. */
const MEANINGFUL: readonly ((name: string, what: string) => boolean)[] = [
  // The client reads nothing for a length of zero or less, so an empty string may say any of them.
  (name, what) => /^(msh|skl|ani)\//.test(name) && /\.length = (0|42949672\d\d)$/.test(what),
  // 12 faces from 12 on, or faces 12 to 24: "start and end" is the other reading of sections.
  (name, what) => name.endsWith("crates_unnamed.bMesh") && what === "materialSections[1].faceCount = 24",
  // One colour for one position; the zeros behind it are counts of nothing either way.
  (name, what) => name.endsWith("point.bMesh") && what === "colors.count = 1",
];

/** Counts whose largest value shows somewhere else, and why. */
const LARGEST_ELSEWHERE: readonly ((name: string, path: string) => boolean)[] = [
  // A length below zero reads nothing, and what was the text is taken for what follows.
  (name, path) => /^(msh|skl|ani)\//.test(name) && path.endsWith(".length"),
  // Names of impossible lengths lie behind the last real one; the first of them is named.
  (_, path) => /^(boneNames\.count|(controlPoint|joint|surface)Count|surfaces\[\d+\]\.targetCount)$/.test(path),
  // So with lists of records of which each has a name.
  (_, path) => /^(bone|event|track|mask|timeProfile|weightProfile)Count$|childNames\.count$/.test(path),
  // The size of an element of the array before is a guess that has to fit all that follows.
  (name) => name.endsWith("vase_lod_positions.bMesh"),
];

describe("damage where it hurts", () => {
  it.each(examples)("$name, cut at every border of a field, names the field that is cut", async ({ name, bytes }) => {
    const { format, dialect } = openMesh(bytes);
    const leaves = leafSpans(mapMesh(bytes).spans).filter(({ size }) => size > 0);
    for (const { bytes: cut, what } of truncations(bytes)) {
      surviveAnything(cut);
      const own = leaves.find(({ offset, size }) => cut.byteLength >= offset && cut.byteLength < offset + size);
      const path = own?.path ?? "";
      const { fault } = openMesh(cut, { format: format.id, dialect });
      if (!fault) {
        expect(
          STILL_WHOLE.some((test) => test(name, path, what)),
          what,
        ).toBe(true);
        continue;
      }
      if (!related(fault.path, path) && !CUT_ELSEWHERE.some((test) => test(name, path, fault.path))) {
        expect(fault.path, `${what}: ${fault.message}`).toBe(path);
      }
      expect(fault.offset, what).toBeLessThanOrEqual(cut.byteLength);
      try {
        await inspectMesh(cut);
      } catch (error) {
        expect(error, what).toBeInstanceOf(MeshglotError); // too short to be recognised
      }
    }
  });

  it.each(examples)(
    "$name, with a wrong count, is a fault or makes validate say something else",
    async ({ name, bytes }) => {
      const before = await findings(bytes);
      for (const damage of wrongCounts(bytes)) {
        if (surviveAnything(damage.bytes) === "fault" || MEANINGFUL.some((test) => test(name, damage.what))) continue;
        expect(await findings(damage.bytes), damage.what).not.toEqual(before);
      }
    },
  );

  it.each(examples)("$name, with a count as large as can be, names the count", async ({ name, bytes }) => {
    const { format, dialect } = openMesh(bytes);
    const own = { format: format.id, dialect };
    for (const { path, largest, bytes: damaged, what } of wrongCounts(bytes)) {
      if (!largest || LARGEST_ELSEWHERE.some((test) => test(name, path))) continue;
      const { fault } = openMesh(damaged, own);
      const named = fault
        ? [fault.path, fault.countCause?.path ?? "", ...pathsIn(fault.message)]
        : (await validateMesh(damaged, own)).issues.map((issue) => issue.path);
      expect(
        named.some((found) => related(found, path)),
        `${what}: ${named.join(", ")}`,
      ).toBe(true);
    }
  });

  it.each(examples)("$name, with any index at its limit, has a finding at that index", async ({ name, bytes }) => {
    const { fields } = indexFields(bytes);
    const largest = LARGEST_INDEX[name.split("/")[0] ?? ""] ?? 0;
    for (const [number, { count, limit, codes, path, used }] of fields.entries()) {
      const step = Math.max(1, Math.floor(count / PER_ARRAY));
      for (let i = 0; i < count; i += step) {
        if (!used(i) || limit > largest) continue;
        const { fields: fresh, write } = indexFields(bytes);
        fresh[number]?.set(i, limit);
        const { issues } = await validateMesh(write());
        const found = issues.find(
          (issue) => codes.includes(issue.code) && (codes.length > 1 || related(issue.path, path)),
        );
        expect(found, `${path}, number ${i} = ${limit}: ${JSON.stringify(issues)}`).toBeDefined();
      }
    }
  });
});

/** Numbers of an array that are tried; the first is always among them. */
const PER_ARRAY = 24;
/** What the indices of a format can say at most. */
const LARGEST_INDEX: Readonly<Record<string, number>> = {
  msh: 65535,
  meshbin: 32767,
  bmesh: 2 ** 32 - 1,
  splashpack: 32767,
  unigine: 2 ** 31 - 1,
};

/** Field paths in a message: `objects[3].triangleCount = 12 asked for it`. */
function pathsIn(message: string): string[] {
  return [...message.matchAll(/([A-Za-z]\w*(?:\[\d+\])?(?:\.\w+)*) (?:= |x )/g)].map(([, path = ""]) => path);
}
