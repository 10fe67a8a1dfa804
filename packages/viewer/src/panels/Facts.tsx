import type { Counts } from "@meshglot/core";
import { report } from "../store/files.ts";
import { plural, STRINGS } from "../strings.ts";

/** What `inspect` says about the file. */
export function Facts() {
  const found = report.value;
  if (!found) return null;
  const counts = (Object.keys(STRINGS.counts) as (keyof Counts)[]).filter((name) => found.counts[name] > 0);
  const details = Object.entries(found.details).filter(([, value]) => textOf(value ?? "") !== "");
  return (
    <section class="facts" aria-label={STRINGS.facts}>
      <h2>{STRINGS.facts}</h2>
      <p class="chips">
        {counts.map((name) => (
          <span key={name} class="chip">
            {plural(found.counts[name], STRINGS.counts[name])}
          </span>
        ))}
      </p>
      <dl>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{wordsOf(name)}</dt>
            <dd>{textOf(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `storedBounds` becomes `stored bounds`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Longest text of a fact; the rest is in `inspect`. */
const LONGEST = 160;

function textOf(value: unknown): string {
  const text = plain(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}

function plain(value: unknown): string {
  if (typeof value === "number") return String(Number(value.toPrecision(6)));
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([name, inner]) => `${wordsOf(name)} ${plain(inner)}`)
      .join(" · ");
  }
  return String(value);
}
