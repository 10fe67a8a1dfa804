/** Over how long the rate is averaged: files that were skipped at the start must not promise an early end. */
const WINDOW_MS = 10_000;
const SAMPLES = 10;

/** How fast a run is, and how long it will take. */
export class Rate {
  readonly #samples: { time: number; finished: number }[] = [{ time: performance.now(), finished: 0 }];
  #finished = 0;

  /** Says how many files are finished by now. */
  update(finished: number): void {
    this.#finished = finished;
    const time = performance.now();
    if (time - (this.#samples.at(-1)?.time ?? 0) < WINDOW_MS / SAMPLES) return;
    this.#samples.push({ time, finished });
    if (this.#samples.length > SAMPLES) this.#samples.shift();
  }

  /** Files per second, and seconds for those that are left; null as long as nothing is finished. */
  of(total: number): { perSecond: number; secondsLeft: number | null } {
    const { time = 0, finished = 0 } = this.#samples[0] ?? {};
    const perSecond = (this.#finished - finished) / ((performance.now() - time) / 1000);
    const secondsLeft = perSecond > 0 ? Math.ceil((total - this.#finished) / perSecond) : null;
    return { perSecond: Math.round(perSecond * 10) / 10, secondsLeft };
  }
}
