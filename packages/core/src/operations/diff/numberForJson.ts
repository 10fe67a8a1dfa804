import type { Json } from "../../json.ts";

/** JSON has neither NaN nor infinities nor -0, so those are words. */
export function numberForJson(value: number): Json {
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? value : String(value);
}
