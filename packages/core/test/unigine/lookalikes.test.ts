import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { openMesh } from "../../src/operations/open.ts";
import { detect } from "../../src/registry.ts";

const bytesOf = (text: string) => Uint8Array.from(`${text}\0\0\0\0\0\0\0\0\0\0\0\0`, (char) => char.charCodeAt(0));

function faultOf(bytes: Uint8Array): MeshglotError {
  try {
    const { fault } = openMesh(bytes);
    if (fault) return fault;
  } catch (error) {
    if (error instanceof MeshglotError) return error;
    throw error;
  }
  throw new Error("no fault");
}

describe("identifiers", () => {
  it.each(["ms15", "sk10", "ms14", "ms13", "ms12", "ms11", "ms10"])("%s is a UNIGINE mesh", (id) => {
    expect(detect(bytesOf(id))).toMatchObject({ format: { id: "unigine" }, dialect: id, version: id });
  });

  it.each([
    ["ms16", "newer"],
    ["sk11", "newer"],
    ["ms99", "newer"],
    ["ms05", "UNIGINE 1.x is not supported"],
  ])("%s is refused by its name", (id, message) => {
    expect(faultOf(bytesOf(id)).toJSON()).toMatchObject({ code: "UNIGINE_UNSUPPORTED_ID", offset: 0, path: "magic1" });
    expect(faultOf(bytesOf(id)).message).toContain(id);
    expect(faultOf(bytesOf(id)).message).toContain(message);
  });

  it.each([
    ["sn10", "unigine-skeleton"],
    ["an11", "unigine-anim"],
    ["an12", "unigine-anim"],
    ["an13", "unigine-anim"],
  ])("%s belongs to %s", (id, format) => {
    expect(detect(bytesOf(id))).toMatchObject({ format: { id: format }, dialect: id });
  });

  it.each([
    ["sn11", "SKELETON_UNSUPPORTED_ID", "newer"],
    ["an14", "ANIM_UNSUPPORTED_ID", "newer"],
    ["an10", "ANIM_UNSUPPORTED_ID", "an10 quantises its frames in a form that nobody has decoded"],
  ])("%s is refused by its name", (id, code, message) => {
    expect(faultOf(bytesOf(id)).toJSON()).toMatchObject({ code, offset: 0, path: "magic1" });
    expect(faultOf(bytesOf(id)).message).toContain(message);
  });

  it.each([
    ["ms02", "predecessor engine of 2004"],
    ["mr02", "predecessor engine of 2004"],
    ["sm02", "predecessor engine of 2004"],
    ["@@b@", "`.mesh` is used by many engines"],
    ["Kaydara FBX Binary", "FBX"],
    ["glTF", "GLB"],
    ["\u0000\u0010[MeshSerializer_v1.100]", "Ogre"],
  ])("%s is named for what it is", (start, what) => {
    const fault = faultOf(bytesOf(start));
    expect(fault.code).toBe("LOOKALIKE");
    expect(fault.message).toContain(what);
    expect(fault.hint).toBeTruthy();
  });

  it("an unknown dialect is refused with the known ones", () => {
    const { fault } = openMesh(bytesOf("ms15"), { dialect: "ms9" });
    expect(fault).toMatchObject({ code: "UNKNOWN_DIALECT", hint: expect.stringContaining("ms15") });
  });
});
