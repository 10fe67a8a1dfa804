// What words of the command line become; what they can not be ends the command as wrong usage.

/** Values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** A whole number from 1 on, for `--jobs`. */
export function atLeastOne(text: string): number {
  const value = wholeNumber(text);
  if (value > 0) return value;
  throw Object.assign(new Error("--jobs wants at least 1"), { exitCode: 2, code: "commander.invalidArgument" });
}

/** A whole number from 0 on. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw Object.assign(new Error(`${text} is no whole number`), { exitCode: 2, code: "commander.invalidArgument" });
}

/** A number from 0 on. */
export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
  throw Object.assign(new Error(`${text} is no number of 0 or more`), {
    exitCode: 2,
    code: "commander.invalidArgument",
  });
}
