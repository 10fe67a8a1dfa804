import { effect } from "@preact/signals";
import { active } from "./files.ts";
import { selectElement, selection, selectPath } from "./selection.ts";

/** What `#path=positions[41]&element=triangle:0:12` says. */
function fragment(): URLSearchParams {
  return new URLSearchParams(window.location.hash.slice(1));
}

/** Selects what the address asks for, if the file that is shown has it. */
export function followLink(): void {
  const words = fragment();
  const [kind, a, b] = (words.get("element") ?? "").split(":");
  const [primitive, index] = [Number(a), Number(b)];
  const path = words.get("path");
  if ((kind === "triangle" || kind === "vertex") && isThere(kind, primitive, index)) {
    selectElement({ kind, primitive, index }, "link");
  } else if (path) {
    selectPath(path, "link");
  }
}

function isThere(kind: "triangle" | "vertex", primitive: number, index: number): boolean {
  const part = active.value?.model?.primitives[primitive];
  const count = kind === "triangle" ? (part?.indices.length ?? 0) / 3 : (part?.positions.length ?? 0) / 3;
  return Number.isInteger(index) && index >= 0 && index < count;
}

/** Keeps the address in step with the selection, so that it can be copied. */
export function writeLinks(): void {
  effect(() => {
    const chosen = selection.value;
    if (!active.value) return;
    if (!chosen) {
      // What one file had selected means nothing in the next one.
      if (window.location.hash)
        window.history.replaceState(undefined, "", window.location.pathname + window.location.search);
      return;
    }
    const words = new URLSearchParams({ path: chosen.path });
    const [element] = chosen.elements;
    if (element?.kind === "triangle" || element?.kind === "vertex") {
      words.set("element", `${element.kind}:${element.primitive}:${element.index}`);
    }
    const hash = `#${words.toString().replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%3A", ":")}`;
    if (hash !== window.location.hash) window.history.replaceState(undefined, "", hash);
  });
}
