import { describe, expect, it } from "vitest";
import { latin1 } from "../../src/bytes/codePage.ts";
import { divideSpan, leafSpans, type Span } from "../../src/bytes/trace.ts";
import { diffMesh, editMesh, mapMesh, setField, spanAt } from "../../src/index.ts";
import { diffFields } from "../../src/operations/diff/diffFields.ts";
import { apply, COMPANIONS, EXAMPLES, example, faultOf, type opened } from "./support.ts";

/** What has a place in the map and is no field: lengths that follow from what they count, and fixed bytes. */
const NO_FIELD = /(^|\.)(magic\d?|syncMarkers|count|length|uncompressedSize|compressedSize)$/;
/** Spans whose parts have sizes of their own: their numbers are reached by the names of the file object. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  weights: ["counts[0]", "joints[0]", "weights[0]"],
  "tree node": ["axes[0]", "links[0]"],
  frames: ["values[0]"],
};

/** The places that a user can set below a span: the first and the last element of an array, and their parts. */
function places(span: Span): string[] {
  if (span.inner) return leafSpans(span.inner).flatMap(places);
  if (NO_FIELD.test(span.path) || span.size === 0 || span.type === "LZ4 block") return [];
  const columns = COLUMNS[span.type];
  if (columns) return span.size > (span.count ?? 0) ? columns.map((column) => `${span.path}.${column}`) : [];
  if (span.type === "int" && span.count) return [`${span.path}[0]`, `${span.path}[${span.count - 1}]`];
  if (!span.count || !span.element) return [span.path];
  const ends = [...divideSpan(span, 0, 1), ...divideSpan(span, span.count - 1, span.count)];
  return ends.flatMap((end) => leafSpans([end]).map(({ path }) => path));
}

/** Values that differ from nearly everything and fit every type: one of them is not what is there. */
const CANDIDATES = ["1", "2"];

describe("every field of every example can be set", () => {
  it.each([...EXAMPLES, ...COMPANIONS])("$name: the field changes, and nothing else", async ({ bytes }) => {
    const { mesh, spans } = mapMesh(bytes);
    const layout = mesh.format.layouts[mesh.dialect] ?? { type: "" };
    const options = { tolerance: 0, codePage: latin1, placesOf: () => [] };
    const paths = [...new Set(leafSpans(spans).flatMap(places))].slice(0, 1500);
    let set = 0;
    for (const path of paths) {
      const width = await widthOf(mesh, path);
      const found: string[] = [];
      for (const value of CANDIDATES) {
        const text = width === undefined ? `hex:0${value}` : Array.from({ length: width }, () => value).join(",");
        const { file } = await apply(mesh, setField(path, text));
        found.push(...diffFields(mesh.file, file, layout, options).changes.map((change) => change.path));
      }
      // `x.bytes` is how maps call the bytes of the text x; a vector shows as its array if it is the only element.
      const own = path.replace(/\.bytes$/, "");
      expect(found.length, path).toBeGreaterThan(0);
      for (const changed of found) expect(normal(changed), path).toBe(normal(own));
      set++;
    }
    expect(set).toBeGreaterThan(1); // an empty skeleton has a version and a count
  });
});

/** Numbers that a place has, asked for by giving it none that fit; undefined for texts and bytes. */
async function widthOf(mesh: ReturnType<typeof opened>, path: string): Promise<number | undefined> {
  const edit = setField(path, `1${",1".repeat(4999)}`);
  try {
    await apply(mesh, edit);
    return undefined;
  } catch (error) {
    const due = /(\d+) are due/.exec(String(error))?.[1];
    if (due !== undefined) return Number(due);
    if (/is no (whole )?number/.test(String(error))) return 1;
    return undefined;
  }
}

/** Arrays with facts beside them are one thing in maps. */
function normal(path: string): string {
  return path.replace(/^(gaps\[\d+\]|vertexLodPositions)\.bytes/, "$1");
}

describe("values by hand", () => {
  it("an integer, a float and a vector of an MSH, byte by byte", async () => {
    const source = example("msh/sword_trail_points.msh");
    const { bytes, ranges } = await editMesh(source, [
      setField("meshType", "6"),
      setField("sphereRadius", "0.1"),
      setField("positions[1]", "1,-2,0x10"),
    ]);
    const expected = source.slice();
    expected.set([6, 0, 0, 0], 8);
    expected.set([0xcd, 0xcc, 0xcc, 0x3d], 40); // 0.1 as a single float is 0x3dcccccd
    // The one sub-mesh ends at 64, vertexCount at 68, and a position takes 12 bytes.
    expected.set([0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0x80, 0x41], 80);
    expect(bytes).toEqual(expected);
    expect(ranges.changed).toBe(expected.filter((byte, i) => byte !== source[i]).length);
  });

  it("one number of an element, and of a part of an element", async () => {
    const source = example("splashpack/lighthouse_l1.splashpack");
    const { bytes } = await editMesh(source, [setField("meshes[0].triangles[2].colors[1]", "7")]);
    const at = (spanAt(mapMesh(source).spans, "meshes[0].triangles[2].colors")?.offset ?? 0) + 1;
    const expected = source.slice();
    expected[at] = 7;
    expect(bytes).toEqual(expected);
  });

  it("a half float by its value", async () => {
    const source = example("bmesh/head_variant.bMesh");
    const { bytes } = await editMesh(source, [setField("baseVariantDiffs[0].baryA", "0.75")]);
    const at = spanAt(mapMesh(source).spans, "baseVariantDiffs[0].baryA")?.offset ?? 0;
    expect([bytes[at], bytes[at + 1]]).toEqual([0x00, 0x3a]); // sign 0, exponent 14, 1.5 x 2^-1
  });

  it("a name in the code page of the file, longer than before", async () => {
    const source = example("msh/column_points_on_bones.msh");
    const { bytes, changes } = await editMesh(source, [setField("controlPoints[0].extraInfo", "검은")]);
    const span = spanAt(mapMesh(bytes).spans, "controlPoints[0].extraInfo.bytes");
    // CP949: 검 is B0 CB, 은 is C0 BA.
    expect(bytes.subarray(span?.offset, (span?.offset ?? 0) + (span?.size ?? 0))).toEqual(
      Uint8Array.of(0xb0, 0xcb, 0xc0, 0xba),
    );
    expect(changes).toMatchObject([{ path: "controlPoints[0].extraInfo", kind: "value", b: "검은" }]);
  });

  it("a compact integer takes the bytes that the engine would", async () => {
    const { bytes, changes } = await editMesh(example("unigine/ring_ms15.mesh"), [
      setField("spatialTreeTriangles", "63"),
    ]);
    expect(Array.from(bytes.subarray(4, 6))).toEqual([0xbf, 0x00]);
    expect(changes.map(({ path }) => path)).toEqual(["spatialTreeTriangles"]);
  });

  it("bytes behind the end as hex", async () => {
    const source = example("msh/ring_static.msh");
    const { bytes } = await editMesh(source, [setField("trailing", "hex:0a0B")]);
    expect(bytes).toEqual(Uint8Array.from([...source, 10, 11]));
  });
});

describe("what a field does not take", () => {
  const ring = "msh/ring_static.msh";
  it.each([
    [ring, "meshType", "2147483648", "WRITE_OUT_OF_RANGE"],
    [ring, "meshType", "1.5", "WRITE_OUT_OF_RANGE"],
    [ring, "meshType", "one", "EDIT_VALUE"],
    [ring, "meshType", "", "EDIT_VALUE"],
    [ring, "sphereRadius", "1e39", "WRITE_OUT_OF_RANGE"],
    [ring, "positions[0]", "1,2", "EDIT_VALUE"],
    [ring, "positions[0]", "1,2,nan", "EDIT_VALUE"],
    [ring, "positions[100000]", "1,2,3", "EDIT_PATH"],
    [ring, "indices[0]", "0,1,65536", "WRITE_OUT_OF_RANGE"],
    [ring, "controlPointCount", "1", "EDIT_PATH"],
    [ring, "magic", "1", "EDIT_PATH"],
    [ring, "positions[0][3]", "1", "EDIT_PATH"],
    [ring, "subMeshes[0]", "1", "EDIT_PATH"],
    [ring, "no such", "1", "EDIT_PATH"],
    [ring, "version.minor", "1", "EDIT_PATH"],
    [ring, "$raw", "1", "EDIT_PATH"],
    [ring, "constructor", "1", "EDIT_PATH"],
    [ring, "__proto__", "1", "EDIT_PATH"],
    ["meshbin/crate_v1.meshbin", "colors[0]", "256,0,0", "WRITE_OUT_OF_RANGE"],
    ["meshbin/crate_v1.meshbin", "boundsMin", "-32769,0,0", "WRITE_OUT_OF_RANGE"],
    ["bmesh/head_variant.bMesh", "refMeshFileTime", "18446744073709551616", "WRITE_OUT_OF_RANGE"],
    ["bmesh/head_variant.bMesh", "baseVariantDiffs[0].baryA", "65520", "WRITE_OUT_OF_RANGE"],
    ["bmesh/robot_skinned.bMesh", "bones[0].name", "x".repeat(64), "EDIT_NAME"],
    ["bmesh/robot_skinned.bMesh", "bones[0].name", "뼈", "TEXT_NOT_ENCODABLE"],
    ["unigine/ring_ms15.mesh", "spatialTreeTriangles", "2147483648", "WRITE_OUT_OF_RANGE"],
    ["unigine/ring_ms15.mesh", "surfaces[0].name.length", "3", "EDIT_PATH"],
  ])("%s: %s=%s is %s", async (name, path, value, code) => {
    const fault = await faultOf(Promise.resolve().then(() => editMesh(example(name), [setField(path, value)])));
    expect(fault.code).toBe(code);
  });

  it("a count without its array is refused by the writer, and names both", async () => {
    const fault = await faultOf(editMesh(example(ring), [setField("vertexCount", "3")]));
    expect(fault).toMatchObject({ code: "WRITE_COUNT_MISMATCH", path: "positions" });
    expect(fault.message).toContain("vertexCount");
  });

  it.each([
    [ring, "indices[0]", "0,1,60000", "MSH_INDEX_OUT_OF_RANGE"],
    [ring, "vertexMask", "0x8121", "MSH_UNSUPPORTED_MASK_BITS"],
    ["unigine/ring_ms15.mesh", "offsets[0]", "3", "UNIGINE_OFFSET_MISMATCH"],
    ["unigine/ring_ms15.mesh", "geometryBlocks[0].payload.cIndices[0]", "65000", "UNIGINE_INDEX_OUT_OF_RANGE"],
  ])("%s: %s=%s would not pass validate: %s", async (name, path, value, code) => {
    const fault = await faultOf(editMesh(example(name), [setField(path, value)]));
    expect(fault.code).toBe("EDIT_REFUSED");
    expect(fault.message).toContain(code);
  });

  it("a version that would be read as another layout", async () => {
    // 2002 promises control points, and the file has none: not even their number.
    const fault = await faultOf(editMesh(example(ring), [setField("version", "2002")]));
    expect(fault).toMatchObject({ code: "WRITE_MISSING_FIELD", path: "controlPointCount" });
    // A MESHBIN of version 9 would not be read at all.
    const refused = await faultOf(editMesh(example("meshbin/trophy_v3.meshbin"), [setField("version", "9")]));
    expect(refused.code).toBe("EDIT_REFUSED");
  });
});

describe("UNIGINE blocks", () => {
  it("an edit re-encodes its own block and leaves the bytes of the others", async () => {
    const source = example("unigine/ring_lods_ms15.mesh");
    const { bytes } = await editMesh(source, [setField("geometryBlocks[1].payload.uv0[0]", "0.125,0.5")]);
    const [before, after] = [source, bytes].map((of) => mapMesh(of).spans);
    const payload = (spans: readonly Span[] | undefined, of: Uint8Array, path: string) => {
      const span = spans && spanAt(spans, path);
      return of.subarray(span?.offset, (span?.offset ?? 0) + (span?.size ?? 0));
    };
    for (const path of ["geometryBlocks[0].payload", "treeBlocks[0].payload", "treeBlocks[1].payload"]) {
      expect(payload(after, bytes, path).byteLength).toBeGreaterThan(20);
      expect(payload(after, bytes, path), path).toEqual(payload(before, source, path));
    }
    expect(payload(after, bytes, "geometryBlocks[1].payload")).not.toEqual(
      payload(before, source, "geometryBlocks[1].payload"),
    );
    const { changes } = await diffMesh(source, bytes);
    expect(changes.map(({ path }) => path)).toEqual(["geometryBlocks[1].payload.uv0[0]"]);
  });

  it("a stored block stays stored", async () => {
    const { bytes } = await editMesh(example("unigine/stand_ms15_stored.mesh"), [
      setField("geometryBlocks[0].payload.uv0[0]", "0.125,0.5"),
    ]);
    const { spans } = mapMesh(bytes);
    expect(spanAt(spans, "geometryBlocks[0].payload")?.inner).toBeUndefined();
    const span = spanAt(spans, "geometryBlocks[0].payload.uv0[0]");
    expect(bytes.subarray(span?.offset, (span?.offset ?? 0) + 8)).toEqual(Uint8Array.of(0, 0, 0, 0x3e, 0, 0, 0, 0x3f));
  });
});
