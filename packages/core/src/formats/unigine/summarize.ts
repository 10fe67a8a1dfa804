import { NO_COUNTS, type Summary } from "../../format.ts";
import type { UnigineFile, UnigineId } from "./file.ts";

export function summarizeUnigine(_file: UnigineFile, id: UnigineId): Summary {
  return { counts: NO_COUNTS, bounds: null, features: [id], details: {} };
}
