import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generatedDocs } from "../../../scripts/docs.ts";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));

describe("the committed documentation", () => {
  it.each(Object.entries(generatedDocs()))("%s is what npm run docs makes", (path, text) => {
    expect(readFileSync(docs + path, "utf8")).toBe(text);
  });
});
