import type { Input } from "../inputs.ts";
import type { IssueCount } from "../output/issueCounts.ts";
import type { Verdict } from "../output/verdicts.ts";
import type { WrittenFile } from "../output/writeFiles.ts";
import type { ManifestRecord } from "./manifest.ts";
import type { Sides } from "./sides.ts";
import type { SourceFile } from "./upToDate.ts";

/**
 * One input, and what the run as a whole settled about it. Plain data: it goes to a worker. Where a pair is compared it
 * is the first of the two that is there, so that shards, sizes and reports know what they are about.
 */
export interface Job extends Input {
  /** The pair, for a verb that compares. */
  sides?: Sides;
  /** Where the verb's output goes; undefined for verbs that write none. */
  output?: string;
  /** What is known of earlier runs into the same folder; undefined where nothing is remembered. */
  memory?: Memory;
}

export interface Memory {
  /** Folder that the paths of a record are relative to. */
  folder: string;
  before?: ManifestRecord;
}

/** What a verb made of one input. */
export interface Outcome {
  /** One entry of the JSON array; several for verbs with an entry per output. */
  json: object | object[];
  /** What a person reads. */
  text: string;
  /** False: the answer for this input is "no". */
  ok: boolean;
  /** True: the input can not be used at all. The same as a MeshglotError, for a verb that has an entry of its own for it. */
  unusable?: boolean;
  /** Files that were written. */
  files?: WrittenFile[];
  /** Files that were read or looked for beside the input, so that a change of them is noticed. */
  sources?: SourceFile[];
  /** Nothing was done, because an earlier run did it. */
  upToDate?: boolean;
  /** What the verb wants to know of every input at the end; see {@link IssueCount}. */
  aside?: readonly IssueCount[];
  /** What came of a comparison. */
  verdict?: Verdict;
  /** To be remembered for the next run. */
  record?: ManifestRecord;
}

/** One input through one verb. Throws MeshglotError if the input can not be used at all. */
export type Verb = (job: Job) => Promise<Outcome>;
