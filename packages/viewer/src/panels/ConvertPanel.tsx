import type { Loss } from "@meshglot/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConversionTarget } from "../protocol.ts";
import { download } from "../store/download.ts";
import { active, askFor } from "../store/files.ts";
import { ask, WorkerFault } from "../store/worker.ts";
import { fileSize, STRINGS } from "../strings.ts";

/** Downloads of the model in other formats, and what they do not hold. */
export function ConvertPanel() {
  const done = useSignal<{ to: string; size: number; losses: readonly Loss[] } | undefined>(undefined);
  const fault = useSignal("");
  const targets = useSignal<readonly ConversionTarget[]>([]);
  const file = active.value;
  useEffect(() => {
    void ask("targets", { blob: new Blob() }).then((known) => {
      targets.value = known;
    });
  }, []);
  const convert = async (to: string) => {
    if (!file) return;
    fault.value = "";
    try {
      const { files, losses } = await ask("convert", { ...askFor(file), to });
      for (const output of files) download(output);
      done.value = { to, size: files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0), losses };
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      fault.value = `${error.fault.code}: ${error.message}`;
    }
  };
  const losses = done.value?.losses ?? file?.losses ?? [];
  return (
    <div class="convert">
      <h3>{STRINGS.convertTo}</h3>
      <p class="buttons">
        {targets.value.map(({ name, summary }) => (
          <button
            key={name}
            type="button"
            class="primary"
            title={summary}
            disabled={!file?.model}
            onClick={() => void convert(name)}
          >
            {name.toUpperCase()}
          </button>
        ))}
      </p>
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      {done.value && (
        <p class="dim" role="status">
          {done.value.to.toUpperCase()} · {fileSize(done.value.size)}
        </p>
      )}
      <h3>{STRINGS.losses}</h3>
      {losses.length === 0 && <p class="dim">{STRINGS.noLosses}</p>}
      <ul class="losses">
        {losses.map((loss) => (
          <li key={loss.code + loss.path}>
            <code>{loss.code}</code> <span class="chip">{loss.count.toLocaleString("en")}</span>
            <span>{loss.message}</span>
            <span class={loss.keptIn ? "dim" : "gone"}>
              {loss.keptIn ? `${STRINGS.keptIn} ${loss.keptIn}` : STRINGS.gone}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
