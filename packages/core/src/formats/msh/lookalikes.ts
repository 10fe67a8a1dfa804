import { type Lookalike, startsWith, u32At } from "../../lookalikes.ts";

/** What else is called `.msh`, or lies beside one (each row of the family's table; magics from public sources). */
export const MSH_LOOKALIKES: readonly Lookalike[] = [
  sibling("AFX\0", "a Lost Saga effect file (AFX)"),
  sibling("EDG\0", "a Lost Saga edge file (EDG)"),
  sibling("FNT\0", "a Lost Saga font (FNT)"),
  sibling("PGF\0", "a Lost Saga PGF file"),
  sibling("MTL\0", "a Lost Saga material file (MTL)"),
  {
    what: "a Gmsh finite-element mesh",
    todo: "Open it with Gmsh; export STL or OBJ from there.",
    test: (bytes) => ["$MeshFormat", "$Comments", "$PhysicalNames", "$NOD"].some((text) => startsWith(bytes, text)),
  },
  {
    what: "an Ansys Fluent or GAMBIT mesh (text s-expressions)",
    todo: "Open it with a CFD tool; it holds cells, not a game model.",
    test: (bytes) => ['(0 "', '(1 "', "(2 3)", '(0"', "(2 2)"].some((text) => startsWith(bytes, text)),
  },
  {
    what: "a Star Wars Battlefront mesh container",
    todo: "Use the tools of that game; it shares only the extension.",
    test: (bytes) => startsWith(bytes, "HEDR"),
  },
  {
    what: "a Star Wars Galaxies mesh",
    todo: "Use the tools of that game; it shares only the extension.",
    test: (bytes) => startsWith(bytes, "FORM") && startsWith(bytes, "MESH", 8),
  },
  {
    what: "a Dragon Nest mesh",
    todo: "Use the tools of that game; it shares only the extension.",
    test: (bytes) => startsWith(bytes, "Eternity Engine Mesh File"),
  },
  {
    what: "an Orbiter spacecraft mesh (text)",
    todo: "Use Orbiter's own mesh tools.",
    test: (bytes) => startsWith(bytes, "MSHX1"),
  },
  {
    what: "a PAL3 (GameBox engine) mesh",
    todo: "Use the tools of that game: its magic is lower-case.",
    test: (bytes) => startsWith(bytes, "msh") && u32At(bytes, 4) === 100,
  },
  {
    what: "a mesh of FlannyH's PlayStation shooter (FMSH)",
    todo: "Use that project's own tools.",
    test: (bytes) => startsWith(bytes, "FMSH"),
  },
  {
    what: "a packed archive (ZIP)",
    todo: "The file is still in a pack: unpack it first.",
    test: (bytes) => startsWith(bytes, "PK\x03\x04"),
  },
  {
    what: "a gzip-packed file",
    todo: "The file is still in a pack: unpack it first, for instance with gunzip.",
    test: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
  },
  {
    what: "an Ogre mesh",
    todo: "Convert it with OgreXMLConverter or the Ogre Blender add-on.",
    test: (bytes) => bytes[0] === 0 && bytes[1] === 0x10 && startsWith(bytes, "[MeshSerializer_v1.", 2),
  },
  {
    what: "a mesh that starts with MSH but has no possible Lost Saga version and type (the tn_mai demo writes such files)",
    todo: "Use the tools of the program that wrote it.",
    test: (bytes) => startsWith(bytes, "MSH"),
  },
  {
    what: "a FreeFEM mesh (text starting with a line of three integers)",
    todo: "Open it with FreeFEM or a finite-element viewer.",
    test: (bytes) => /^\s*\d+\s+\d+\s+\d+\s*\r?\n/.test(String.fromCharCode(...bytes.subarray(0, 64))),
  },
  {
    what: "probably a Battlezone II mesh",
    todo: "Use the tools of that game; it shares only the extension.",
    test: isBattlezone,
  },
];

function sibling(magic: string, what: string): Lookalike {
  return {
    what,
    todo: "It belongs to a mesh of the same game; give meshglot the .msh beside it.",
    test: (bytes) => startsWith(bytes, magic),
  };
}

/** Four letters, a small version, a small number of blocks, 32 unused zero bytes. */
function isBattlezone(bytes: Uint8Array): boolean {
  const letters = bytes.subarray(0, 4).every((byte) => byte >= 0x41 && byte <= 0x7a);
  const unused = bytes.subarray(12, 44);
  const version = u32At(bytes, 4);
  const blocks = u32At(bytes, 8);
  return (
    letters &&
    unused.length === 32 &&
    unused.every((byte) => byte === 0) &&
    version < 1000 &&
    blocks > 0 &&
    blocks < 1000
  );
}
