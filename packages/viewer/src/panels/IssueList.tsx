import { active, report } from "../store/files.ts";
import { selectIssue, selection } from "../store/selection.ts";
import { STRINGS } from "../strings.ts";

/** What the validator found, each with its bytes. */
export function IssueList() {
  const file = active.value;
  const found = report.value;
  if (file?.fault && !found) {
    const { code, message, path, offset, hint } = file.fault;
    return (
      <div class="issues">
        <Finding
          severity="error"
          code={code}
          message={message}
          path={path}
          offset={offset}
          length={1}
          hint={hint ?? null}
        />
      </div>
    );
  }
  if (!found) return <p class="empty">{file?.format ? STRINGS.noReport : ""}</p>;
  if (found.issues.length === 0) return <p class="empty">{STRINGS.noIssues}</p>;
  const order = { error: 0, warning: 1, info: 2 };
  const sorted = [...found.issues].sort((a, b) => order[a.severity] - order[b.severity]);
  return (
    <section class="issues" aria-label={STRINGS.issues}>
      {sorted.map((issue, i) => (
        <Finding key={`${issue.code} ${issue.path} ${i}`} {...issue} />
      ))}
      {Object.entries(found.truncated).map(([code, total]) => (
        <p key={code} class="dim">
          {code}: {(total - found.issues.filter((issue) => issue.code === code).length).toLocaleString("en")}{" "}
          {STRINGS.more}
        </p>
      ))}
    </section>
  );
}

interface FindingProps {
  severity: string;
  code: string;
  message: string;
  path: string;
  offset: number | null;
  length: number | null;
  hint: string | null;
}

function Finding({ severity, code, message, path, offset, length, hint }: FindingProps) {
  const current = selection.value?.by === "issues" && selection.value.path === path;
  return (
    <button
      type="button"
      class={`issue ${severity} ${current ? "current" : ""}`}
      onClick={() => selectIssue({ path, offset, length })}
    >
      <span class={`badge ${severity}`}>{severity}</span>
      <code>{code}</code>
      <span class="issue-message">{message}</span>
      {hint && <span class="dim">{hint}</span>}
      {path && (
        <span class="dim">
          <code>{path}</code>
          {offset !== null && ` · byte ${offset}`}
        </span>
      )}
    </button>
  );
}
