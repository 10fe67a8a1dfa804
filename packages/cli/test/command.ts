import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

/** The folder of the project, in which the command runs. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));
const bin = join(root, "packages/cli/bin/meshglot.mjs");

/** Runs the built command. */
export function meshglot(words: string[], input?: Uint8Array) {
  const result = spawnSync(process.execPath, [bin, ...words], { cwd: root, input, maxBuffer: 2 ** 28 });
  return { code: result.status, out: result.stdout.toString(), err: result.stderr.toString(), bytes: result.stdout };
}

const ajv = new Ajv2020({ strict: false });

/** Asserts that the output of a verb is what docs/schemas says. */
export function expectSchema(verb: string, value: unknown): void {
  const schema = JSON.parse(readFileSync(join(root, `docs/schemas/${verb}.schema.json`), "utf8"));
  const validate = ajv.compile(schema);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
}
