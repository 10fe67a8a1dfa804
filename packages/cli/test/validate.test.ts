import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { github } from "../src/output/github.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const bin = join(root, "packages/cli/bin/meshglot.mjs");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "meshglot-validate-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function validate(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "validate", ...words], {
    cwd: root,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

const wide = "examples/msh/ring_wide_indices.msh";

describe("what the user wants to hear", () => {
  it("leaves ignored codes out, which changes the answer", () => {
    expect(validate(wide).code).toBe(1);
    const { code, out } = validate(wide, "--ignore", "MSH_WIDE_INDICES");
    expect(code).toBe(0);
    expect(out).toContain("no issues");
  });

  it("takes other severities from flags and from a config file, flags first", () => {
    expect(validate(wide, "--severity", "MSH_WIDE_INDICES=warning").code).toBe(0);
    const config = join(folder, "config.json");
    writeFileSync(config, JSON.stringify({ severity: { MSH_WIDE_INDICES: "info" } }));
    expect(validate(wide, "--config", config).code).toBe(0);
    expect(validate(wide, "--config", config, "--severity", "MSH_WIDE_INDICES=error").code).toBe(1);
  });

  it("refuses codes, severities and files that do not exist, and says which do", () => {
    const near = validate(wide, "--ignore", "MSH_WIDE_INDEX");
    expect(near.code).toBe(2);
    expect(near.err).toContain("MSH_WIDE_INDICES");
    expect(validate(wide, "--severity", "MSH_WIDE_INDICES=fatal").code).toBe(2);
    expect(validate(wide, "--config", join(folder, "absent.json")).code).toBe(2);
  });

  it("lists as many places per code as asked for, and counts the rest", () => {
    const [entry] = JSON.parse(validate("examples/msh/column_points_on_bones.msh", "--json", "--max-issues", "1").out);
    expect(entry.truncated).toEqual({ MSH_NAME_NOT_ASCII: 3 });
    expect(entry.issues.filter((issue: { code: string }) => issue.code === "MSH_NAME_NOT_ASCII")).toHaveLength(1);
  });
});

describe("many files", () => {
  it("are summed up by code, whatever their order", () => {
    const { out, code } = validate(
      wide,
      "examples/msh/column_bad_names.msh",
      "examples/msh/column_points_on_bones.msh",
    );
    expect(code).toBe(1);
    // Of the two columns, one has 8 names that are not ASCII and the other 3; see the examples' own page.
    expect(out).toMatch(/3 files, \d+ codes/);
    expect(out).toMatch(/^warning +MSH_NAME_NOT_ASCII +\d+ +2$/m);
    expect(out).toMatch(/^error +MSH_WIDE_INDICES +1 +1$/m);
  });

  it("are grouped by code, errors first, with a limit of places per code over all files", () => {
    const names = ["examples/msh/column_points_on_bones.msh", "examples/msh/column_bad_names.msh"];
    const { out } = validate(...names, wide, "--group-by", "code", "--max-issues", "1");
    expect(out.indexOf("MSH_WIDE_INDICES")).toBeLessThan(out.indexOf("MSH_NAME_NOT_ASCII"));
    const block = out.slice(out.indexOf("MSH_NAME_NOT_ASCII"));
    expect(block).toMatch(
      /^MSH_NAME_NOT_ASCII \(\d+ places in 2 files\)\n {4}examples\/msh\/column_points_on_bones.msh: /,
    );
    expect(out).toMatch(/3 files, 0 without issues/);
  });

  it("that can not be used are annotations and groups too", () => {
    const foreign = join(folder, "foreign2.msh");
    writeFileSync(foreign, "no mesh");
    expect(validate(foreign, "--format", "github").out).toMatch(/^::error file=.*title=UNKNOWN_FORMAT::/);
    expect(validate(foreign, "--group-by", "code").out).toContain("UNKNOWN_FORMAT (1 place in 1 file)");
    expect(validate(foreign, wide, "--format", "github").code).toBe(1);
    expect(validate(foreign, "--format", "github").code).toBe(2);
  });
});

describe("engine profiles", () => {
  it("are the engine's own by default, and can be left away", () => {
    const skinned = "examples/msh/column_skinned.msh";
    const four = (words: string[]) => JSON.parse(validate(skinned, "--json", ...words).out)[0];
    expect(four([]).profile).toBe("lostsaga");
    expect(four(["--profile", "none"]).profile).toBe("none");
    const config = join(folder, "profile.json");
    writeFileSync(config, JSON.stringify({ profile: "none" }));
    expect(four(["--config", config]).profile).toBe("none");
    expect(four(["--profile", "madnight-2025"]).profile).toBe("lostsaga"); // another format's: the rule of the default
  });

  it("that do not exist are refused with those that do", () => {
    const { code, err } = validate(wide, "--profile", "quake");
    expect(code).toBe(2);
    expect(err).toContain("madnight-2025");
  });
});

describe("files beside a mesh", () => {
  it("are read with --with, and their absence is said", () => {
    const text = join(folder, "ring.txt");
    writeFileSync(text, "material\n{\n}\nmaterial\n{\n}\n");
    const { out } = validate("examples/msh/ring_static.msh", "--with", text);
    expect(out).toContain("MSH_MATERIAL_COUNT");
    expect(out).toContain("1 sub-meshes, the material text has 2 materials");
    expect(validate(wide, "--with", join(folder, "absent.txt")).code).toBe(2);
  });
});

describe("--fix", () => {
  const original = readFileSync(join(root, "examples/msh/ring_static.msh"));
  const broken = () => {
    const path = join(folder, "broken.msh");
    const bytes = new Uint8Array(original);
    new DataView(bytes.buffer).setFloat32(40, 1, true); // sphereRadius
    writeFileSync(path, bytes);
    return path;
  };

  it("without a place to write to says what it could do, and writes nothing", () => {
    const path = broken();
    const before = readFileSync(path);
    const { out, err } = validate(path, "--fix");
    expect(err).toMatch(/broken.msh: could mend MSH_RADIUS_MISMATCH sphereRadius: 1 becomes \d/);
    expect(out).toContain("MSH_RADIUS_MISMATCH");
    expect(readFileSync(path)).toEqual(before);
  });

  it("writes to -o, never over a file that is there unless it is forced", () => {
    const path = broken();
    const target = join(folder, "mended.msh");
    const { code, out, err } = validate(path, "--fix", "-o", target, "--json");
    expect(code).toBe(0);
    expect(err).toContain("mends MSH_RADIUS_MISMATCH");
    expect(JSON.parse(out)[0]).toMatchObject({ issues: [], repairs: [{ code: "MSH_RADIUS_MISMATCH" }] });
    expect(readFileSync(target)).toEqual(original);
    expect(validate(path, "--fix", "-o", target).code).toBe(2);
    expect(validate(path, "--fix", "-o", target, "--force").code).toBe(0);
    expect(validate(path, "--fix", "-o", path, "--force").code).toBe(2);
  });

  it("overwrites inputs only with --in-place, and only those that it mends", () => {
    const path = broken();
    expect(validate(path, "--fix", "--in-place").code).toBe(0);
    expect(readFileSync(path)).toEqual(original);
    const stamp = statSync(path).mtimeMs;
    expect(validate(path, "--fix", "--in-place").code).toBe(0);
    expect(statSync(path).mtimeMs).toBe(stamp);
  });

  it("mends only the codes that are named, and leaves damaged files alone", () => {
    const path = broken();
    expect(validate(path, "--fix", "MSH_BOUNDS_MISMATCH").err).not.toContain("could mend");
    const cut = join(folder, "cut.msh");
    writeFileSync(cut, original.subarray(0, 500));
    const { code, out } = validate(cut, "--fix", "--in-place");
    expect(code).toBe(1);
    expect(out).toContain("MSH_TRUNCATED");
    expect(readFileSync(cut)).toHaveLength(500);
  });

  it("refuses a place to write to without --fix, and two of them", () => {
    expect(validate(wide, "--in-place").code).toBe(2);
    expect(validate(wide, "--fix", "--in-place", "-o", join(folder, "x.msh")).code).toBe(2);
  });
});

describe("output for machines of others", () => {
  it("SARIF names rule, file and bytes, and unreadable files too", () => {
    const foreign = join(folder, "foreign.msh");
    writeFileSync(foreign, "no mesh");
    const { out, code } = validate(wide, foreign, "--format", "sarif");
    const log = JSON.parse(out);
    expect(code).toBe(1);
    expect(log.version).toBe("2.1.0");
    const [run] = log.runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(["MSH_WIDE_INDICES", "UNKNOWN_FORMAT"]);
    expect(run.results[0]).toMatchObject({
      ruleId: "MSH_WIDE_INDICES",
      level: "error",
      // 48 + 16 header and sub-mesh, 4 count, 117 vertices of 32 bytes, 4 face count.
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: wide },
            region: { byteOffset: 64 + 4 + 117 * 32 + 4, byteLength: 192 * 12 },
          },
        },
      ],
    });
    expect(run.results[1]).toMatchObject({ ruleId: "UNKNOWN_FORMAT", level: "error" });
  });

  it("GitHub annotations escape what would end them", () => {
    const issue = {
      code: "X_Y",
      severity: "info" as const,
      path: "a",
      offset: 3,
      length: 1,
      message: "50%\nmore",
      hint: null,
    };
    expect(github([{ file: "odd, name:1.msh", issues: [issue], truncated: { X_Y: 12 } }])).toBe(
      "::notice file=odd%2C name%3A1.msh,title=X_Y::50%25%0Amore (a at byte 3)\n" +
        "::notice file=odd%2C name%3A1.msh,title=X_Y::11 more of 12 places",
    );
    expect(validate(wide, "--format", "github").out).toMatch(
      /^::error file=examples\/msh\/ring_wide_indices.msh,title=MSH_WIDE_INDICES::/,
    );
  });
});
