import { MeshglotError } from "./bytes/fault.ts";

/** A thing that people hand to us although it is something else. */
export interface Lookalike {
  /** What it is. */
  what: string;
  /** What to do with it. */
  todo: string;
  test: (bytes: Uint8Array) => boolean;
}

/** Whether the bytes at `offset` are this text. */
export function startsWith(bytes: Uint8Array, text: string, offset = 0): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}

export function u32At(bytes: Uint8Array, offset: number): number {
  if (offset + 4 > bytes.byteLength) return -1;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset, true);
}

/** Hex and text of the first bytes, for messages. */
export function firstBytes(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 8);
  const hex = Array.from(head, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const text = Array.from(head, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
  return `${hex} ("${text}")`;
}

/** The error for a file that is none of ours, with the name of what it is if we know. */
export function unknownFormat(bytes: Uint8Array, lookalikes: readonly Lookalike[]): MeshglotError {
  if (bytes.byteLength === 0) {
    return new MeshglotError({ code: "EMPTY_FILE", detail: "the file is empty", offset: 0, needed: 4, available: 0 });
  }
  const found = lookalikes.find((lookalike) => lookalike.test(bytes));
  if (found) {
    return new MeshglotError({
      code: "LOOKALIKE",
      detail: `this is ${found.what}; the first bytes are ${firstBytes(bytes)}`,
      offset: 0,
      hint: found.todo,
    });
  }
  return new MeshglotError({
    code: "UNKNOWN_FORMAT",
    detail: `no known format starts with ${firstBytes(bytes)}`,
    offset: 0,
    hint: "`meshglot formats` lists what can be read. Is the file still packed, encrypted, or from another engine?",
  });
}
