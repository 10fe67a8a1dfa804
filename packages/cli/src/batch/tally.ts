import { fileSize, table } from "../output/table.ts";
import type { Result, Status } from "./attempt.ts";

/** Codes named in the summary; the rest is one line. */
const CODES_SHOWN = 10;

const WORDS: readonly [Status, string][] = [
  ["done", "done"],
  ["current", "up to date"],
  ["no", "with errors"],
  ["failed", "failed"],
  ["bug", "broke meshglot"],
];

/** Counts what came of the inputs. */
export class Tally {
  readonly counts: Record<Status, number> = { done: 0, current: 0, no: 0, failed: 0, bug: 0 };
  readonly #sizes: Record<Status, number> = { done: 0, current: 0, no: 0, failed: 0, bug: 0 };
  readonly #codes = new Map<string, number>();

  add({ status, size, code }: Result): void {
    this.counts[status]++;
    this.#sizes[status] += size;
    if (code !== undefined) this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
  }

  /** Inputs that are finished. */
  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** Inputs whose answer is anything but "fine". */
  get failed(): number {
    return this.counts.no + this.counts.failed + this.counts.bug;
  }

  /** A table of how many inputs ended how, and of the faults, the frequent ones first. */
  summary(seconds: number): string {
    const codes = [...this.#codes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    const shown = codes.slice(0, CODES_SHOWN);
    const others = codes.slice(CODES_SHOWN).reduce((sum, [, count]) => sum + count, 0);
    return table(
      [
        ...WORDS.filter(([status]) => this.counts[status] > 0).map(([status, word]) =>
          row(word, this.counts[status], fileSize(this.#sizes[status])),
        ),
        ...shown.map(([code, count]) => row(`  ${code}`, count)),
        ...(others > 0 ? [row(`  ${codes.length - shown.length} other codes`, others)] : []),
        row(
          `total in ${seconds.toFixed(1)} s`,
          this.total,
          fileSize(Object.values(this.#sizes).reduce((a, b) => a + b)),
        ),
      ],
      [1, 2],
    );
  }
}

function row(what: string, count: number, size = ""): string[] {
  return [what, `${count.toLocaleString("en")} ${count === 1 ? "file" : "files"}`, size];
}
