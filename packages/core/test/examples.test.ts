import { describe, expect, it } from "vitest";
import { allExamples } from "../../../scripts/examples.ts";
import { exampleFiles } from "./support/files.ts";

describe("the committed examples", async () => {
  it.each(await allExamples())("$format are what their generators make", ({ format, examples }) => {
    const committed = Object.fromEntries(exampleFiles(format).map(({ name, bytes }) => [name, bytes]));
    expect(Object.keys(committed).sort()).toEqual(examples.map(({ name }) => name).sort());
    for (const example of examples) expect(committed[example.name], example.name).toEqual(example.make());
  });
});
