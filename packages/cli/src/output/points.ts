import type { ListedPoint } from "@meshglot/core";
import { dim } from "./style.ts";
import { table } from "./table.ts";

/** Control points or hardpoints, one a line. */
export function pointTable(points: readonly ListedPoint[]): string {
  const rows = points.map(({ name, position, bone, info }, i) => [
    `  #${i}`,
    name.text,
    position.map((value) => String(Number(value.toPrecision(7)))).join(","),
    bone?.text ?? "",
    info?.text ?? "",
  ]);
  return `${table([["", "name", "position in the file", "bone", "info"].map(dim), ...rows])}\n`;
}
