import { active } from "../store/files.ts";
import type { ModelElement } from "../store/selection.ts";
import { STRINGS } from "../strings.ts";
import type { Pick } from "../view3d/picking.ts";

/** What the pointer is on, and the size of the grid's squares. */
export function ReadOut({ pick, square }: { pick: Pick | undefined; square: number }) {
  return (
    <div class="readout">
      <span>{pick ? elementText(pick.element) : STRINGS.vertexPick}</span>
      {pick && (
        <span class="dim" data-testid="point">
          {pick.point
            .toArray()
            .map((value) => `${Number(value.toFixed(4))}`)
            .join("  ")}{" "}
          m
        </span>
      )}
      {square > 0 && (
        <span class="dim">
          {STRINGS.squares} {Number(square.toPrecision(3))} m
        </span>
      )}
    </div>
  );
}

/** A part of the model in words. */
export function elementText(element: ModelElement): string {
  const model = active.value?.model;
  if (element.kind === "node") {
    const node = model?.nodes[element.node];
    return `${node?.kind === "joint" ? "bone" : (node?.kind ?? "node")} ${node?.name ?? ""}`;
  }
  const name = model?.primitives[element.primitive]?.name ?? "";
  return element.kind === "surface" ? `surface ${name}` : `${element.kind} ${element.index} · ${name}`;
}
