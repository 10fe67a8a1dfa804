import { effect } from "@preact/signals";
import { render } from "preact";
import "./styles/base.css";
import "./styles/page.css";
import "./styles/files.css";
import "./styles/model.css";
import "./styles/side.css";
import "./styles/panels.css";
import "./styles/bytes.css";
import "./styles/animation.css";
import "./styles/tablet.css";
import { App } from "./panels/App.tsx";
import { followBlocks } from "./store/blocks.ts";
import { type ActiveFile, active } from "./store/files.ts";
import { filesOf, servedFiles, takeIn } from "./store/intake.ts";
import { onKey } from "./store/keys.ts";
import { followLink, writeLinks } from "./store/link.ts";
import { followClock, keepClip, resetPlayback } from "./store/playback.ts";
import { clearSelection } from "./store/selection.ts";
import { theme } from "./store/theme.ts";
import { resetView } from "./store/view.ts";

const root = document.getElementById("app");
if (root) render(<App />, root);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
// What belongs to one model goes with it; the address is followed into the first one.
let shown: ActiveFile | undefined;
effect(() => {
  const file = active.value;
  if (!file || file === shown) return;
  const [first, again] = [shown === undefined, shown?.id === file.id];
  shown = file;
  if (!first) clearSelection();
  resetView(file.model);
  if (again) keepClip(file.model);
  else resetPlayback(file.model, file.format !== undefined && /\bani(m)?$/.test(file.format.id));
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
