import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Operation } from "./peakMemoryChild.ts";

const CHILD = fileURLToPath(new URL("peakMemoryChild.ts", import.meta.url));

/** Megabytes that an operation takes at most, in a process of its own: memory that is free again counts as well. */
export function peakMemory(operation: Operation, bytes: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), "meshglot-"));
  try {
    const path = join(folder, "file");
    writeFileSync(path, bytes);
    return Number(execFileSync(process.execPath, ["--import", "tsx", CHILD, operation, path], { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a file may take: ten times its size and a fixed allowance. */
export function memoryLimit(bytes: Uint8Array): number {
  return (10 * bytes.byteLength) / 2 ** 20 + 64;
}
