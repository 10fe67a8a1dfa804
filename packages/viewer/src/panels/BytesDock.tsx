import { leafSpans } from "@meshglot/core";
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { blockBytes } from "../store/blocks.ts";
import { active } from "../store/files.ts";
import { selection, shownBlock, spansOf } from "../store/selection.ts";
import { fileSize, STRINGS } from "../strings.ts";
import { HexView } from "./HexView.tsx";
import { TableView } from "./TableView.tsx";
import { Tabs } from "./Tabs.tsx";

type View = "bytes" | "table";
const view = signal<View>("bytes");
const blockLeaves = computed(() => leafSpans(spansOf(shownBlock.value)));

/** The bytes of the file, those of a decoded block beside them, or the array that is selected. */
export function BytesDock() {
  const file = active.value;
  const block = blockBytes.value;
  // A table is asked for by its tab alone; whoever selects elsewhere keeps the view that is open.
  useEffect(() => {
    if (selection.value?.by === "link" && view.value === "table") view.value = "bytes";
  }, [selection.value]);
  return (
    <section class="dock" aria-label={STRINGS.bytes}>
      <Tabs
        label={STRINGS.bytes}
        current={view.value}
        choose={(id) => {
          view.value = id;
        }}
        tabs={[
          { id: "bytes", label: STRINGS.bytes },
          { id: "table", label: STRINGS.table },
        ]}
      >
        {file && (
          <span class="dim grow">
            {file.name.split("/").at(-1)} · {fileSize(file.bytes.size)}
            {block && ` · ${STRINGS.decoded}: ${block.block}, ${fileSize(block.bytes.size)}`}
          </span>
        )}
      </Tabs>
      {file && view.value === "bytes" && (
        <div class={`hexes ${block ? "two" : ""}`}>
          <HexView key={file.id} source={file.bytes} block="" leaves={file.leaves} label={STRINGS.bytes} />
          {block && (
            <HexView
              key={block.block}
              source={block.bytes}
              block={block.block}
              leaves={blockLeaves.value}
              label={STRINGS.decoded}
            />
          )}
        </div>
      )}
      {file && view.value === "table" && <TableView />}
    </section>
  );
}
