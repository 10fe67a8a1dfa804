import { isatty } from "node:tty";
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/**
 * Colours only where a person looks, and never against https://no-color.org. The descriptor is asked because a worker's
 * `process.stdout` is no terminal even where its text ends on one.
 */
const enabled = isatty(1) && !process.env.NO_COLOR && process.env.TERM !== "dumb";

function style(name: Style): (text: string) => string {
  return (text) => (enabled ? styleText(name, text) : text);
}

export const bold = style("bold");
export const dim = style("gray");
export const red = style("red");
export const yellow = style("yellow");
export const green = style("green");
export const cyan = style("cyan");
export const blue = style("blue");
export const magenta = style("magenta");
