import { describe, expect, it } from "vitest";
import type { AniFile } from "../../src/formats/msh/ani/file.ts";
import { ani } from "../../src/formats/msh/ani/index.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { exampleCompanion } from "../support/companions.ts";
import { exampleFiles } from "../support/files.ts";

const example = (name: string) => exampleFiles("ani").find((file) => file.name === name)?.bytes ?? new Uint8Array();
const companions = { skeleton: exampleCompanion("skeleton", "skl", "biped.skl") };
const issuesOf = async (bytes: Uint8Array, given = {}) =>
  (await validateMesh(bytes, { companions: given })).issues.map(({ code, path }) => `${code} ${path}`);

describe("rules of animations", () => {
  it("an animation that fits has no issues", async () =>
    expect(await issuesOf(example("nod_4000.ani"), companions)).toEqual([]));

  it("the odd example breaks most of them", async () => {
    // Keys at 0, 500, 250, 500 and -20 ms of 400; rotations of length 0.7 and 0.
    const keys = ["ANI_KEYS_UNSORTED 2", "ANI_TIME_PAST_END 1", "ANI_QUATERNION_LENGTH 0"];
    const of = (track: number) =>
      keys.map((entry) => {
        const [code, key] = entry.split(" ");
        return `${code} tracks[${track}].keys[${key}]`;
      });
    expect(await issuesOf(example("odd_4000.ani"), companions)).toEqual([
      ...of(0),
      "ANI_TRACK_DUPLICATE tracks[1].bone",
      ...of(1),
      ...of(2),
      "ANI_TRACK_UNKNOWN_BONE tracks[2].bone",
      "ANI_TRAILING_BYTES trailing",
    ]);
  });

  it("without a skeleton nothing is said of bones", async () => {
    const issues = await issuesOf(example("odd_4000.ani"));
    expect(issues.filter((issue) => issue.includes("UNKNOWN_BONE"))).toEqual([]);
  });

  it("an event behind the end, and one at no time", async () => {
    const file = openMesh(example("nod_4000.ani")).file as AniFile;
    const [first, second] = file.events;
    if (first && second) Object.assign(first, { time: 1001 });
    if (second) second.time = Number.NaN;
    expect(await issuesOf(ani.write(file, "4000"))).toEqual([
      "ANI_TIME_PAST_END events[0].time",
      "ANI_NOT_FINITE events[1].time",
    ]);
  });

  it("a place that is no number", async () => {
    const file = openMesh(example("nod_4000.ani")).file as AniFile;
    const keys = file.tracks[2]?.keys;
    if (keys) new DataView(keys.buffer).setFloat32(16, Number.POSITIVE_INFINITY, true); // behind the rotation
    expect(await issuesOf(ani.write(file, "4000"))).toEqual(["ANI_NOT_FINITE tracks[2].keys[0]"]);
  });
});
