import type { Tally } from "../batch/tally.ts";
import type { Progress } from "./progress.ts";
import { Rate } from "./rate.ts";

const EVERY_MS = 100;

/** One line of a terminal that says how many files are finished, how fast that goes and how long it will take. */
export function progressLine(total: number, tally: Tally, notFine = "failed"): Progress {
  const rate = new Rate();
  let drawn = Number.NEGATIVE_INFINITY;
  let visible = false;
  const hide = () => {
    if (visible) process.stderr.write("\r\u001b[K");
    visible = false;
  };
  return {
    step: () => {
      rate.update(tally.total);
      if (performance.now() - drawn < EVERY_MS) return;
      drawn = performance.now();
      visible = true;
      const { perSecond, secondsLeft } = rate.of(total);
      const left = secondsLeft === null ? "" : `, ${duration(secondsLeft)} left`;
      const failed = tally.failed > 0 ? `, ${tally.failed} ${notFine}` : "";
      process.stderr.write(`\r${tally.total} of ${total} files, ${perSecond} per second${left}${failed}\u001b[K`);
    },
    hide,
    stop: hide,
  };
}

/** 75 as "1:15 min". */
export function duration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)} min`;
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)} h`;
}
