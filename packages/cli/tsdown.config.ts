import { defineConfig } from "tsdown";

// Each verb is a chunk of its own, and so is what only some verbs need: `inspect` has to start at once.
export default defineConfig({
  entry: ["src/main.ts"],
  platform: "node",
  format: "esm",
  target: "node20",
  outExtensions: () => ({ js: ".mjs" }),
});
