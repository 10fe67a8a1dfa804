import type { LossLedger } from "../../scene/loss.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import { nameFrom, textOf, type UnigineName } from "./names.ts";
import type { ScenePart } from "./sceneParts.ts";

/**
 * Names of surfaces: that of the node or mesh, with the material's where a mesh has several parts. The engine finds
 * materials by these names, so no two are the same, unless they were so in the file that they come from.
 */
export function surfaceNames(parts: readonly ScenePart[], ledger: LossLedger): UnigineName[] {
  const taken = new Set<string>();
  return parts.map((part) => {
    const { surface, facts } = part;
    const own = surface ? surface.node.getName() || surface.mesh.getName() : part.node.getName();
    if (facts) {
      const name = nameFrom(facts.facts.name, own);
      if (textOf(name) === keptText(facts.facts.name)) {
        taken.add(own);
        return name;
      }
    }
    const wanted = surface ? wantedName(surface, own) : own || "surface";
    let text = wanted;
    for (let i = 2; taken.has(text); i++) text = `${wanted}_${i}`;
    taken.add(text);
    const changed = text === wanted ? 0 : 1;
    ledger.add("NAME_CHANGED", surface?.path ?? own, changed, `"${wanted}" was taken, the surface is called "${text}"`);
    return nameFrom(undefined, text);
  });
}

/** The text of a name in the extras. */
function keptText(kept: unknown): unknown {
  return typeof kept === "object" && kept !== null && "text" in kept ? kept.text : kept;
}

function wantedName({ mesh, primitive, index }: SceneSurface, own: string): string {
  const material = primitive.getMaterial()?.getName() ?? "";
  if (mesh.listPrimitives().length === 1) return own || material || "surface";
  return [own, material || String(index)].filter((part) => part !== "").join("_");
}
