import { type Lookalike, startsWith, u32At } from "../../lookalikes.ts";

/** First number of the game's static databases (code). */
const DATABASE = 0xda7aba5e;

/** Files of the same game, and the same magic in other letters. */
export const BMESH_LOOKALIKES: readonly Lookalike[] = [
  {
    what: "something that looks like bMesh, but the magic is case-sensitive",
    todo: "Firefall's meshes start with exactly `bMesh`; the file was changed, or another program wrote it.",
    test: (bytes) => String.fromCharCode(...bytes.subarray(0, 5)).toLowerCase() === "bmesh",
  },
  {
    what: "a database of Firefall (.sd2, .sdb), not a mesh",
    todo: "Meshes are the .bMesh files in system/assetdb; the database says which materials they get.",
    test: (bytes) => u32At(bytes, 0) === DATABASE || u32At(bytes, 4) === DATABASE,
  },
  // The archive's own magic was never published; that it starts with its name is inferred.
  {
    what: "probably an archive of Firefall (R5A), not a mesh",
    todo: "Meshes have to be taken out of the archive first.",
    test: (bytes) => startsWith(bytes, "R5A"),
  },
];
