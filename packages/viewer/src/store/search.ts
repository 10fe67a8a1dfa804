import { locateSpan } from "@meshglot/core";
import { active } from "./files.ts";
import type { ByteSource } from "./pagedBytes.ts";
import { selectBytes, selection, selectPath } from "./selection.ts";

/** Bytes looked at in one go: large enough to be quick, small enough to give way to the page. */
const CHUNK = 1 << 22;

/**
 * Goes to what the user typed: an offset, a field path, or the next place of some bytes.
 * @returns false if there is no such thing
 * @example await search("u16: 65535")
 */
export async function search(text: string): Promise<boolean> {
  const file = active.value;
  const words = text.trim();
  if (!file || words === "") return false;
  const offset = /^(0x[0-9a-f]+|\d+)$/i.test(words) ? Number(words) : undefined;
  if (offset !== undefined) {
    if (offset >= file.bytes.size) return false;
    selectBytes({ block: "", offset, size: 1 }, "link");
    return true;
  }
  const needle = needleOf(words);
  if (!needle) return locateSpan(file.spans, words)?.span.path === words && selectPath(words, "link");
  const place = selection.value?.place;
  const from = place?.block === "" ? place.offset + 1 : 0;
  const found = (await find(file.bytes, needle, from)) ?? (await find(file.bytes, needle, 0));
  if (found === undefined) return false;
  selectBytes({ block: "", offset: found, size: needle.byteLength }, "link");
  return true;
}

const NUMBERS = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
} as const;

/** The bytes that `hex: …`, `text: …` or `f32: …` stand for. */
function needleOf(words: string): Uint8Array | undefined {
  const [, kind = "", rest = ""] = /^(\w+):\s*(.+)$/.exec(words) ?? [];
  if (kind === "text") return new TextEncoder().encode(rest);
  if (kind === "hex") {
    const digits = rest.replace(/\s/g, "");
    if (!/^([0-9a-f]{2})+$/i.test(digits)) return undefined;
    return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  const value = Number(rest);
  if (!(kind in NUMBERS) || Number.isNaN(value)) return undefined;
  // Typed arrays are little-endian wherever browsers run, as these formats are.
  return new Uint8Array(NUMBERS[kind as keyof typeof NUMBERS].of(value).buffer);
}

async function find(source: ByteSource, needle: Uint8Array, from: number): Promise<number | undefined> {
  for (let start = from; start < source.size; start += CHUNK) {
    const bytes = await source.read(start, CHUNK + needle.byteLength - 1);
    const at = indexOf(bytes, needle);
    if (at >= 0) return start + at;
  }
  return undefined;
}

function indexOf(bytes: Uint8Array, needle: Uint8Array): number {
  const [first = 0] = needle;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (needle.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}
