import type { HexColors } from "../hex/painter.ts";
import type { Theme } from "../store/theme.ts";

/** The colours of the bytes, which a canvas can not take from the style sheet. */
const COLORS: Readonly<Record<Theme, HexColors>> = {
  dark: {
    text: "#d5dbe4",
    dim: "#5d6878",
    faint: "#7a8698",
    strong: "#ffb02e",
    strongText: "#16130a",
    soft: "rgb(255 176 46 / 0.30)",
    fault: "rgb(255 82 82 / 0.25)",
    dark: true,
  },
  light: {
    text: "#1d2530",
    dim: "#a3adba",
    faint: "#6b7685",
    strong: "#f5a100",
    strongText: "#1a1300",
    soft: "rgb(245 161 0 / 0.30)",
    fault: "rgb(220 40 40 / 0.18)",
    dark: false,
  },
};

export function hexColors(theme: Theme): HexColors {
  return COLORS[theme];
}
