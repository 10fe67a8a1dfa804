import type { Tally } from "../batch/tally.ts";
import { progressEvents } from "./progressEvents.ts";
import { progressLine } from "./progressLine.ts";

/** `auto`: a line on a terminal; elsewhere JSON lines, if the run takes long enough for somebody to wonder. */
export type ProgressMode = "auto" | "json" | "none";

/** How far a run has come; on standard error. */
export interface Progress {
  /** Another input is finished. */
  step(): void;
  /** Makes room for other text. */
  hide(): void;
  /** The run is over. */
  stop(): void;
}

interface ProgressOptions {
  progress?: ProgressMode;
  quiet?: boolean;
  /** What inputs are called whose answer is not "fine". */
  notFine?: string | undefined;
}

/** Up to here a terminal shows the files themselves, and that is progress enough. */
const FEW = 20;
const EVERY_MS = { auto: 10_000, json: 1000 };

/** Shows how far a run over `total` inputs has come, as the tally counts them. */
export function progressOn(
  verb: string,
  total: number,
  tally: Tally,
  { progress = "auto", quiet = false, notFine = "failed" }: ProgressOptions,
): Progress {
  const silent = progress === "none" || (progress === "auto" && quiet);
  if (!silent && progress === "json") return progressEvents(verb, total, tally, EVERY_MS.json, true);
  if (!silent && !process.stderr.isTTY) return progressEvents(verb, total, tally, EVERY_MS.auto, false);
  if (!silent && total > FEW) return progressLine(total, tally, notFine);
  return { step: () => undefined, hide: () => undefined, stop: () => undefined };
}
