import { complain } from "../output/emitter.ts";

/**
 * Ctrl-C during a run: what was begun is brought to its end, nothing more is begun; a second one ends at once.
 * @param remembers whether the next run skips what this one did
 */
export function interruptible(remembers: boolean): {
  readonly requested: boolean;
  end(finished: number, total: number): void;
} {
  let requested = false;
  const request = () => {
    requested = true;
  };
  process.once("SIGINT", request);
  return {
    get requested() {
      return requested;
    },
    end: (finished, total) => {
      process.removeListener("SIGINT", request);
      if (!requested) return;
      const next = remembers ? "; the same command goes on from here" : "";
      complain(`interrupted after ${finished} of ${total} files${next}`);
      process.kill(process.pid, "SIGINT"); // who called us is told by the signal, as always
    },
  };
}
