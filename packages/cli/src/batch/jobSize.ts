import { statOrNothing } from "../files.ts";
import { systemPath } from "../inputs.ts";
import type { Job } from "./outcome.ts";

/** Bytes of a job's input, or of both where a pair is compared; what can not be found has none. */
export function sizeOf(job: Job): number {
  const inputs = job.sides ? [job.sides.a, job.sides.b] : [job];
  return inputs.reduce((sum, input) => sum + ((input && statOrNothing(systemPath(input))?.size) ?? 0), 0);
}
