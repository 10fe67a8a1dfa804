import { readFileSync, type Stats, statSync } from "node:fs";

// What a job asks of the disk, it asks blocking: its thread has nothing else to do meanwhile, and with promises each
// step goes to a pool of threads and back, which takes longer than the step itself. A folder of 2,000 files is
// converted a fifth faster so.

/** What the system says of a path; undefined if it says nothing. */
export function statOrNothing(path: string | Buffer): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** The bytes of a file; undefined if it can not be read. */
export function readOrNothing(path: string | Buffer): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    return undefined;
  }
}
