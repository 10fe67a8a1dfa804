import { layOutUnigine } from "../../src/formats/unigine/blockPlaces.ts";
import type { Ms14File, Ms15File, Sk10File } from "../../src/formats/unigine/file.ts";
import { unigine } from "../../src/formats/unigine/index.ts";
import type { Block } from "../../src/layout/block.ts";
import { blockOf } from "../../src/layout/block.ts";
import { openMesh } from "../../src/operations/open.ts";
import { exampleFiles } from "../support/files.ts";

const examples = new Map(
  exampleFiles("unigine").map(({ name, bytes }) => [name.replace(/\.mesh(_skinned)?$/, ""), bytes]),
);

/** Bytes of an example by its name without extension. */
export function example(name: string): Uint8Array {
  const bytes = examples.get(name);
  if (!bytes) throw new Error(`no example ${name}`);
  return bytes;
}

interface ByDialect {
  ms15: Ms15File;
  ms14: Ms14File;
  sk10: Sk10File;
}

/** An example with its file object changed in place, laid out anew. Every block is encoded from its value. */
export function edited<D extends keyof ByDialect>(
  name: string,
  id: D,
  change: (file: ByDialect[D]) => void,
): Uint8Array {
  const file = openMesh(example(name)).file as ByDialect[D]; // the caller names the identifier of the example
  change(file);
  const fresh = <T>(block: Block<T>) => blockOf(block.value, block.stored);
  const unsealed = {
    ...file,
    geometryBlocks: (file.geometryBlocks as Block<never>[]).map(fresh),
    ...("treeBlocks" in file ? { treeBlocks: file.treeBlocks.map(fresh) } : {}),
  } as ByDialect[D];
  return unigine.write(layOutUnigine(unsealed, id), id);
}

/** The first item, which the example is known to have. */
export function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error("empty");
  return item;
}
