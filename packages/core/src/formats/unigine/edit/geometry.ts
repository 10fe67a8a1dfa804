import { type Block, blockOf } from "../../../layout/block.ts";
import type { CollisionTree, InlineTarget, UnigineFile } from "../file.ts";

/** What a morph target of any identifier has. */
export interface AnyTarget {
  positions: Float32Array;
  tangents: InlineTarget["tangents"];
}

/** A file with the positions and tangents of every target put through a function; blocks are encoded anew. */
export function mapTargets(file: UnigineFile, change: (target: AnyTarget, path: string) => AnyTarget): UnigineFile {
  const all = <G extends object>(geometry: G, path: string): G => {
    if (!("targets" in geometry)) return { ...geometry, ...change(geometry as unknown as AnyTarget, path) };
    const targets = (geometry.targets as AnyTarget[]).map((target, i) => ({
      ...target,
      ...change(target, `${path}.targets[${i}]`),
    }));
    return { ...geometry, targets };
  };
  const edited =
    "geometry" in file
      ? { ...file, geometry: file.geometry.map((geometry, i) => all(geometry, `geometry[${i}]`)) }
      : {
          ...file,
          geometryBlocks: (file.geometryBlocks as Block<object>[]).map(({ value, stored }, i) =>
            blockOf(all(value, `geometryBlocks[${i}].payload`), stored),
          ),
        };
  return edited as UnigineFile; // the same fields, other numbers
}

/** A file with other edges and trees; undefined keeps a block as it is. */
export function mapTrees(
  file: UnigineFile,
  change: (tree: CollisionTree, surface: number) => CollisionTree | undefined,
): UnigineFile {
  if (!("treeBlocks" in file)) return file;
  const treeBlocks = file.treeBlocks.map((block, i) => {
    const made = change(block.value, i);
    return made ? blockOf(made, block.stored) : block;
  });
  return { ...file, treeBlocks };
}
