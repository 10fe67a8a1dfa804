import { readFileSync } from "node:fs";
import { MeshglotError } from "../../src/bytes/fault.ts";
import { meshToGlb } from "../../src/operations/convert.ts";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { verifyMesh } from "../../src/operations/verify.ts";

/** The process that `peakMemory.ts` starts: does one thing to one file and prints what it took beyond the start. */
const OPERATIONS = {
  open: openMesh,
  validate: validateMesh,
  inspect: inspectMesh,
  verify: verifyMesh,
  convert: meshToGlb,
};
export type Operation = keyof typeof OPERATIONS;

const [, , operation = "open", path = ""] = process.argv;
const bytes = new Uint8Array(readFileSync(path));
const before = process.resourceUsage().maxRSS;
try {
  await OPERATIONS[operation as Operation](bytes); // named by peakMemory.ts
} catch (error) {
  if (!(error instanceof MeshglotError)) throw error; // a fault takes memory too, up to the place where it is found
}
process.stdout.write(String((process.resourceUsage().maxRSS - before) / 1024));
