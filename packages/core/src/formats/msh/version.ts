/** The version behind the magic of every file of the game, for people; "?" where the file ends before it. */
export function versionOf(bytes: Uint8Array): string {
  if (bytes.byteLength < 8) return "?";
  return String(new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true));
}
