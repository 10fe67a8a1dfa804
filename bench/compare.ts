import type { BenchResult } from "./case.ts";

const WARM_UP = 5;
const ROUNDS = 25;

/**
 * Runs two things in turn and compares their medians. In turn, because the speed of a machine drifts; medians, because
 * a collection of garbage hits either.
 */
export async function compare(
  name: string,
  ours: () => unknown,
  anchor: () => unknown,
  limit: number | null,
): Promise<BenchResult> {
  for (let round = 0; round < WARM_UP; round++) {
    await ours();
    await anchor();
  }
  const times = { ours: [] as number[], anchor: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.();
    times.ours.push(await time(ours));
    globalThis.gc?.();
    times.anchor.push(await time(anchor));
  }
  const result = { ours: median(times.ours), anchor: median(times.anchor) };
  return { name, ratio: result.ours / result.anchor, limit, ...result };
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  const result = await work();
  const took = performance.now() - start;
  if (result === undefined) throw new Error("a measured operation has to return what it made"); // or it may be optimised away
  return took;
}

function median(times: number[]): number {
  times.sort((a, b) => a - b);
  return times[times.length >> 1] ?? 0;
}
