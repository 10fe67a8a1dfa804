import type { CompanionFile, CompanionRole } from "../../src/format.ts";
import { openCompanion } from "../../src/operations/companion.ts";
import { formatById } from "../../src/registry.ts";
import { exampleFiles } from "./files.ts";

/** An example as a companion, named after its file. @param mesh format of the mesh that it is for */
export function exampleCompanion(role: CompanionRole, format: string, name: string, mesh = "msh"): CompanionFile {
  const found = exampleFiles(format).find((file) => file.name === name);
  if (!found) throw new Error(`there is no example ${format}/${name}`);
  return openCompanion(role, formatById(mesh), name.replace(/\.[^.]+$/, ""), found.bytes);
}
