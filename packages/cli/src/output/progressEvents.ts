import type { Tally } from "../batch/tally.ts";
import type { Progress } from "./progress.ts";
import { Rate } from "./rate.ts";
import { schemaOf } from "./schemaOf.ts";

/**
 * Progress for programs: a JSON line now and then, and one at the end; docs/schemas/progress.schema.json describes it.
 * @param always also for a run that is over before the first line is due
 */
export function progressEvents(verb: string, total: number, tally: Tally, everyMs: number, always: boolean): Progress {
  const rate = new Rate();
  const start = performance.now();
  let said = start;
  let speaks = always;
  const say = (event: "progress" | "end") => {
    const { perSecond, secondsLeft } = rate.of(total);
    const seconds = Math.round(performance.now() - start) / 1000;
    const { total: finished, counts } = tally;
    const line = {
      schema: schemaOf("progress"),
      event,
      verb,
      total,
      finished,
      counts,
      perSecond,
      secondsLeft,
      seconds,
    };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
  return {
    step: () => {
      rate.update(tally.total);
      if (performance.now() - said < everyMs) return;
      said = performance.now();
      speaks = true;
      say("progress");
    },
    hide: () => undefined,
    stop: () => {
      if (speaks) say("end");
    },
  };
}
