import { type Lookalike, startsWith } from "../../lookalikes.ts";

/** What else is called `.mesh`, or lies beside one (each row of the family's table). */
export const UNIGINE_LOOKALIKES: readonly Lookalike[] = [
  {
    what: "a file of UNIGINE's predecessor engine of 2004, whose layout is unrelated",
    todo: "Use the tools of that engine.",
    test: (bytes) => ["ms02", "mr02", "sm02"].some((id) => startsWith(bytes, id)),
  },
  {
    what: "a mesh of another engine (@@b@): `.mesh` is used by many engines, and this is not a UNIGINE identifier",
    todo: "Use the tools of the game it comes from.",
    test: (bytes) => startsWith(bytes, "@@b@"),
  },
  {
    what: "an FBX file",
    todo: "Import it with Blender or the UNIGINE Editor.",
    test: (bytes) => startsWith(bytes, "Kaydara FBX Binary") || startsWith(bytes, "; FBX"),
  },
  {
    what: "a binary glTF file (GLB)",
    todo: "It is what meshglot converts to; any glTF viewer shows it.",
    test: (bytes) => startsWith(bytes, "glTF"),
  },
];
