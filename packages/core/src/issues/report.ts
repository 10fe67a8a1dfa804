import type { Issue, Severity } from "./issue.ts";
import { issueFacts } from "./table.ts";

/** Findings of one code beyond this are counted, not listed. */
export const ISSUES_PER_CODE = 10;

/** What the user wants to hear. */
export interface ReportOptions {
  /** Findings listed per code; the rest is counted. */
  perCode?: number;
  /** Codes left out. */
  ignore?: readonly string[];
  /** Severities instead of those of the table, by code. */
  severity?: Readonly<Record<string, Severity>>;
}

/** Collects the findings of one file. Bounded: a broken file has millions of them. */
export class Report {
  readonly #issues: Issue[] = [];
  readonly #totals = new Map<string, number>();
  readonly #perCode: number;
  readonly #ignore: ReadonlySet<string>;
  readonly #severity: Readonly<Record<string, Severity>>;

  constructor(options: ReportOptions = {}) {
    this.#perCode = options.perCode ?? ISSUES_PER_CODE;
    this.#ignore = new Set(options.ignore);
    this.#severity = options.severity ?? {};
  }

  /**
   * @param path field path as in the byte map; its bytes are looked up later
   * @param message what is wrong here, with the numbers
   */
  add(code: string, path: string, message: string, override: { severity?: Severity; hint?: string } = {}): void {
    if (this.#ignore.has(code)) return;
    const total = (this.#totals.get(code) ?? 0) + 1;
    this.#totals.set(code, total);
    if (total > this.#perCode) return;
    const facts = issueFacts(code);
    this.#issues.push({
      code,
      severity: this.#severity[code] ?? override.severity ?? facts.severity,
      path,
      offset: null,
      length: null,
      message,
      hint: override.hint ?? facts.hint ?? null,
    });
  }

  /** True while a finding of this code would be listed: beyond that there is no need to put it into words. */
  lists(code: string): boolean {
    return !this.#ignore.has(code) && (this.#totals.get(code) ?? 0) < this.#perCode;
  }

  /** Counts a finding that {@link Report.lists} has no room for, without words. */
  count(code: string): void {
    if (!this.#ignore.has(code)) this.#totals.set(code, (this.#totals.get(code) ?? 0) + 1);
  }

  get issues(): Issue[] {
    return this.#issues;
  }

  /** Codes of which more were found than are listed, with the true number. */
  get truncated(): Record<string, number> {
    return Object.fromEntries([...this.#totals].filter(([, total]) => total > this.#perCode));
  }
}
