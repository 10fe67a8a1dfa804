import { viewport } from "../panels/ModelView.tsx";
import { active, files, openEntry } from "./files.ts";
import { togglePlaying } from "./playback.ts";
import { clearSelection } from "./selection.ts";
import { chooseShading, doubleSided, type Overlay, SHADINGS, toggleOverlay } from "./view.ts";

const OVERLAY_KEYS: Readonly<Record<string, Overlay>> = { g: "grid", b: "bounds", s: "skeleton", p: "points" };

/** Keys that work wherever the focus is, fields for text excepted. */
export function onKey(event: KeyboardEvent): void {
  const target = event.target;
  const typing = target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox";
  if (typing || target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const mode = SHADINGS[Number(key) - 1];
  const overlay = OVERLAY_KEYS[key];
  if (mode) chooseShading(mode);
  else if (overlay) toggleOverlay(overlay);
  else if (key === "f") viewport.value?.frameSelection();
  else if (key === "d") doubleSided.value = !doubleSided.value;
  // A button that has the focus is pressed by it.
  else if (key === " " && !(target instanceof HTMLButtonElement)) togglePlaying(active.value?.model);
  else if (key === "escape") clearSelection();
  else if (key === "[" || key === "]") step(key === "]" ? 1 : -1);
  else if (key === "/") document.getElementById("search")?.focus();
  else return;
  event.preventDefault();
}

function step(by: number): void {
  const at = files.value.findIndex(({ id }) => id === active.value?.id);
  const next = files.value[at + by];
  if (next) void openEntry(next.id);
}
