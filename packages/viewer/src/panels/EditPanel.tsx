import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EditablePoint, EditedFile } from "../protocol.ts";
import { download } from "../store/download.ts";
import { active, addFiles } from "../store/files.ts";
import { editsBetween } from "../store/pointEdits.ts";
import { ask, WorkerFault } from "../store/worker.ts";
import { hex, STRINGS } from "../strings.ts";
import { hexText } from "./hexText.ts";

/** Control points and hardpoints to move, add and remove; the changed bytes are shown before anything is saved. */
export function EditPanel() {
  const stored = useSignal<readonly EditablePoint[]>([]);
  const points = useSignal<readonly EditablePoint[]>([]);
  const result = useSignal<EditedFile | undefined>(undefined);
  const fault = useSignal("");
  const file = active.value;
  const supported = file?.format?.id === "msh" || file?.format?.id === "bmesh";
  useEffect(() => {
    if (!file || !supported || file.fault) return;
    let current = true;
    void ask("points", { blob: file.blob }).then(
      (found) => {
        if (!current) return;
        stored.value = found;
        points.value = found;
      },
      (error: unknown) => {
        if (current && error instanceof WorkerFault) fault.value = error.message;
      },
    );
    return () => {
      current = false;
    };
  }, [file?.id]);
  if (!file || !supported) return <p class="empty">{STRINGS.editUnsupported}</p>;

  const change = (index: number, next: Partial<EditablePoint>) => {
    points.value = points.value.map((point, i) => (i === index ? { ...point, ...next } : point));
    result.value = undefined;
  };
  const preview = async () => {
    fault.value = "";
    result.value = undefined;
    try {
      const edits = editsBetween(stored.value, points.value);
      if (edits.length === 0) fault.value = STRINGS.noEdits;
      else result.value = await ask("edit", { blob: file.blob, edits });
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      fault.value = `${error.fault.code}: ${error.message}`;
    }
  };
  return (
    <div class="edit">
      <h3>{STRINGS.editPoints}</h3>
      <p class="dim">{STRINGS.editUnits}</p>
      {points.value.map((point, i) => (
        <PointRow
          key={i}
          point={point}
          isNew={i >= stored.value.length || point.name !== stored.value[i]?.name}
          change={(next) => change(i, next)}
          remove={() => {
            points.value = points.value.filter((_, other) => other !== i);
            result.value = undefined;
          }}
        />
      ))}
      <p class="buttons">
        <button
          type="button"
          onClick={() => {
            points.value = [...points.value, { name: `point_${points.value.length}`, position: [0, 0, 0], bone: "" }];
          }}
        >
          + {STRINGS.addPoint}
        </button>
        <button type="button" class="primary" onClick={() => void preview()}>
          {STRINGS.preview}
        </button>
      </p>
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      {result.value && <Preview result={result.value} name={file.name} />}
    </div>
  );
}

interface RowProps {
  point: EditablePoint;
  isNew: boolean;
  change(next: Partial<EditablePoint>): void;
  remove(): void;
}

const AXES = ["x", "y", "z"] as const;

function PointRow({ point, isNew, change, remove }: RowProps) {
  const { name, position, bone } = point;
  return (
    <fieldset class="point-form">
      <legend>{name}</legend>
      {isNew && (
        <div class="names">
          <input
            aria-label={STRINGS.name}
            placeholder={STRINGS.name}
            value={name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
          <input
            aria-label={STRINGS.bone}
            placeholder={STRINGS.bone}
            value={bone}
            onInput={(event) => change({ bone: event.currentTarget.value })}
          />
        </div>
      )}
      {AXES.map((axis, k) => (
        <label key={axis}>
          <span>{axis}</span>
          <input
            type="number"
            step="any"
            value={position[k]}
            onInput={(event) => {
              const next: EditablePoint["position"] = [...position];
              next[k] = event.currentTarget.valueAsNumber;
              change({ position: next });
            }}
          />
        </label>
      ))}
      <button
        type="button"
        class="quiet"
        aria-label={`${STRINGS.remove} ${name}`}
        title={STRINGS.remove}
        onClick={remove}
      >
        ×
      </button>
    </fieldset>
  );
}

function Preview({ result, name }: { result: EditedFile; name: string }) {
  const { bytes, ranges, changed, notes, issues } = result;
  const copy = name.replace(/^.*[\\/]/, "").replace(/(\.[^.]*)?$/, "_edited$1");
  return (
    <section aria-live="polite">
      <p>
        {changed.toLocaleString("en")} {STRINGS.changedBytes}
      </p>
      <ul class="differences">
        {ranges.map(({ path, offset, before, after }) => (
          <li key={offset}>
            <code>{path}</code> <span class="dim">{hex(offset)}</span>
            <span class="from">{hexText(before)}</span>
            <span class="to">{hexText(after)}</span>
          </li>
        ))}
      </ul>
      {[...notes, ...issues.map(({ code, message }) => `${code}: ${message}`)].map((note) => (
        <p key={note} class="dim">
          {note}
        </p>
      ))}
      <p class="buttons">
        <button type="button" class="primary" onClick={() => download({ name: copy, bytes })}>
          {STRINGS.saveEdited}
        </button>
        <button type="button" onClick={() => void addFiles([{ name: copy, blob: new Blob([bytes.slice()]) }])}>
          {STRINGS.openEdited}
        </button>
      </p>
    </section>
  );
}
