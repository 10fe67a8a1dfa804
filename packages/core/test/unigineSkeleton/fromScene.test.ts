import { describe, expect, it } from "vitest";
import type { SnFile } from "../../src/formats/unigine/sn/file.ts";
import { exampleFiles } from "../support/files.ts";
import { throughGlb } from "../support/roundTrip.ts";

const example = (name: string) =>
  exampleFiles("unigine-skeleton").find((file) => file.name === name)?.bytes ?? new Uint8Array();

describe(".skeleton to GLB and back", () => {
  it.each(["column_sn10.skeleton", "column_sn10_profiles.skeleton"])("%s is the same file again", async (name) => {
    expect((await throughGlb<SnFile>(example(name), "sn10")).bytes).toEqual(example(name));
  });
});
