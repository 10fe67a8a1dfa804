import { describe, expect, it } from "vitest";
import { MeshglotError } from "../src/bytes/fault.ts";
import { detect } from "../src/registry.ts";

const bytesOf = (text: string, ...more: number[]) =>
  Uint8Array.from([...Array.from(text, (char) => char.charCodeAt(0)), ...more]);
const le32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255];

function faultOf(bytes: Uint8Array): MeshglotError {
  try {
    const { format } = detect(bytes);
    throw new Error(`detected as ${format.id}`);
  } catch (error) {
    if (error instanceof MeshglotError) return error;
    throw error;
  }
}

describe("files that are called like ours", () => {
  // First bytes from the published descriptions of the formats.
  it.each([
    ["Gmsh", bytesOf("$MeshFormat\n4.1 0 8\n")],
    ["Gmsh", bytesOf("$Comments\n")],
    ["Gmsh", bytesOf("$PhysicalNames\n")],
    ["Gmsh", bytesOf("$NOD\n")],
    ["Ansys Fluent", bytesOf('(0 "GAMBIT to Fluent File")')],
    ["Ansys Fluent", bytesOf('(1 "Fluent")')],
    ["Ansys Fluent", bytesOf("(2 3)")],
    ["FreeFEM", bytesOf("98 162 32\n0 1 2\n")],
    ["Star Wars Battlefront", bytesOf("HEDR", ...le32(100), ...bytesOf("MSH2"))],
    ["Star Wars Galaxies", bytesOf("FORM", 0, 0, 1, 0, ...bytesOf("MESH"))],
    ["Dragon Nest", bytesOf("Eternity Engine Mesh File 0.1")],
    ["Orbiter", bytesOf("MSHX1\nGROUPS 2")],
    ["PAL3", bytesOf("msh", 0x20, ...le32(100))],
    ["tn_mai", bytesOf("MSH", 3, 1, 2, 3, 4, 5, 6, 7, 8)],
    ["FlannyH", bytesOf("FMSH", 1, 0)],
    ["Battlezone II", bytesOf("mesh", ...le32(3), ...le32(2), ...new Array<number>(32).fill(0))],
    ["Lost Saga effect", bytesOf("AFX\0", ...le32(6000))],
    ["Lost Saga edge", bytesOf("EDG\0", ...le32(7000))],
    ["Lost Saga font", bytesOf("FNT\0", ...le32(5000))],
    ["Lost Saga PGF", bytesOf("PGF\0", 0)],
    ["Lost Saga material", bytesOf("MTL\0", ...le32(3000))],
    ["ZIP", bytesOf("PK\u0003\u0004", 20, 0)],
    ["gzip", Uint8Array.of(0x1f, 0x8b, 8, 0)],
    ["Ogre", bytesOf("\u0000\u0010[MeshSerializer_v1.100]\n")],
    ["ANIMBIN", bytesOf("ANIMBIN", 1, 1)],
    ["COLBIN", bytesOf("COLBIN", 1)],
    ["SCENEBIN", bytesOf("SCENEBIN")],
    ["OBJ", bytesOf("# Blender\no Cube\nv 1 1 1\n")],
    ["OBJ", bytesOf("v 1.0 2.0 3.0\n")],
  ])("%s is named, with what to do", (name, bytes) => {
    const fault = faultOf(bytes);
    expect(fault.code).toBe("LOOKALIKE");
    expect(fault.message).toContain(name);
    expect(fault.hint).toBeTruthy();
  });

  it("MSH with a version or type that no client knows is not taken for Lost Saga", () => {
    for (const [version, type] of [
      [0, 0],
      [10_000, 0],
      [2000, 256],
      [2000, -1],
    ] as const) {
      expect(faultOf(bytesOf("MSH\0", ...le32(version), ...le32(type), ...new Array<number>(40).fill(1))).code).toBe(
        "LOOKALIKE",
      );
    }
  });

  it("an unknown file is described by its first bytes", () => {
    const fault = faultOf(Uint8Array.of(0xca, 0xfe, 0xba, 0xbe, 1, 2, 3, 4));
    expect(fault.code).toBe("UNKNOWN_FORMAT");
    expect(fault.message).toContain("ca fe ba be");
  });

  it("an empty file is called empty", () => expect(faultOf(new Uint8Array()).code).toBe("EMPTY_FILE"));
});
