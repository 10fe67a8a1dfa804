import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { validateBytes } from "gltf-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { visibleFiles } from "./support/meshglot.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bin = join(root, "packages/cli/bin/meshglot.mjs");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function meshglot(words: string[], input?: Uint8Array) {
  const result = spawnSync(process.execPath, [bin, ...words], { cwd: root, input, maxBuffer: 2 ** 28 });
  return { code: result.status, out: result.stdout.toString(), err: result.stderr.toString(), bytes: result.stdout };
}

const ajv = new Ajv2020({ strict: false });
function expectSchema(verb: string, value: unknown): void {
  const schema = JSON.parse(readFileSync(join(root, `docs/schemas/${verb}.schema.json`), "utf8"));
  const validate = ajv.compile(schema);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
}

const sword = "examples/msh/sword_trail_points.msh";
const crate = "examples/meshbin/crate_v1.meshbin";
const damaged = () => {
  const path = join(folder, "damaged.msh");
  writeFileSync(path, readFileSync(join(root, sword)).subarray(0, 300));
  return path;
};
const garbage = () => {
  const path = join(folder, "garbage.msh");
  writeFileSync(path, "this is no mesh at all");
  return path;
};

interface SpanJson {
  path: string;
  offset: number;
  size: number;
  children?: SpanJson[];
}

describe("--json", () => {
  it.each(["inspect", "map", "verify", "validate"])(
    "%s follows its schema for whole, damaged and foreign files",
    (verb) => {
      const { out } = meshglot([verb, "examples", damaged(), garbage(), "--json"]);
      const entries = JSON.parse(out) as { error?: object }[];
      expectSchema(verb, entries);
      expect(entries.length).toBeGreaterThan(25);
      expect(entries.at(-1)?.error).toMatchObject({ code: "UNKNOWN_FORMAT", offset: 0 });
    },
  );

  it("formats and convert follow theirs", () => {
    expectSchema("formats", JSON.parse(meshglot(["formats", "--json"]).out));
    const { out } = meshglot([
      "convert",
      "examples/msh",
      garbage(),
      "--out-dir",
      join(folder, "schema"),
      "--validate",
      "--json",
    ]);
    expectSchema("convert", JSON.parse(out));
  });

  it("inspect has the facts of the contract", () => {
    const [entry] = JSON.parse(meshglot(["inspect", sword, "--json"]).out);
    expect(entry).toMatchObject({
      schema: "meshglot.inspect/1",
      file: sword,
      size: 2673,
      format: { id: "msh", version: "2002" },
      counts: {
        vertices: 72,
        triangles: 36,
        quads: 0,
        surfaces: 1,
        bones: 0,
        controlPoints: 2,
        materials: 1,
        textures: 0,
      },
      issues: { errors: 0 },
    });
    // The sword is 1.2 m long and stands on the ground.
    expect(entry.bounds.metres.max[1]).toBeCloseTo(1.2, 5);
    expect(entry.bounds.file.max[1]).toBeCloseTo(120, 3);
  });

  it("map tiles the file, with elements too", () => {
    for (const more of [[], ["--elements", "3"], ["--depth", "1"]]) {
      const [entry] = JSON.parse(meshglot(["map", sword, "--json", ...more]).out) as {
        spans: SpanJson[];
        size: number;
      }[];
      let end = 0;
      const visit = (span: SpanJson): void => {
        if (span.children) span.children.forEach(visit);
        else {
          expect(span.offset, span.path).toBe(end);
          end += span.size;
        }
      };
      entry?.spans.forEach(visit);
      expect(end).toBe(entry?.size);
    }
  });

  it("--jsonl prints an entry a line", () => {
    const lines = meshglot(["verify", sword, crate, "--jsonl"]).out.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { identical: boolean }).identical)).toEqual([true, true]);
  });
});

describe("exit codes", () => {
  it.each([
    [0, ["inspect", sword]],
    [0, ["verify", "examples"]],
    [0, ["--help"]],
    [0, ["map", "--help"]],
    [0, ["validate", sword]],
    [1, ["validate", "examples/msh/ring_wide_indices.msh"]],
    [2, ["inspect", "no/such/file.msh"]],
    [2, ["inspect", "package.json"]],
    [2, ["inspect"]],
    [2, ["explode", sword]],
    [2, ["inspect", sword, "--jsom"]],
    [2, ["map", sword, "--at", "many"]],
    [2, ["convert", sword, "--to", "fbx"]],
    [2, ["convert", sword, crate, "-o", "x.glb"]],
  ])("%i for %j", (code, words) => expect(meshglot(words).code).toBe(code));

  it("1 when some inputs fail and the others are done", () => {
    const { code, out, err } = meshglot(["verify", sword, garbage(), crate]);
    expect(code).toBe(1);
    expect(out).toContain("identical");
    expect(out.split("\n").filter((line) => line.includes("identical"))).toHaveLength(2);
    expect(err).toContain("UNKNOWN_FORMAT");
  });

  it("--fail-fast stops at the first that fails", () => {
    expect(meshglot(["verify", garbage(), sword, "--fail-fast"]).out).toBe("");
  });

  it("an unknown flag is answered with the nearest one", () => {
    expect(meshglot(["inspect", sword, "--jsom"]).err).toContain("--json");
  });
});

describe("a damaged file", () => {
  it("is inspected up to the fault, which has a place", () => {
    const { code, out } = meshglot(["inspect", damaged(), "--json"]);
    const [entry] = JSON.parse(out);
    expect(code).toBe(1);
    expect(entry.error).toMatchObject({ code: "MSH_TRUNCATED", path: "positions", offset: 68, available: 232 });
    expect(entry.format.version).toBe("2002");
  });
  it("is mapped up to the fault, whole elements included, and the rest is one span", () => {
    const [entry] = JSON.parse(meshglot(["map", damaged(), "--json"]).out) as { spans: SpanJson[] }[];
    // 300 bytes, of which the positions have 232 from byte 68 on: 19 whole ones and 4 bytes.
    expect(entry?.spans.at(-2)).toMatchObject({ path: "positions", offset: 68, size: 19 * 12, count: 19 });
    expect(entry?.spans.at(-1)).toMatchObject({ type: "unread", offset: 68 + 19 * 12, size: 4 });
  });

  it("is converted with --salvage, and the losses begin with the fault", () => {
    const target = join(folder, "salvaged.glb");
    expect(meshglot(["convert", damaged(), "-o", target]).code).toBe(2);
    expect(existsSync(target)).toBe(false);
    const { code, out } = meshglot(["convert", damaged(), "-o", target, "--salvage", "--validate", "--json"]);
    expect(code).toBe(0);
    const entries = JSON.parse(out);
    expectSchema("convert", entries);
    expect(entries[0]).toMatchObject({ validator: [] });
    expect(entries[0].losses[0]).toMatchObject({ code: "FILE_CUT", path: "positions" });
  });
});

describe("map for people", () => {
  it("says what byte 44 means", () => {
    const { out } = meshglot(["map", sword, "--at", "44"]);
    expect(out).toMatch(/44\s+0x2c\s+4\s+subMeshCount\s+i32\s+1\s+number of sub-meshes/);
  });
  it("shows annotated bytes", () => {
    const { out } = meshglot(["map", sword, "--hex"]);
    expect(out).toContain("00000000  4d 53 48 00");
    expect(out).toContain("controlPoints[0].typeIndex.bytes");
    expect(out).toContain("trailstart_0");
  });
});

describe("convert", () => {
  it("writes a GLB that Khronos' validator accepts, and nothing over an existing file", async () => {
    const target = join(folder, "sword.glb");
    expect(meshglot(["convert", sword, "-o", target]).code).toBe(0);
    const report = await validateBytes(readFileSync(target));
    expect(report.issues.numErrors).toBe(0);
    const again = meshglot(["convert", sword, "-o", target]);
    expect(again.code).toBe(2);
    expect(again.err).toContain("--force");
    expect(meshglot(["convert", sword, "-o", target, "--force"]).code).toBe(0);
  });

  it("mirrors folders below --out-dir and leaves no temporary file", () => {
    const out = join(folder, "mirror");
    expect(meshglot(["convert", "examples", "--out-dir", out]).code).toBe(0);
    expect(readdirSync(join(out, "msh"))).toContain("sword_trail_points.glb");
    expect(readdirSync(join(out, "meshbin"))).toContain("crate_v1.glb");
    expect(readdirSync(out, { recursive: true }).filter((name) => String(name).endsWith(".tmp"))).toEqual([]);
  });

  it("refuses two inputs with one output before anything is written", () => {
    const [a, b] = [join(folder, "a"), join(folder, "b")];
    for (const place of [a, b]) {
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "same.msh"), readFileSync(join(root, sword)));
    }
    const out = join(folder, "clash");
    const { code, err } = meshglot(["convert", join(a, "same.msh"), join(b, "same.msh"), "--out-dir", out]);
    expect(code).toBe(2);
    expect(err).toContain("SAME_OUTPUT");
    expect(existsSync(out)).toBe(false);
  });

  it("writes glTF with its buffer beside it, and OBJ with its library", async () => {
    const out = join(folder, "others");
    meshglot(["convert", sword, "--to", "gltf", "--out-dir", out]);
    meshglot(["convert", crate, "--to", "obj", "--out-dir", out]);
    expect(visibleFiles(out)).toEqual([
      "crate_v1.mtl",
      "crate_v1.obj",
      "sword_trail_points.bin",
      "sword_trail_points.gltf",
    ]);
    const report = await validateBytes(readFileSync(join(out, "sword_trail_points.gltf")), {
      externalResourceFunction: async (uri) => new Uint8Array(readFileSync(join(out, uri))),
    });
    expect(report.issues.numErrors).toBe(0);
  });

  it("reads standard input and writes standard output", async () => {
    const { code, bytes } = meshglot(["convert", "-", "-o", "-"], readFileSync(join(root, sword)));
    expect(code).toBe(0);
    expect((await validateBytes(new Uint8Array(bytes))).issues.numErrors).toBe(0);
  });

  it("takes the options of the formats", () => {
    const target = join(folder, "scaled.obj");
    meshglot(["convert", crate, "--to", "obj", "--texture-size", "256", "-o", target]);
    // Texel 0 of a texture of 256 is at 0.5 / 256.
    expect(readFileSync(target, "utf8")).toContain("vt 0.001953125 ");
  });
});

describe("reading otherwise than detected", () => {
  it("--interpret settles a reading by the name that inspect shows", () => {
    const { out } = meshglot([
      "inspect",
      "examples/meshbin/pot_v3_old_exporter.meshbin",
      "--interpret",
      "triangleWinding=cw",
    ]);
    expect(out).toContain("cw (option)");
    const wrong = meshglot(["inspect", crate, "--interpret", "handedness=left"]);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("triangleWinding");
  });
  it("--as forces format and dialect", () => {
    // Without its header the count that comes first is "MESH", so H1 does not fit and says where.
    const { out, code } = meshglot(["inspect", crate, "--as", "meshbin:H1", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)[0].error).toMatchObject({ code: "MESHBIN_TRUNCATED", path: "positions", offset: 12 });
    expect(meshglot(["inspect", crate, "--as", "fbx"]).code).toBe(2);
  });
});

describe("help", () => {
  it.each(["inspect", "map", "verify", "validate", "convert"])("%s --help has examples and exit codes", (verb) => {
    const { out } = meshglot([verb, "--help"]);
    expect(out).toContain("Examples:");
    expect(out).toContain(`meshglot ${verb} `);
    expect(out).toContain("Exit codes");
  });
});
