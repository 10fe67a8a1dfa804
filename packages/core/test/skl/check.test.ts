import { describe, expect, it } from "vitest";
import { validateMesh } from "../../src/operations/validate.ts";
import { exampleFiles } from "../support/files.ts";
import { whole } from "./pairs.ts";

describe("a check of SKL", () => {
  it("finds nothing in a skeleton that is right", async () => expect((await validateMesh(whole())).issues).toEqual([]));

  it("finds one of each kind in the example with a broken tree", async () => {
    const bytes = exampleFiles("skl").find(({ name }) => name === "biped_broken_tree.skl")?.bytes ?? new Uint8Array();
    expect((await validateMesh(bytes)).issues.map(({ code }) => code)).toEqual([
      "SKL_CHILD_UNKNOWN",
      "SKL_CYCLE",
      "SKL_UNREACHABLE_BONE",
      "SKL_TRAILING_BYTES",
    ]);
  });
});
