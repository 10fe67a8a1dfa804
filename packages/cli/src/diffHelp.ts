/** What `meshglot diff --help` says below the options. */
export const DIFF_HELP = `
Examples:
  meshglot diff sword.msh edited.msh                fields side by side, then byte ranges
  meshglot diff old/ new/                           all files of two folders, by their names
  meshglot diff old/ new/ --brief                   only which files differ or are on one side
  meshglot diff a.mesh b.mesh --tolerance 1e-4      forget rounding
  meshglot diff head.meshbin head.bMesh             two formats, compared as scenes in metres
  meshglot diff sword.msh edited.glb                what was changed in the GLB, or glTF, or OBJ
  meshglot diff models/ out/                        meshes and what they were converted to

Scenes are the same if triangles, normals, tangents, UVs, vertex colours and weights are, joints and points are in the
same places, and materials have the same names. What the files have besides is named as "not compared".

Exit codes: 0 all the same, 1 something differs or is on one side only, 2 wrong usage or a file that can not be read,
3 a bug of ours.`;
