import { beforeEach, describe, expect, it } from "vitest";
import type { Clip, Model } from "../src/protocol.ts";
import {
  chooseClip,
  clip,
  keepClip,
  playing,
  resetPlayback,
  time,
  timeAfter,
  togglePlaying,
} from "../src/store/playback.ts";

describe("the time of a clip", () => {
  it.each([
    ["goes on", 0.5, 0.25, 2, true, { at: 0.75, on: true }],
    ["starts again where it loops", 1.75, 0.5, 2, true, { at: 0.25, on: true }],
    ["starts again once even after a long pause", 0, 7, 2, true, { at: 1, on: true }],
    ["ends where it does not loop", 1.75, 0.5, 2, false, { at: 2, on: false }],
    ["ends at once in a clip of one moment", 0, 0.1, 0, true, { at: 0, on: false }],
  ])("%s", (_, from, seconds, duration, loops, expected) => {
    expect(timeAfter(from, seconds, duration, loops)).toEqual(expected);
  });
});

const named = (name: string, duration: number): Clip => ({ name, duration, channels: [], events: [] });
function model(...clips: Clip[]): Model {
  const nothing = { nodes: [], primitives: [], materials: [], textures: [], skins: [], trees: [], vram: [] };
  return { ...nothing, clips, collision: undefined };
}

describe("what is played", () => {
  beforeEach(() => resetPlayback(undefined, false));

  it("is nothing at first, save in a file that is an animation", () => {
    const walk = named("walk", 1);
    resetPlayback(model(walk), false);
    expect(clip.value).toBeUndefined();
    resetPlayback(model(walk), true);
    expect(clip.value).toBe(walk);
    expect(playing.value).toBe(false);
  });

  it("is the first clip where none was chosen, and starts anew at the end", () => {
    const walk = named("walk", 1);
    togglePlaying(model(walk));
    expect([clip.value, playing.value]).toEqual([walk, true]);
    time.value = 1;
    togglePlaying(model(walk));
    expect([playing.value, time.value]).toEqual([false, 1]);
    togglePlaying(model(walk));
    expect([playing.value, time.value]).toEqual([true, 0]);
    chooseClip(undefined);
    expect(playing.value).toBe(false);
    togglePlaying(model());
    expect(playing.value).toBe(false);
  });

  it("goes on where the file is read anew, within the new clip's time", () => {
    chooseClip(named("run", 3));
    time.value = 2.5;
    const shorter = named("run", 2);
    keepClip(model(named("walk", 9), shorter));
    expect([clip.value, time.value]).toEqual([shorter, 2]);
    keepClip(model(named("walk", 9)));
    expect([clip.value, time.value]).toEqual([undefined, 0]);
  });
});
