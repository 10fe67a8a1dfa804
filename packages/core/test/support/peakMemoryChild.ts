import { readFileSync } from "node:fs";
import { inspectMesh } from "../../src/operations/inspect.ts";
import { openMesh } from "../../src/operations/open.ts";
import { validateMesh } from "../../src/operations/validate.ts";
import { verifyMesh } from "../../src/operations/verify.ts";

/** The process that `peakMemory.ts` starts: does one thing to one file and prints what it took beyond the start. */
const OPERATIONS = { open: openMesh, validate: validateMesh, inspect: inspectMesh, verify: verifyMesh };
export type Operation = keyof typeof OPERATIONS;

const [, , operation = "open", path = ""] = process.argv;
const bytes = new Uint8Array(readFileSync(path));
const before = process.resourceUsage().maxRSS;
await OPERATIONS[operation as Operation](bytes); // named by peakMemory.ts
process.stdout.write(String((process.resourceUsage().maxRSS - before) / 1024));
