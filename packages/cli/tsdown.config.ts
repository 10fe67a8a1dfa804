import { defineConfig } from "tsdown";

// Each verb is a chunk of its own, and so is what only some verbs need: `inspect` has to start at once.
export default defineConfig({
  // Workers are started from a file of their own.
  entry: { main: "src/main.ts", worker: "src/batch/worker.ts" },
  platform: "node",
  format: "esm",
  target: "node20",
  outExtensions: () => ({ js: ".mjs" }),
});
