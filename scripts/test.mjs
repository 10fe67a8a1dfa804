// `npm test`: installs what is missing and runs every check. The last line counts them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, install, installBrowser, tool } from "./prepare.mjs";

let passed = 0;
let failed = 0;
function check(name, ok) {
  console.log(`${ok ? "ok    " : "FAILED"} ${name}`);
  if (ok) passed++;
  else failed++;
}

if (!install()) process.exit(1);
check("browser for the viewer's tests", installBrowser());
check("build", build());
check("types (tsc)", tool("tsc", ["-p", "tsconfig.json"]));
check("types of the core without Node (tsc)", tool("tsc", ["-p", "packages/core/tsconfig.json"]));
check("style (biome)", tool("biome", ["check", "--error-on-warnings", "."], { quiet: true }));

const folder = mkdtempSync(join(tmpdir(), "meshglot-test-"));
const report = join(folder, "vitest.json");
tool("vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
let skipped = 0;
try {
  const result = JSON.parse(readFileSync(report, "utf8"));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  skipped = result.numPendingTests + result.numTodoTests;
  // A file that fails to load has no tests to count.
  const broken = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  failed += broken.length;
  if (result.numTotalTests === 0) failed++;
} catch (error) {
  console.error(`vitest left no report: ${error}`);
  failed++;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
