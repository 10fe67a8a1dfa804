import { MeshglotError } from "@meshglot/core";
import { workerData } from "piscina";
import { attempt, type Form, type Result } from "./attempt.ts";
import type { Job, Verb } from "./outcome.ts";
import { WORKER_VERBS } from "./verbs.ts";

/** What all jobs of a pool have in common. */
export interface WorkerSetup {
  name: string;
  options: object;
  form: Form;
}

const { name, options, form } = workerData as WorkerSetup; // what `runners.ts` gives its pool
const verb = await makeVerb();

async function makeVerb(): Promise<Verb> {
  const make = await WORKER_VERBS[name]?.();
  if (!make) throw new MeshglotError({ code: "WRONG_USAGE", detail: `workers do not know the verb ${name}` });
  return make(options as never); // the options that this very verb was called with
}

/** Called by the pool for each job. */
export default function work(job: Job): Promise<Result> {
  return attempt(name, verb, job, form);
}
