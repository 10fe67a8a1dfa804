import type { ShownPart } from "../protocol.ts";
import { active } from "../store/files.ts";
import { selectIssue } from "../store/selection.ts";
import { plural, STRINGS } from "../strings.ts";

/** Says of a damaged file that its model is a part, and leads to the place of the fault. */
export function PartNotice() {
  const { part, fault } = active.value ?? {};
  if (!part || !fault) return null;
  return (
    <div class="part" role="status">
      <strong>
        {STRINGS.part}: {partText(part)}
      </strong>
      <button type="button" onClick={() => selectIssue(fault)}>
        <code>{fault.code}</code> {fault.message}
      </button>
    </div>
  );
}

function partText({ kind, shown, missing, silent }: ShownPart): string {
  if (kind === "faces" && missing + silent === 0) return STRINGS.allFaces;
  const of = missing > 0 ? ` of ${(shown + missing).toLocaleString("en")}` : "";
  const others = silent > 0 ? `; ${plural(silent, STRINGS.counts.surfaces)} ${STRINGS.withoutFaces}` : "";
  return `${shown.toLocaleString("en")}${of} ${STRINGS.partKinds[kind]}${others}`;
}
