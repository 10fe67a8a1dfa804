import type { Input } from "../inputs.ts";
import type { IssueCount } from "../output/issueCounts.ts";
import type { WrittenFile } from "../output/writeFiles.ts";
import type { ManifestRecord } from "./manifest.ts";
import type { SourceFile } from "./upToDate.ts";

/** One input, and what the run as a whole settled about it. Plain data: it goes to a worker. */
export interface Job extends Input {
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
  /** Files that were written. */
  files?: WrittenFile[];
  /** Files that were read or looked for beside the input, so that a change of them is noticed. */
  sources?: SourceFile[];
  /** Nothing was done, because an earlier run did it. */
  upToDate?: boolean;
  /** What the verb wants to know of every input at the end; see {@link IssueCount}. */
  aside?: readonly IssueCount[];
  /** To be remembered for the next run. */
  record?: ManifestRecord;
}

/** One input through one verb. Throws MeshglotError if the input can not be used at all. */
export type Verb = (job: Job) => Promise<Outcome>;
