import { type Edited, MeshglotError } from "../../src/index.ts";
import type { Edit } from "../../src/operations/edit/edit.ts";
import { type OpenedMesh, openMesh } from "../../src/operations/open.ts";
import { exampleFiles, type SampleFile } from "../support/files.ts";

export const FORMAT_IDS = ["msh", "bmesh", "meshbin", "splashpack", "unigine"] as const;

const examplesOf = (folders: readonly string[]): readonly (SampleFile & { format: string })[] =>
  folders.flatMap((format) =>
    exampleFiles(format).map((file) => ({ ...file, format, name: `${format}/${file.name}` })),
  );

/** Every example of every mesh format, named with its format. */
export const EXAMPLES = examplesOf(FORMAT_IDS);

/** Examples of files that belong to meshes. */
export const COMPANIONS = examplesOf(["ani", "skl", "cms", "unigine-anim", "unigine-skeleton"]);

export function example(name: string): Uint8Array {
  const found = EXAMPLES.find((file) => file.name === name);
  if (!found) throw new Error(`there is no example ${name}`);
  return found.bytes;
}

/** One edit by itself, without what `editMesh` checks around it. */
export async function apply(mesh: OpenedMesh, edit: Edit): Promise<Edited<object>> {
  return edit({ mesh, editing: await mesh.format.editing(), codePage: mesh.format.codePage });
}

export function opened(bytes: Uint8Array): OpenedMesh {
  const mesh = openMesh(bytes);
  if (mesh.fault) throw mesh.fault;
  return mesh;
}

/** The typed error that a promise fails with; anything else fails the test. */
export async function faultOf(promise: Promise<unknown>): Promise<MeshglotError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof MeshglotError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
