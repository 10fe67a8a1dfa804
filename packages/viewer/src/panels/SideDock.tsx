import { signal } from "@preact/signals";
import { active, activeEntry } from "../store/files.ts";
import { STRINGS } from "../strings.ts";
import { ComparePanel } from "./ComparePanel.tsx";
import { ConvertPanel } from "./ConvertPanel.tsx";
import { EditPanel } from "./EditPanel.tsx";
import { Inspector } from "./Inspector.tsx";
import { IssueList } from "./IssueList.tsx";
import { PartsPanel } from "./PartsPanel.tsx";
import { StructureTree } from "./StructureTree.tsx";
import { Tabs } from "./Tabs.tsx";
import { TexturesPanel } from "./TexturesPanel.tsx";

export type SideTab = "structure" | "issues" | "parts" | "textures" | "convert" | "compare" | "edit";
export const sideTab = signal<SideTab>("structure");

const PANELS = {
  structure: StructureTree,
  issues: IssueList,
  parts: PartsPanel,
  textures: TexturesPanel,
  convert: ConvertPanel,
  compare: ComparePanel,
  edit: EditPanel,
} as const;

/** What is known about the file, a tab each, and below it what is selected. */
export function SideDock() {
  const entry = activeEntry.value;
  const found = (entry?.errors ?? 0) + (entry?.warnings ?? 0);
  const badge = found > 0 ? { text: String(found), kind: entry?.errors ? "error" : "warning" } : undefined;
  const Panel = PANELS[sideTab.value];
  return (
    <aside class="side">
      <Tabs
        label={STRINGS.structure}
        current={sideTab.value}
        choose={(id) => {
          sideTab.value = id;
        }}
        tabs={[
          { id: "structure", label: STRINGS.structure },
          { id: "issues", label: STRINGS.issues, badge },
          { id: "parts", label: STRINGS.parts },
          { id: "textures", label: STRINGS.textures },
          { id: "convert", label: STRINGS.convert },
          { id: "compare", label: STRINGS.compare },
          { id: "edit", label: STRINGS.edit },
        ]}
      />
      <div class="side-panel" role="tabpanel" aria-labelledby={`tab-${sideTab.value}`}>
        <Panel key={active.value?.id} />
      </div>
      <section class="selection" aria-label={STRINGS.inspector}>
        <h2>{STRINGS.inspector}</h2>
        <Inspector />
      </section>
    </aside>
  );
}
