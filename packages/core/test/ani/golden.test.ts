import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import type { AniFile } from "../../src/formats/msh/ani/file.ts";
import { ani } from "../../src/formats/msh/ani/index.ts";
import { keysOf } from "../../src/formats/msh/ani/keys.ts";
import { mapMesh, spanAt } from "../../src/operations/map.ts";
import { openMesh } from "../../src/operations/open.ts";
import { GOLDEN } from "./goldenFiles.ts";

const expected = (version: number): Omit<AniFile, "tracks"> => ({
  version,
  eventCount: 1,
  events: [{ type: { raw: Uint8Array.of(0x73, 0x66) }, info: { raw: new Uint8Array(0) }, time: 100 }],
  totalTime: 1000,
  trackCount: 1,
  trailing: new Uint8Array(0),
});

describe.each(["4000", "4001", "4002"] as const)("the golden ANI %s", (version) => {
  const bytes = GOLDEN[version];
  it("is read as the page says", () => {
    const file = openMesh(bytes).file as AniFile;
    expect(file).toMatchObject(expected(Number(version)));
    const [track] = file.tracks;
    if (!track) throw new Error("no track");
    expect(track).toMatchObject({
      bone: { raw: Uint8Array.from("Bip01", (c) => c.charCodeAt(0)) },
      weight: 1,
      keyCount: 1,
    });
    const keys = keysOf(track, version);
    expect(keys.times).toEqual(Int32Array.of(500));
    expect(keys.translations).toEqual(Float32Array.of(1, 2, -3));
    [0, 0, 0, 1].forEach((due, i) => {
      expect(Math.abs((keys.rotations[i] ?? 9) - due)).toBeLessThan(version === "4001" ? 1.1 / 1023 : 1.1 / 65535);
    });
  });

  it("is written byte for byte", () => {
    const { file, dialect } = openMesh(bytes);
    expect(ani.write(file as AniFile, dialect)).toEqual(bytes);
  });

  it("is mapped to the offsets of the page", () => {
    const { spans } = mapMesh(bytes);
    expect(spanAt(spans, "events[0].type.length")).toMatchObject({ offset: 12, size: 4 });
    expect(spanAt(spans, "events[0].time")).toMatchObject({ offset: 22, size: 4 });
    expect(spanAt(spans, "totalTime")).toMatchObject({ offset: 26 });
    expect(spanAt(spans, "tracks[0].keys")).toMatchObject({
      offset: 51,
      size: { 4000: 32, 4001: 20, 4002: 24 }[version],
    });
    const time = spanAt(spans, "tracks[0].keys[0].time");
    expect(time?.offset).toBe(bytes.byteLength - 4);
    expect(leafSpans(spans).at(-1)?.path).toBe("tracks[0].keys");
  });
});

describe("versions", () => {
  it("the client refuses others, and so do we, by name", () => {
    const bytes = GOLDEN["4000"].slice();
    bytes[4] = 0xa3; // 4003
    const { fault } = openMesh(bytes);
    expect(fault?.toJSON()).toMatchObject({ code: "ANI_UNKNOWN_VERSION", path: "version", offset: 4 });
    expect(fault?.message).toContain("4003");
  });
});
