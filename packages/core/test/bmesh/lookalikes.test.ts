import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { detect } from "../../src/registry.ts";
import { GOLDEN } from "./golden.ts";

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

function faultOf(bytes: Uint8Array): MeshglotError {
  try {
    throw new Error(`detected as ${detect(bytes).format.id}`);
  } catch (error) {
    if (error instanceof MeshglotError) return error;
    throw error;
  }
}

describe("detection of bMesh", () => {
  it("goes by the magic and shows the version", () => {
    expect(detect(GOLDEN)).toMatchObject({ format: { id: "bmesh" }, dialect: "bMesh", version: "32" });
    expect(detect(ascii("bMesh"))).toMatchObject({ format: { id: "bmesh" }, version: "?" });
    expect(detect(Uint8Array.of(...ascii("bMesh"), 0x00, 0x01))).toMatchObject({ version: "256" });
  });

  it.each(["BMESH \0", "bmesh \0", "BMesh \0"])("takes %s for a slip of letters", (start) => {
    expect(faultOf(ascii(start))).toMatchObject({ code: "LOOKALIKE" });
    expect(faultOf(ascii(start)).message).toContain("looks like bMesh, but the magic is case-sensitive");
  });

  it.each([
    // .sd2: the number comes first (FauFau's tests); .sdb of early builds: after the version (a published template).
    ["database", Uint8Array.of(0x5e, 0xba, 0x7a, 0xda, 12, 0, 0, 0)],
    ["database", Uint8Array.of(5, 0, 0, 0, 0x5e, 0xba, 0x7a, 0xda)],
    ["archive", ascii("R5A\0\0\0\0\0")],
  ])("says %s of the same game", (what, bytes) => {
    expect(faultOf(bytes).message).toContain(what);
    expect(faultOf(bytes).message).toContain("not a mesh");
  });
});
