import { effect } from "@preact/signals";
import { render } from "preact";
import "./style.css";
import "./styles/animation.css";
import { App } from "./panels/App.tsx";
import { followBlocks } from "./store/blocks.ts";
import { active } from "./store/files.ts";
import { filesOf, servedFiles, takeIn } from "./store/intake.ts";
import { onKey } from "./store/keys.ts";
import { followLink, writeLinks } from "./store/link.ts";
import { followClock, resetPlayback } from "./store/playback.ts";
import { clearSelection } from "./store/selection.ts";
import { theme } from "./store/theme.ts";
import { resetView } from "./store/view.ts";

const root = document.getElementById("app");
if (root) render(<App />, root);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
// What belongs to one file goes with it; the address is followed into the first one.
let shown = -1;
effect(() => {
  const file = active.value;
  if (!file || file.id === shown) return;
  const first = shown === -1;
  shown = file.id;
  if (!first) clearSelection();
  resetView(file.model);
  resetPlayback(file.model, file.format !== undefined && /\bani(m)?$/.test(file.format.id));
  if (first) followLink();
});
followBlocks();
writeLinks();
followClock();

window.addEventListener("keydown", onKey);
window.addEventListener("hashchange", followLink);
window.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
window.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) document.body.classList.remove("dropping");
});
window.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (event.dataTransfer) void filesOf(event.dataTransfer).then(takeIn);
});
window.addEventListener("paste", (event) => {
  if (event.clipboardData && event.clipboardData.files.length > 0) void filesOf(event.clipboardData).then(takeIn);
});
void servedFiles().then((found) => takeIn(found));
