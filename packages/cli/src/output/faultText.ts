import type { FaultJson } from "@meshglot/core";
import { shownPath } from "./shownPath.ts";
import { dim, red } from "./style.ts";

/** A fault as a person wants to read it: what, where, what to do. */
export function faultText(file: string, fault: FaultJson): string {
  const hint = fault.hint ? `\n  ${dim(fault.hint)}` : "";
  return `${shownPath(file)}: ${red(fault.code)} ${shownPath(fault.message)}${hint}`;
}
