/**
 * A path as one line of text: control characters, line separators and characters that turn the direction of text are
 * escaped, so that a file name can neither break a line nor steer the terminal.
 */
export function shownPath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
  return path.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (char) =>
    char === "\n" ? "\\n" : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
