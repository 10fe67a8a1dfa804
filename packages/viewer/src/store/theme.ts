import { signal } from "@preact/signals";

export type Theme = "dark" | "light";

/** What the system prefers, until the user says otherwise. */
export const theme = signal<Theme>(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
}
