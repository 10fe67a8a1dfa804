import { describe, expect, it } from "vitest";
import { leafSpans } from "../../src/bytes/trace.ts";
import {
  addPoint,
  type Edit,
  editMesh,
  MeshglotError,
  mapMesh,
  movePoint,
  RECOMPUTABLE,
  recompute,
  removePoint,
  renameBone,
  renameSurface,
  setField,
  setLightmap,
  transform,
  validateMesh,
  verifyMesh,
} from "../../src/index.ts";
import { mutate, seededRandom } from "../support/random.ts";
import { EXAMPLES } from "./support.ts";

const VALUES = ["0", "1", "-1", "255", "65535", "2147483647", "1e30", "1,2,3", "hex:00ff", "text", "", "0,0,0,0"];

/** Any edit that the flags of the command can ask for, sensible or not. */
function anyEdit(bytes: Uint8Array, random: () => number): Edit {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // lists here are not empty
  const number = () => pick([0, 1, -0.5, 1e-3, 1e9, 1e38, 12345]) * (random() < 0.5 ? -1 : 1);
  const place = (): [number, number, number] => [number(), number(), number()];
  const name = () => pick(["#0", "#1", "a_0", "trailstart_0", "root", "x".repeat(70)]);
  return pick<() => Edit>([
    () => {
      const paths = leafSpans(mapMesh(bytes).spans).map(({ path, count }) =>
        count ? `${path}[${Math.floor(random() * count)}]` : path,
      );
      const path = paths.length > 0 ? pick(paths) : "version";
      return setField(/^[A-Za-z]/.test(path) && !/\.\./.test(path) ? path : "version", pick(VALUES));
    },
    () => transform([{ translate: place() }]),
    () =>
      transform([
        {
          rotate: {
            axis: pick([
              [0, 1, 0],
              [1, 2, 3],
            ]),
            degrees: number(),
          },
        },
        { scale: 0.5 },
      ]),
    () => transform([{ scale: [1, 2, 0.5] }], "metres"),
    () => recompute(pick(RECOMPUTABLE)),
    () => renameBone(name(), name()),
    () => renameSurface(name(), name()),
    () => setLightmap(name(), 1, 256),
    () => addPoint({ name: name(), position: place(), ...(random() < 0.5 ? { bone: name() } : {}) }),
    () => movePoint(name(), place()),
    () => removePoint(name()),
  ])();
}

describe("edits of damaged files", () => {
  it("fail with a typed error, or give a file that can be read and has no new error (seed 21)", async () => {
    const random = seededRandom(21);
    const errorsOf = async (bytes: Uint8Array) =>
      (await validateMesh(bytes, { perCode: 1e9 })).issues.filter(({ severity }) => severity === "error").length;
    let [edited, refused, slowest] = [0, 0, 0];
    for (let i = 0; i < 1500; i++) {
      const file = EXAMPLES[Math.floor(random() * EXAMPLES.length)];
      if (!file || file.bytes.byteLength > 40_000) continue;
      const bytes = random() < 0.3 ? file.bytes : mutate(file.bytes, random);
      const start = performance.now();
      try {
        const result = await editMesh(bytes, [anyEdit(bytes, random)]);
        edited++;
        expect(verifyMesh(result.bytes).identical, `edit ${i} of ${file.name}`).toBe(true);
        expect(result.total > 0, `edit ${i} of ${file.name}`).toBe(result.ranges.total > 0);
        const before = await errorsOf(bytes);
        expect(await errorsOf(result.bytes), `edit ${i} of ${file.name}`).toBeLessThanOrEqual(before);
      } catch (error) {
        if (!(error instanceof MeshglotError)) throw new Error(`edit ${i} of ${file.name}: ${error}`, { cause: error });
        refused++;
      }
      slowest = Math.max(slowest, performance.now() - start);
    }
    expect(edited).toBeGreaterThan(150);
    expect(refused).toBeGreaterThan(150);
    expect(slowest).toBeLessThan(2000); // a hang guard: these files are a few kilobytes
  });
});
