import { active } from "../store/files.ts";
import { chooseShading, doubleSided, OVERLAYS, overlays, SHADINGS, shading, toggleOverlay } from "../store/view.ts";
import { STRINGS } from "../strings.ts";
import { viewport } from "./ModelView.tsx";

/** How the model is drawn, and what over it. What this model has nothing of is left out. */
export function ViewToolbar() {
  const model = active.value?.model;
  const has = {
    // A skeleton alone is always shown.
    skeleton: (model?.primitives.length ?? 0) > 0 && (model?.nodes.some(({ kind }) => kind === "joint") ?? false),
    points: model?.nodes.some(({ kind }) => kind === "point") ?? false,
    collision: model?.collision !== undefined,
    tree: (model?.trees.length ?? 0) > 0,
  };
  const shown = OVERLAYS.filter((overlay) => !(overlay in has) || has[overlay as keyof typeof has]);
  const skinned = model?.primitives.some(({ weights }) => weights) ?? false;
  return (
    <div class="toolbar" role="toolbar" aria-label={STRINGS.show}>
      <div class="segments">
        {SHADINGS.filter((mode) => mode !== "weights" || skinned).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={shading.value === mode}
            class={shading.value === mode ? "on" : ""}
            onClick={() => chooseShading(mode)}
          >
            {STRINGS.shadings[mode]}
          </button>
        ))}
      </div>
      <div class="toggles">
        {shown.map((overlay) => (
          <button
            key={overlay}
            type="button"
            aria-pressed={overlays.value.has(overlay)}
            class={overlays.value.has(overlay) ? "on" : ""}
            onClick={() => toggleOverlay(overlay)}
          >
            {STRINGS.overlays[overlay]}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={doubleSided.value}
          title={STRINGS.doubleSidedHint}
          class={doubleSided.value ? "on" : ""}
          onClick={() => {
            doubleSided.value = !doubleSided.value;
          }}
        >
          {STRINGS.doubleSided}
        </button>
        <button type="button" onClick={() => viewport.value?.frameAll(true)}>
          {STRINGS.frame}
        </button>
      </div>
    </div>
  );
}
