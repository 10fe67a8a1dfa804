import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { killTrial } from "./support/killTrial.ts";
import { makeMeshFolder } from "./support/meshFolder.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-kill-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// `npx tsx scripts/batchTrial.ts --kills 10` does the same with 2,000 files.
it("a run that is killed again and again leaves whole files, and the next one does the rest", async () => {
  const inputs = join(folder, "inputs");
  const { faults } = makeMeshFolder(inputs, { count: 160, largest: 300_000 });
  const bad = Object.values(faults).reduce((sum, count) => sum + count);
  expect(bad).toBe(8);
  const trial = await killTrial(inputs, join(folder, "outputs"), 4, 5);
  expect(trial.killed).toBe(4);
  expect(trial.partial).toEqual([]);
  expect(trial.before).toBeGreaterThan(0);
  expect(trial.last.failed).toBe(bad);
  expect(trial.last.done + trial.last.current).toBe(160 - bad);
  // Of each worker, one output may have been there before it could be noted.
  expect(trial.last.current).toBeGreaterThanOrEqual(trial.before - 2 * 4);
  expect(trial.differences).toEqual([]);
  expect(trial.temporary).toEqual([]);
});
