import { describe, expect, it } from "vitest";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { leafSpans, type Span } from "../../src/bytes/trace.ts";
import type { Companions } from "../../src/format.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { mapMesh } from "../../src/operations/map.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { verifyMesh } from "../../src/operations/verify.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import type { SampleFile } from "./files.ts";
import { expectBindPose, expectValidGlb, isClosed, volumeOf } from "./gltf.ts";
import { mutate, seededRandom } from "./random.ts";

/** Asserts that spans leave no gap and do not overlap. */
export function expectTiling(spans: readonly Span[], size: number): void {
  let end = 0;
  for (const leaf of leafSpans(spans)) {
    expect(leaf.offset, leaf.path).toBe(end);
    end += leaf.size;
    if (leaf.inner)
      expectTiling(
        leaf.inner,
        leaf.inner.reduce((sum, span) => Math.max(sum, span.offset + span.size), 0),
      );
  }
  expect(end).toBe(size);
}

/** How files that are no meshes are converted. */
export interface Conversion {
  companions?: Companions;
  /** Code of the error that a file without anything to show is answered with. */
  refused?: string;
}

/** What has to hold for every whole mesh of ours and of others. */
export function describeWholeFile(file: SampleFile): void {
  describeCompanion(file, {});
}

/** The same for files that lie beside meshes. */
export function describeCompanion(
  { name, bytes, insideOut }: SampleFile,
  { companions = {}, refused }: Conversion,
): void {
  describe(name, () => {
    it("is rewritten byte for byte", () => {
      expect(verifyMesh(bytes)).toEqual({ identical: true, size: bytes.byteLength, firstDifference: null });
    });
    it("is tiled by its spans", () => expectTiling(mapMesh(bytes).spans, bytes.byteLength));
    if (refused !== undefined) {
      it("has nothing to show alone, and says so", () =>
        expect(meshToScene(bytes, {}, { companions })).rejects.toMatchObject({ code: refused }));
    } else
      it("becomes a valid GLB, right side out and in bind pose", async () => {
        const { document } = await meshToScene(bytes, {}, { companions });
        const glb = await writeGlb(document);
        await expectValidGlb(glb);
        const read = await readGlb(glb);
        if (isClosed(read) && !insideOut) expect(volumeOf(read)).toBeGreaterThan(0);
        expectBindPose(read);
      });
    it("can be inspected and validated", async () => {
      const inspection = await inspectMesh(bytes);
      expect(inspection.size).toBe(bytes.byteLength);
      expect(inspection.issues.errors).toBe(
        (await validateMesh(bytes)).issues.filter((i) => i.severity === "error").length,
      );
    });
  });
}

/** Reads, maps and rewrites bytes that may be anything; throws only what must never be thrown. */
export function surviveAnything(bytes: Uint8Array): "read" | "fault" {
  try {
    const { mesh, spans } = mapMesh(bytes);
    expectTilingFast(spans, bytes.byteLength);
    if (mesh.fault) {
      if (!mesh.fault.code || mesh.fault.path === "" || mesh.fault.offset === undefined)
        throw new Error(`fault without place: ${mesh.fault.code}`);
      return "fault";
    }
    const verification = verifyMesh(bytes);
    if (!verification.identical) throw new Error(`not identical: ${JSON.stringify(verification)}`);
    return "read";
  } catch (error) {
    if (error instanceof MeshglotError) return "fault"; // no known format any more
    throw error;
  }
}

function expectTilingFast(spans: readonly Span[], size: number): void {
  let end = 0;
  for (const leaf of leafSpans(spans)) {
    if (leaf.offset !== end) throw new Error(`gap or overlap at ${leaf.path}: ${leaf.offset} instead of ${end}`);
    end += leaf.size;
  }
  if (end !== size) throw new Error(`spans end at ${end} of ${size}`);
}

/** Every truncation of a file gives a typed error with path and offset, or a partial file; and its spans still tile. */
export function describeTruncations(files: readonly SampleFile[]): void {
  it.each(files)("$name survives every truncation", ({ bytes }) => {
    for (let size = 0; size < bytes.byteLength; size++) surviveAnything(bytes.subarray(0, size));
  });
}

/** Seeded mutations of the examples; each survivor is converted as well. */
export function describeMutations(
  files: readonly SampleFile[],
  count: number,
  seed: number,
  companions: Companions = {},
): void {
  it(`survives ${count} mutations (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const base = process.memoryUsage().rss;
    let slowest = 0;
    for (let i = 0; i < count; i++) {
      const file = files[Math.floor(random() * files.length)];
      if (!file) continue;
      const bytes = mutate(file.bytes, random);
      const start = performance.now();
      try {
        if (surviveAnything(bytes) === "read" && i % 10 === 0) {
          await inspectMesh(bytes);
          await expectValidGlb(await writeGlb((await meshToScene(bytes, {}, { companions })).document));
        }
      } catch (error) {
        if (!(error instanceof MeshglotError))
          throw new Error(`mutation ${i} of ${file.name}: ${error}`, { cause: error });
      }
      slowest = Math.max(slowest, performance.now() - start);
    }
    expect(slowest).toBeLessThan(2000); // a hang guard, not a benchmark: these files are a few kilobytes
    expect(process.memoryUsage().rss - base).toBeLessThan(1.5 * 2 ** 30);
  }, 600_000);
}
