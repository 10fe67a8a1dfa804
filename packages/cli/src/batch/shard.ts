import { createHash } from "node:crypto";
import { normalize, relative, sep } from "node:path";
import { MeshglotError } from "@meshglot/core";
import type { Input } from "../inputs.ts";

/** One of `count` parts of a job, from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** `3/8`. @throws MeshglotError `WRONG_USAGE` */
export function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new MeshglotError({
    code: "WRONG_USAGE",
    detail: `--shard ${text} is no part of a job`,
    hint: "It is written i/n with i from 1 to n, for instance --shard 3/8.",
  });
}

/**
 * Whether an input belongs to a shard. The path below the input folder decides, by the first 48 bits of its SHA-256
 * modulo the number of shards: every machine agrees without asking another one, wherever the folder is mounted, and a
 * file that is added moves no other.
 *
 * @example
 * inputs.filter((input) => isInShard(input, { index: 3, count: 8 }));
 */
export function isInShard({ path, root }: Input, { index, count }: Shard): boolean {
  const name = (root === undefined ? normalize(path) : relative(root, path)).split(sep).join("/");
  return createHash("sha256").update(name).digest().readUIntBE(0, 6) % count === index - 1;
}
