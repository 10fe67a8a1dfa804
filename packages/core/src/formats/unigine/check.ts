import type { Report } from "../../issues/report.ts";
import type { UnigineFile, UnigineId } from "./file.ts";

export function checkUnigine(_file: UnigineFile, _id: UnigineId, _report: Report): void {}
