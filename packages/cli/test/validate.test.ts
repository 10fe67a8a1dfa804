import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { githubText } from "../src/output/github.ts";

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
    expect(githubText("odd, name:1.msh", [issue])).toBe(
      "::notice file=odd%2C name%3A1.msh,title=X_Y::50%25%0Amore (a at byte 3)",
    );
    expect(validate(wide, "--format", "github").out).toMatch(
      /^::error file=examples\/msh\/ring_wide_indices.msh,title=MSH_WIDE_INDICES::/,
    );
  });
});
