import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { splashpack } from "../../src/formats/splashpack/index.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { detect } from "../../src/registry.ts";
import { expectTiling } from "../support/fidelity.ts";
import { fileL1, packL1 } from "./build.ts";
import { GOLDEN } from "./golden.ts";
import { handmade } from "./handmade.ts";

const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));
const withVersion = (version: number) => Uint8Array.of(...ascii("SP"), version & 255, version >> 8, 0, 0, 0, 0);
const codesOf = async (bytes: Uint8Array) => (await validateMesh(bytes)).issues.map(({ code }) => code);

describe("versions that are not 1", () => {
  it.each([
    [17, "version 17 is a whole-scene pack of March/April 2026; this tool reads version 1"],
    [19, "version 19 is a whole-scene pack of March/April 2026; this tool reads version 1"],
    [20, "since version 20 textures live in a separate .vram file; this tool reads version 1 (2025)"],
    [25, "since version 20 textures live in a separate .vram file; this tool reads version 1 (2025)"],
    [0, "no such version was ever released; this is probably not a splashpack"],
    [2, "no such version was ever released; this is probably not a splashpack"],
    [16, "no such version was ever released; this is probably not a splashpack"],
  ])("%i is named", (version, text) => {
    const { fault } = openMesh(withVersion(version));
    expect(fault?.toJSON()).toMatchObject({
      code: "SPLASHPACK_UNSUPPORTED_VERSION",
      path: "header.version",
      offset: 2,
    });
    expect(fault?.message).toContain(text);
  });

  it("above 20 come with a warning about the numbers of a fork", () => {
    const hint = (version: number) => openMesh(withVersion(version)).fault?.hint ?? "";
    expect(hint(20)).toContain("cannot be re-exported as version 1");
    expect(hint(20)).not.toContain("PS1Godot");
    expect(hint(21)).toContain("PS1Godot uses the same numbers for other layouts.");
  });

  it("can be inspected as far as that goes, and not converted", async () => {
    expect(await inspectMesh(withVersion(23))).toMatchObject({
      format: { id: "splashpack", version: "23" },
      error: { code: "SPLASHPACK_UNSUPPORTED_VERSION" },
    });
    await expect(meshToScene(withVersion(23))).rejects.toThrow(MeshglotError);
    expectTiling(mapMesh(withVersion(23)).spans, 8);
  });
});

describe("files beside a pack and files that look like one", () => {
  const faultOf = (bytes: Uint8Array) => {
    try {
      return `detected as ${detect(bytes).format.id}`;
    } catch (error) {
      return error instanceof MeshglotError ? `${error.code}: ${error.message}` : String(error);
    }
  };
  it.each([
    ["VR", "texture part of a newer splashpack"],
    ["SA", "audio part of a newer splashpack"],
    ["LP", "loading-screen part of a newer splashpack"],
  ])("%s is named", (magic, text) => {
    expect(faultOf(Uint8Array.of(...ascii(magic), 2, 0, 1, 1))).toContain(`LOOKALIKE: this is the ${text}`);
  });

  it("texts that start with the same letters are not", () => {
    for (const text of ["SPLASH OF COLOUR", "SAVE GAME", "LPT1: printer", "VRML V1.0"]) {
      expect(faultOf(Uint8Array.from(ascii(text)))).toMatch(/^UNKNOWN_FORMAT/);
    }
  });

  it("SP with an impossible version is said to be no splashpack", () => {
    expect(faultOf(Uint8Array.of(...ascii("SP"), 0x34, 0x12, 1, 2, 3, 4))).toContain("no possible version");
  });

  it("another magic in a file that is forced to be one is a bad magic", () => {
    const bytes = GOLDEN.slice();
    bytes[0] = 0x51;
    expect(openMesh(bytes, { format: "splashpack" }).fault?.toJSON()).toMatchObject({
      code: "SPLASHPACK_BAD_MAGIC",
      path: "header.magic",
    });
  });
});

describe("layouts that nothing fits", () => {
  it("name the nearest one and where it stops to fit", () => {
    const { bytes, atlas } = handmade("L6");
    const moved = bytes.slice();
    const view = new DataView(moved.buffer);
    // The atlas record: behind header, object and navmesh record.
    expect(view.getUint32(28 + 56 + 8, true)).toBe(atlas);
    view.setUint32(28 + 56 + 8, atlas + 4, true);
    const { fault, dialect } = openMesh(moved);
    expect(dialect).toBe("unknown");
    expect(fault?.code).toBe("SPLASHPACK_LAYOUT_UNKNOWN");
    expect(fault?.message).toContain("none of the nine layouts fits; nearest is L6 up to atlasData[0]");
    expect(fault?.offset).toBe(0);
  });

  it("can be forced", () => {
    const { bytes, atlas, clut = 0 } = handmade("L6");
    // Four bytes that nothing names, in front of the atlas.
    const moved = Uint8Array.of(...bytes.subarray(0, atlas), 9, 9, 9, 9, ...bytes.subarray(atlas));
    const view = new DataView(moved.buffer);
    view.setUint32(28 + 56 + 8, atlas + 4, true);
    view.setUint32(28 + 56 + 8 + 12, clut + 4, true);
    expect(openMesh(moved).fault?.code).toBe("SPLASHPACK_LAYOUT_UNKNOWN");
    const forced = openMesh(moved, { dialect: "L6" });
    expect(forced.fault).toBeUndefined();
    expect(forced.file).toMatchObject({ gaps: [{ offset: atlas, bytes: Uint8Array.of(9, 9, 9, 9) }] });
    expect(verifyMesh(moved, { dialect: "L6" }).identical).toBe(true);
    expect(openMesh(bytes, { dialect: "L9" }).fault).toMatchObject({ code: "UNKNOWN_DIALECT" });
  });

  it("say that an empty pack fits several", async () => {
    const empty = Uint8Array.of(...ascii("SP"), 1, 0, 0, 0, 0, 0);
    expect(detect(empty)).toMatchObject({ dialect: "L1" });
    expect(detect(empty).note).toContain("L2");
    expect(await codesOf(empty)).toEqual(["SPLASHPACK_LAYOUT_AMBIGUOUS"]);
  });
});

describe("L1 edited by hand", () => {
  /** An atlas before the mesh that the tables name first, four bytes between them, two behind. */
  const edited = () =>
    packL1({
      atlases: [{ at: [320, 0, 256, 2] }],
      change: (file) => {
        const [object] = file.objects;
        const [atlas] = file.atlases;
        if (!object || !atlas) return;
        atlas.dataOffset = 76;
        file.gaps = [{ offset: 76 + 1024, bytes: Uint8Array.of(1, 2, 3, 4) }];
        object.meshOffset = 76 + 1024 + 4;
        file.trailing = Uint8Array.of(5, 6);
      },
    });

  it("is read, kept byte for byte, and reported", async () => {
    const bytes = edited();
    expect(detect(bytes)).toMatchObject({ dialect: "L1", note: expect.stringContaining("do not follow each other") });
    expect(verifyMesh(bytes).identical).toBe(true);
    const { issues } = await validateMesh(bytes);
    expect(issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: "SPLASHPACK_LENIENT_LAYOUT" }),
        expect.objectContaining({ code: "SPLASHPACK_GAP", path: "gaps[0]", offset: 1100, length: 4 }),
        expect.objectContaining({ code: "SPLASHPACK_TRAILING_BYTES", offset: 1148, length: 2 }),
      ]),
    );
  });

  it.each([
    ["a rotation cell of 4101", 20, 4101],
    ["a reserved bit in the texture page", 56, 0x0705],
    ["depth 3", 56, 0x0385],
  ])("is no longer believed with %s", (_, offset, value) => {
    const bytes = edited();
    const view = new DataView(bytes.buffer);
    if (offset === 20) view.setInt32(offset, value, true);
    else view.setUint16(offset, value, true);
    expect(detect(bytes).dialect).toBe("unknown");
  });

  it("with blocks on each other is a fault", () => {
    const bytes = edited();
    new DataView(bytes.buffer).setUint32(60, 76 + 1000, true);
    expect(openMesh(bytes).fault?.toJSON()).toMatchObject({
      code: "SPLASHPACK_BLOCK_OVERLAP",
      path: "atlasData[0]",
      offset: 76,
    });
  });
});

describe("writing", () => {
  it("refuses blocks that no longer fit their offsets, and placeBlocks lays them out", async () => {
    const file = fileL1({ atlases: [{ at: [320, 0, 64, 2] }] });
    const [object] = file.objects;
    const [mesh] = file.meshes;
    if (!object || !mesh) throw new Error("no object");
    object.triangleCount = 2;
    file.meshes[0] = { triangles: Uint8Array.of(...mesh.triangles, ...mesh.triangles) };
    expect(() => splashpack.write(file, "L1")).toThrow(/claim the bytes/);
    const { placeBlocks } = await import("../../src/formats/splashpack/place.ts");
    expect(detect(splashpack.write(placeBlocks(file, "L1"), "L1")).dialect).toBe("L1");
  });

  it("refuses a count that is not the array's", () => {
    const file = fileL1();
    file.header.objectCount = 2;
    expect(() => splashpack.write(file, "L1")).toThrow(/2 are due by header.objectCount/);
  });

  it("refuses what the layout has no place for", () => {
    const file = fileL1();
    const [object] = file.objects;
    if (object) object.flags = 1;
    expect(() => splashpack.write(file, "L1")).toThrow("objects[0].flags: layout L1 has no such field");
    expect(() => splashpack.write({ ...fileL1(), luas: [] }, "L1")).toThrow("luas: layout L1 has no such field");
  });

  it("refuses an unknown layout", () => {
    expect(() => splashpack.write(fileL1(), "L9")).toThrow(/no layout "L9"/);
  });
});
