/** Shows how far a run over many files has come, on standard error and only on a terminal. */
export function progressOn(
  total: number,
  options: { json?: boolean; jsonl?: boolean; quiet?: boolean },
): { step: () => void; stop: () => void } {
  // The outcomes themselves show the progress where they are printed to the same terminal.
  const wanted = process.stderr.isTTY && total > 20 && !options.quiet && (!process.stdout.isTTY || options.json);
  if (!wanted) return { step: () => undefined, stop: () => undefined };
  let done = 0;
  const start = performance.now();
  return {
    step: () => {
      done++;
      const seconds = (performance.now() - start) / 1000;
      const left = Math.round((seconds / done) * (total - done));
      process.stderr.write(
        `\r${done} of ${total} files, ${Math.round(done / seconds)} per second, ${left} s left \u001b[K`,
      );
    },
    stop: () => process.stderr.write("\r\u001b[K"),
  };
}
