import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Comparison } from "../protocol.ts";
import { COMPARE_MODES, compareMode, ghost } from "../store/compare.ts";
import { active, askFor, files } from "../store/files.ts";
import { selectPath } from "../store/selection.ts";
import { ask, WorkerFault } from "../store/worker.ts";
import { hex, plural, STRINGS } from "../strings.ts";

/** What differs between the file that is shown and another one of the list, and both models in one picture. */
export function ComparePanel() {
  const result = useSignal<Comparison | undefined>(undefined);
  const fault = useSignal("");
  const otherId = useSignal(-1);
  const file = active.value;
  const others = files.value.filter(({ id }) => id !== file?.id);
  const other = others.find(({ id }) => id === otherId.value);

  useEffect(() => {
    result.value = undefined;
    fault.value = "";
    if (!file || !other) return;
    let current = true;
    const report = (error: unknown) => {
      if (!(error instanceof WorkerFault)) throw error;
      if (current) fault.value = `${error.fault.code}: ${error.message}`;
    };
    void ask("compare", { name: file.name, blob: file.blob, other: other.blob }).then((found) => {
      if (current) result.value = found;
    }, report);
    void ask("open", askFor(other)).then(({ model }) => {
      if (current) ghost.value = model;
    }, report);
    return () => {
      current = false;
      ghost.value = undefined;
    };
  }, [file?.id, other?.id]);

  if (others.length === 0) return <p class="empty">{STRINGS.compareNone}</p>;
  return (
    <div class="compare">
      <label class="choose">
        <span>{STRINGS.compareWith}</span>
        <select
          value={otherId.value}
          onChange={(event) => {
            otherId.value = Number(event.currentTarget.value);
          }}
        >
          <option value={-1}>—</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {other && (
        <div class="segments">
          {COMPARE_MODES.map((mode) => (
            <button
              key={mode}
              type="button"
              aria-pressed={compareMode.value === mode}
              class={compareMode.value === mode ? "on" : ""}
              onClick={() => {
                compareMode.value = mode;
              }}
            >
              {STRINGS[mode]}
            </button>
          ))}
        </div>
      )}
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      {result.value && <Differences result={result.value} />}
    </div>
  );
}

function Differences({ result }: { result: Comparison }) {
  const { same, by, changes, total, bytes } = result;
  return (
    <>
      <p role="status">
        {same ? STRINGS.compareSame : plural(total, STRINGS.differences)} · {bytes.changed.toLocaleString("en")}{" "}
        {STRINGS.changedBytes}
      </p>
      {by === "scene" && <p class="dim">{STRINGS.compareByScene}</p>}
      <ul class="differences">
        {changes.map(({ path, kind, a, b, elements }, i) => (
          <li key={`${i} ${path}`}>
            <button type="button" onClick={() => selectPath(path, "issues")}>
              <code>{path}</code>
              <span class="dim">{elements ? `${elements.differ} / ${elements.of}` : kind}</span>
              <span class="from">{JSON.stringify(a)}</span>
              <span class="to">{JSON.stringify(b)}</span>
            </button>
          </li>
        ))}
      </ul>
      {bytes.ranges.length > 0 && (
        <details>
          <summary>{STRINGS.bytes}</summary>
          <ul class="related">
            {bytes.ranges.map(({ path, a, b }) => (
              <li key={`${a.offset} ${b.offset}`}>
                <button type="button" onClick={() => selectPath(path, "issues")}>
                  <span>{path}</span>
                  <code>
                    {hex(a.offset)} +{a.size} → {hex(b.offset)} +{b.size}
                  </code>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
