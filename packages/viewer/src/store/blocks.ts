import { effect, signal } from "@preact/signals";
import { active } from "./files.ts";
import { MemoryBytes } from "./pagedBytes.ts";
import { shownBlock } from "./selection.ts";
import { ask } from "./worker.ts";

/** The decoded bytes of the block that is shown; undefined while they are made, or if there is none. */
export const blockBytes = signal<{ block: string; bytes: MemoryBytes } | undefined>(undefined);

/** Decodes blocks as they are selected. Only one is kept. */
export function followBlocks(): void {
  effect(() => {
    const [file, block] = [active.value, shownBlock.value];
    if (!file || block === "") {
      blockBytes.value = undefined;
      return;
    }
    if (blockBytes.peek()?.block === block && decodedFor === file.id) return;
    const { id, blob } = file;
    void ask("block", { blob, path: block })
      .then((bytes) => {
        if (active.peek()?.id !== id || shownBlock.peek() !== block) return;
        decodedFor = id;
        blockBytes.value = { block, bytes: new MemoryBytes(bytes) };
      })
      .catch(() => {
        blockBytes.value = undefined; // a damaged block has a fault of its own, which the page shows
      });
  });
}

let decodedFor = -1;
