import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Result } from "../src/batch/attempt.ts";
import { runInOrder } from "../src/batch/inOrder.ts";

const result = (text: string): Result => ({ status: "done", entries: [], text, size: 0, milliseconds: 0 });
const jobs = Array.from({ length: 60 }, (_, i) => ({ path: String(i) }));

describe("runInOrder", () => {
  it("passes results on in the order of the jobs, whenever they are finished", async () => {
    const finished: string[] = [];
    const emitted: string[] = [];
    await runInOrder(
      jobs,
      async ({ path }) => {
        await wait((Number(path) * 7) % 5);
        return result(path);
      },
      {
        lanes: 4,
        finished: ({ path }) => finished.push(path),
        emit: async ({ text }) => {
          emitted.push(text);
        },
        stopped: () => false,
      },
    );
    const paths = jobs.map(({ path }) => path);
    expect(emitted).toEqual(paths);
    expect(finished).not.toEqual(paths);
    expect(finished.sort()).toEqual([...paths].sort());
  });

  it("begins nothing more while too much waits for a slow one", async () => {
    let begun = 0;
    let endSlow: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      endSlow = resolve;
    });
    const megabyte = "x".repeat(2 ** 20);
    const emitted: Result[] = [];
    const run = runInOrder(
      jobs,
      async ({ path }) => {
        begun++;
        if (path === "0") await slow;
        return result(megabyte);
      },
      {
        lanes: 2,
        finished: () => undefined,
        emit: async (one) => {
          emitted.push(one);
        },
        stopped: () => false,
      },
    );
    await wait(100);
    // The slow one, and as many as make more than 16 MB.
    expect(begun).toBe(1 + 17);
    expect(emitted).toEqual([]);
    endSlow();
    await run;
    expect(emitted).toHaveLength(60);
  });
});
