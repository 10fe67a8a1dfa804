import { Budget } from "../bytes/budget.ts";
import { Cursor } from "../bytes/cursor.ts";
import { MeshglotError } from "../bytes/fault.ts";
import { Trace } from "../bytes/trace.ts";
import type { Format } from "../format.ts";
import { type Detected, detect, formatById } from "../registry.ts";

export interface OpenOptions {
  /** Id of the format, to skip detection. */
  format?: string;
  /** Dialect of the format, to override what detection found. */
  dialect?: string;
  /** Record where each field lies; {@link OpenedMesh.trace} is empty without. */
  trace?: boolean;
  /** Limit for the memory of small objects, in bytes; by default it follows from the file's size. */
  maxMemory?: number;
}

/** A file that was read, to its end or to a fault. */
export interface OpenedMesh {
  format: Format;
  dialect: string;
  version: string;
  bytes: Uint8Array;
  /**
   * The faithful object; if there is a fault, the fields before it, and of the array or list that it cut the elements
   * that are there.
   */
  file: object;
  fault: MeshglotError | undefined;
  trace: Trace;
}

/**
 * Reads a file as far as it can be read.
 *
 * @param bytes the whole file; leave them as they are while the file object is in use, because its compressed blocks
 *   are views of them
 * @returns the file object, and the fault that ended it early if there was one
 * @throws MeshglotError if the content is no known format
 * @example
 * const mesh = openMesh(await readFile("sword.msh"));
 * if (mesh.fault) console.error(mesh.fault.message);
 */
export function openMesh(bytes: Uint8Array, options: OpenOptions = {}): OpenedMesh {
  const detected = options.format === undefined ? detect(bytes) : detectAs(formatById(options.format), bytes);
  const { format, version } = detected;
  const dialect = options.dialect ?? detected.dialect;
  const trace = new Trace();
  const cursor = new Cursor(bytes, {
    family: format.family,
    trace: options.trace ? trace : undefined,
    budget: new Budget(bytes.byteLength, options.maxMemory),
  });
  const opened = { format, dialect, version, bytes, trace };
  try {
    return { ...opened, file: format.read(cursor, dialect), fault: undefined };
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    trace.fail(error, cursor.offset, bytes.byteLength);
    return { ...opened, file: error.partial ?? {}, fault: error };
  }
}

/** What a format that the user names says of the bytes; it is read as that format even if it does not know them. */
function detectAs(format: Format, bytes: Uint8Array): Detected {
  const [firstDialect = ""] = Object.keys(format.layouts);
  return { ...(format.detect(bytes) ?? { dialect: firstDialect, version: "?" }), format };
}
