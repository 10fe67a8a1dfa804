/** Bytes from hex text; blanks and line breaks are ignored. */
export function fromHex(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, "");
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
}
