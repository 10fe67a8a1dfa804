import { type Lookalike, startsWith } from "../../lookalikes.ts";

/** What newer packs are split into, and files that start like a pack by chance. */
export const SPLASHPACK_LOOKALIKES: readonly Lookalike[] = [
  part("VR", "texture", ".vram"),
  part("SA", "audio", ".spu"),
  part("LP", "loading-screen", ".loading"),
  {
    what: "a file that starts with SP and no possible version of a splashpack",
    todo: "Splashpacks have version 1, or 17 and later, behind these letters; look at where the file comes from.",
    test: (bytes) => startsWith(bytes, "SP") && bytes.byteLength >= 8 && (bytes[3] ?? 0) !== 0 && !isText(bytes),
  },
];

/** Two letters are a weak sign, so a small number has to follow them (a version or a count of 16 bits). */
function part(magic: string, what: string, extension: string): Lookalike {
  return {
    what: `the ${what} part of a newer splashpack (${extension}, since version 20)`,
    todo: "The geometry is in the .splashpack beside it, which this tool can not read either: it reads version 1 (2025).",
    test: (bytes) => startsWith(bytes, magic) && bytes.byteLength >= 4 && bytes[3] === 0,
  };
}

function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8).every((byte) => byte >= 0x20 && byte < 0x7f);
}
