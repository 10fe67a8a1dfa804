import { active, closeEntry, type FileEntry, files, openEntry } from "../store/files.ts";
import { fileSize, plural, STRINGS } from "../strings.ts";
import { Facts } from "./Facts.tsx";

/** Every file that was opened, and what is known about the one that is shown. */
export function FileList() {
  return (
    <aside class="files" aria-label={STRINGS.files}>
      <h2>{STRINGS.files}</h2>
      <ul>
        {files.value.map((entry) => (
          <FileRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <Facts />
    </aside>
  );
}

function FileRow({ entry }: { entry: FileEntry }) {
  const { id, name, format, blob, counts, errors, warnings, thumbnail, state, beside } = entry;
  const current = active.value?.id === id;
  const faces = counts ? counts.triangles + counts.quads : undefined;
  return (
    <li class={current ? "current" : ""}>
      <button type="button" class="file" aria-current={current} onClick={() => void openEntry(id)} title={name}>
        {thumbnail ? (
          <img src={thumbnail} alt="" width={44} height={44} />
        ) : (
          <span class={`blank ${state}`} aria-hidden="true" />
        )}
        <span class="file-text">
          <span class="file-name">{name.split("/").at(-1)}</span>
          <span class="dim">
            {format ? `${format.title}${format.version ? ` ${format.version}` : ""}` : state === "waiting" ? "" : "?"}
          </span>
          <span class="dim">
            {fileSize(blob.size)}
            {faces ? ` · ${plural(faces, ["face", "faces"])}` : ""}
          </span>
          {beside.length > 0 && (
            <span class="dim attached" title={beside.join("\n")}>
              + {beside.map((path) => path.split("/").at(-1)).join(", ")}
            </span>
          )}
        </span>
        <span class="badges">
          {state === "damaged" && <span class="badge error">!</span>}
          {errors > 0 && (
            <span class="badge error" title="errors">
              {errors}
            </span>
          )}
          {warnings > 0 && (
            <span class="badge warning" title="warnings">
              {warnings}
            </span>
          )}
        </span>
      </button>
      <button
        type="button"
        class="close"
        aria-label={`${STRINGS.close}: ${name}`}
        title={STRINGS.close}
        onClick={() => void closeEntry(id)}
      >
        ×
      </button>
    </li>
  );
}
