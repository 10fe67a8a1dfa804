import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ["src/index.ts"],
  platform: "neutral",
  format: "esm",
  dts: true,
  target: "es2022",
  outExtensions: () => ({ js: ".mjs", dts: ".d.mts" }),
});
