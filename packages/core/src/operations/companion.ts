import { MeshglotError } from "../bytes/fault.ts";
import type { CompanionFile, CompanionRole, Format } from "../format.ts";
import { type OpenOptions, openMesh } from "./open.ts";

/**
 * Opens a file that lies beside a mesh.
 *
 * @param role what it is wanted for
 * @param mesh the format of the mesh; skeletons of another engine do not fit
 * @param name its name without folder and extension
 * @throws MeshglotError `COMPANION_WRONG` if it is something else, or the fault that ends its reading
 * @example
 * const skeleton = openCompanion("skeleton", msh, "normal", await readFile("normal.skl"));
 * const { document } = await meshToScene(bytes, {}, { companions: { skeleton } });
 */
export function openCompanion(
  role: CompanionRole,
  mesh: Format,
  name: string,
  bytes: Uint8Array,
  options: OpenOptions = {},
): CompanionFile {
  const { format, dialect, file, fault } = openMesh(bytes, options);
  if (format.companion !== role || format.engine !== mesh.engine) {
    throw new MeshglotError({
      code: "COMPANION_WRONG",
      detail: `${name} is a ${format.title}; a ${role} of ${mesh.engine} is needed`,
      hint: "Give the file that belongs to the mesh.",
    });
  }
  if (fault) throw fault;
  return { name, format, dialect, file };
}

/** File names, in lower case, of the textures that a material among the companions names. */
export function texturesNamedBy(material: CompanionFile | undefined): string[] {
  return material?.format.textures?.(material.file) ?? [];
}
