import { describe, expect, it } from "vitest";
import type { AniFile, AniVersion } from "../../src/formats/msh/ani/file.ts";
import { keysOf } from "../../src/formats/msh/ani/keys.ts";
import { openMesh } from "../../src/operations/open.ts";
import { exampleCompanion } from "../support/companions.ts";
import { exampleFiles } from "../support/files.ts";
import { throughGlb } from "../support/roundTrip.ts";

const example = (name: string) => exampleFiles("ani").find((file) => file.name === name)?.bytes ?? new Uint8Array();
const skeleton = exampleCompanion("skeleton", "skl", "biped.skl");

describe(".ani to GLB and back", () => {
  it.each(["nod_4000.ani", "odd_4000.ani"])("%s is the same file again, events included", async (name) => {
    const bytes = example(name);
    const back = await throughGlb<AniFile>(bytes, "ani", { skeleton });
    expect(back.bytes).toEqual(bytes);
  });

  it.each(["4001", "4002"] as const)("version %s keeps its rotations to a step", async (version) => {
    const before = openMesh(example(`nod_${version}.ani`)).file as AniFile;
    const { file, losses } = await throughGlb<AniFile>(example(`nod_${version}.ani`), "ani", { skeleton });
    expect(losses).toEqual([]);
    expect(file.events).toEqual(before.events);
    expect(file.tracks.map(({ keys }) => keys)).toEqual(before.tracks.map(({ keys }) => keys));
  });

  it("another version is written on request", async () => {
    const { file } = await throughGlb<AniFile>(example("nod_4000.ani"), "ani", { skeleton }, { aniVersion: 4001 });
    expect(file.version).toBe(4001);
    const rotations = (own: AniFile, version: AniVersion) =>
      own.tracks.map((track) => keysOf(track, version).rotations);
    const before = rotations(openMesh(example("nod_4000.ani")).file as AniFile, "4000");
    rotations(file, "4001").forEach((track, i) => {
      // One step of ten bits is 2 / 1023.
      track.forEach((value, k) => {
        expect(Math.abs(value - (before[i]?.[k] ?? 0))).toBeLessThan(2.5 / 1023);
      });
    });
  });

  it("key reduction leaves out what lies on the way, and stays within the bound", async () => {
    const options = { maxError: 4 };
    const { file, losses } = await throughGlb<AniFile>(example("nod_4000.ani"), "ani", { skeleton }, options);
    // The head goes 0, 35, -20, 0 degrees, the spine 30, 10, 30: none of these keys lies within 4 degrees of the way.
    expect(file.tracks.map(({ keyCount }) => keyCount)).toEqual([1, 3, 4]);
    expect(losses).toEqual([]);
    const wide = await throughGlb<AniFile>(example("nod_4000.ani"), "ani", { skeleton }, { maxError: 40 });
    expect(wide.file.tracks.map(({ keyCount }) => keyCount)).toEqual([1, 2, 2]);
    expect(wide.losses).toEqual(["KEYS_REDUCED"]);
  });
});
