import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@meshglot/core": fileURLToPath(new URL("packages/core/src/index.ts", import.meta.url)) } },
  // Two cores are what the smallest machines have; vitest would leave one of them idle.
  test: { include: ["packages/*/test/**/*.test.ts"], testTimeout: 120_000, maxWorkers: 2, reporters: ["default"] },
});
