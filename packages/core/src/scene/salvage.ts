import type { MeshglotError } from "../bytes/fault.ts";
import type { LayoutDescription } from "../format.ts";
import type { LossLedger } from "./loss.ts";

/** A file that ended early, made whole enough to be converted. */
export interface Salvaged<F> {
  /** Absent fields are empty, counts follow what is there, halves of records are gone. */
  file: F;
  /** All that can be shown where no face was read. */
  points: readonly PointArray[];
}

/** Positions of a file that has no faces. */
export interface PointArray {
  /** As in the byte map. */
  path: string;
  /** 3 each, in the file's own axes and units. */
  positions: ArrayLike<number>;
}

/** Notes the fault itself and the fields behind it, so that the losses say all that is missing. */
export function reportMissing(
  fault: MeshglotError,
  part: object,
  layout: LayoutDescription | undefined,
  ledger: LossLedger,
): void {
  ledger.add("FILE_CUT", fault.path, missingElements(fault), `${fault.code}: ${fault.message}`);
  const [cutField] = /^[A-Za-z0-9]+/.exec(fault.path) ?? [""];
  const names = layout?.fields.map(({ name }) => name) ?? [];
  for (const name of names.slice(names.indexOf(cutField) + 1)) {
    if (!(name in part)) ledger.add("NOT_READ", name, 1, "the field lies behind the fault");
  }
}

/** How many elements of the array or list that was cut are not there; 1 where nothing is counted. */
function missingElements({ countCause, needed, available }: MeshglotError): number {
  if (!countCause || !needed || available === undefined) return 1;
  const stride = needed / Number(countCause.value);
  return Number(countCause.value) - Math.floor(available / stride);
}
