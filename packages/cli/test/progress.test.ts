import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Tally } from "../src/batch/tally.ts";
import { duration, progressLine } from "../src/output/progressLine.ts";
import { Rate } from "../src/output/rate.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("durations are read at a glance", () => {
  expect([0, 59, 60, 75, 3599, 3600, 7325].map(duration)).toEqual([
    "0 s",
    "59 s",
    "1:00 min",
    "1:15 min",
    "59:59 min",
    "1:00 h",
    "2:02 h",
  ]);
});

describe("the rate", () => {
  it("says how long the rest takes", () => {
    const rate = new Rate();
    expect(rate.of(100).secondsLeft).toBeNull();
    vi.advanceTimersByTime(2000);
    rate.update(10);
    expect(rate.of(100)).toEqual({ perSecond: 5, secondsLeft: 18 });
  });

  it("forgets files that were skipped at once", () => {
    const rate = new Rate();
    vi.advanceTimersByTime(1000);
    rate.update(5000);
    for (let second = 1; second <= 20; second++) {
      vi.advanceTimersByTime(1000);
      rate.update(5000 + 2 * second);
    }
    expect(rate.of(6000)).toEqual({ perSecond: 2, secondsLeft: 480 });
  });
});

it("the line is drawn over itself, not too often, and makes room", () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const tally = new Tally();
  const line = progressLine(100, tally);
  line.hide();
  expect(written).toEqual([]);
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(50);
    tally.add({ status: i < 9 ? "done" : "failed", entries: [], text: "", size: 1, milliseconds: 1 });
    line.step();
  }
  line.hide();
  expect(written).toHaveLength(6);
  expect(written[0]).toBe("\r1 of 100 files, 20 per second, 5 s left\u001b[K");
  expect(written[5]).toBe("\r\u001b[K");
});
