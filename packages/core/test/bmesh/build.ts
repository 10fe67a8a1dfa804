import type { BmeshFile } from "../../src/formats/bmesh/file.ts";
import { bmesh } from "../../src/formats/bmesh/index.ts";
import { openMesh } from "../../src/operations/open.ts";
import { exampleFiles } from "../support/files.ts";

const examples = new Map(exampleFiles("bmesh").map(({ name, bytes }) => [name.replace(".bMesh", ""), bytes]));

/** Bytes of an example by its name without extension. */
export function example(name: string): Uint8Array {
  const bytes = examples.get(name);
  if (!bytes) throw new Error(`no example ${name}`);
  return bytes;
}

/** The file object of an example, its arrays free to be changed. */
export function fileOf(name: string): BmeshFile {
  return openMesh(example(name)).file as BmeshFile; // every example is a bMesh
}

/** The bytes of an example with some fields changed. */
export function edited(name: string, change: (file: BmeshFile) => Partial<BmeshFile>): Uint8Array {
  const file = fileOf(name);
  return bmesh.write({ ...file, ...change(file) }, "bMesh");
}

/** A name field of 64 bytes. */
export function nameField(text: string, tail = ""): Uint8Array {
  const field = new Uint8Array(64);
  field.set(Uint8Array.from(`${text}\0${tail}`.slice(0, 64), (char) => char.charCodeAt(0)));
  return field;
}
