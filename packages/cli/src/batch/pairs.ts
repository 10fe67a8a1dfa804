import { basename, extname, join, sep } from "node:path";
import { FORMATS, MeshglotError } from "@meshglot/core";
import { statOrNothing } from "../files.ts";
import { filesBelow, type Input, nothingKnown } from "../inputs.ts";
import { withoutGltfBuffers } from "./gltfBuffers.ts";
import type { Job } from "./outcome.ts";
import { nameBelow, SCENE_EXTENSIONS, type Sides } from "./sides.ts";

/** A file of one of two trees. */
interface Leaf {
  /** Path below the folder. */
  name: string;
  input: Input;
}

/** What a file of the other tree has to have in common with this one; undefined if this one is never paired so. */
type Key = (leaf: Leaf) => string | undefined;

/** Extensions of files that can be compared as scenes. `.bin` mostly is no mesh, so it needs its own name. */
const SCENE_LIKE = new Set(
  FORMATS.filter(({ companion }) => companion === undefined)
    .flatMap(({ extensions }) => extensions.map((extension) => extension.toLowerCase()))
    .filter((extension) => extension !== "bin")
    .concat(SCENE_EXTENSIONS)
    .map((extension) => `.${extension}`),
);

/**
 * Two files as one pair, or two folders as the pairs of their files, sorted by name.
 *
 * @param notice called with what a person should know about the search
 * @throws MeshglotError `WRONG_USAGE` for a file against a folder, `NO_SUCH_INPUT` if there is nothing to compare
 */
export async function findPairs(a: string, b: string, notice?: (text: string) => void): Promise<Job[]> {
  const [folderA, folderB] = [isFolder(a), isFolder(b)];
  if (!folderA && !folderB) return [jobOf({ a: { path: a }, b: { path: b } })];
  if (!folderA) throw fileAgainstFolder(a, b);
  if (!folderB) throw fileAgainstFolder(b, a);
  const left = await leavesOf(a, notice);
  const right = await leavesOf(b, notice);
  if (left.length + right.length === 0)
    throw nothingKnown(`neither ${a} nor ${b} holds a`, undefined, SCENE_EXTENSIONS);
  return pairTrees(left, right).map(jobOf);
}

/**
 * Pairs two trees: by name; what is left by name without letter case; and meshes and scenes that are left by
 * name without extension. The last two only where one file alone comes into question on each side, so that nothing is guessed.
 */
function pairTrees(left: readonly Leaf[], right: readonly Leaf[]): Sides[] {
  const [ours, theirs] = [known(left, right), known(right, left)];
  const pairs = new Map<Leaf, Sides>();
  const taken = new Set<Leaf>();
  const match = (key: Key, pairedBy?: Sides["pairedBy"]) => {
    const others = alone(theirs, key);
    for (const [value, leaf] of alone(ours, key)) {
      const other = others.get(value);
      if (!leaf || !other || taken.has(leaf) || taken.has(other)) continue;
      pairs.set(leaf, { a: leaf.input, b: other.input, ...(pairedBy ? { pairedBy } : {}) });
      taken.add(leaf).add(other);
    }
  };
  match(exactName);
  match(anyCase, "case");
  match(stem, "stem");
  const single = (leaves: readonly Leaf[]) => leaves.filter((leaf) => !taken.has(leaf));
  return [
    ...[...pairs].map(([{ name }, sides]) => ({ name, sides })),
    ...single(ours).map(({ name, input }) => ({ name, sides: { a: input } })),
    ...single(theirs).map(({ name, input }) => ({ name, sides: { b: input } })),
  ]
    .sort((x, y) => (x.name < y.name ? -1 : x.name > y.name ? 1 : 0))
    .map(({ sides }) => sides);
}

/** Without the files below a folder that could not be opened on the other side: nobody knows whether they are there. */
function known(leaves: readonly Leaf[], others: readonly Leaf[]): Leaf[] {
  const closed = others.filter(({ input }) => input.unreadable !== undefined).map(({ name }) => name);
  return leaves.filter(({ name }) => !closed.some((folder) => folder === "" || name.startsWith(folder + sep)));
}

/** The leaves by key; undefined where several have it. */
function alone(leaves: readonly Leaf[], key: Key): Map<string, Leaf | undefined> {
  const found = new Map<string, Leaf | undefined>();
  for (const leaf of leaves) {
    const value = key(leaf);
    if (value !== undefined) found.set(value, found.has(value) ? undefined : leaf);
  }
  return found;
}

const exactName: Key = ({ name, input: { raw, root = "" } }) =>
  // The zero keeps a name that is no text apart from a text that looks like it.
  raw === undefined ? name : `\0${Buffer.from(raw).subarray(Buffer.byteLength(root)).toString("latin1")}`;

/** Names that are no UTF-8 have no letter case that we know of: the second byte of a Korean letter may be an ASCII letter. */
const anyCase: Key = ({ name, input }) => (input.raw === undefined ? name.toLowerCase() : undefined);

const stem: Key = (leaf) => {
  const whole = anyCase(leaf);
  if (whole === undefined || !SCENE_LIKE.has(extname(whole))) return undefined;
  return whole.slice(0, -extname(whole).length);
};

async function leavesOf(root: string, notice: ((text: string) => void) | undefined): Promise<Leaf[]> {
  const files = await filesBelow(root, { others: SCENE_EXTENSIONS, ...(notice ? { notice } : {}) });
  return withoutGltfBuffers(files).map((file) => {
    const input = { ...file, root };
    return { name: nameBelow(input), input };
  });
}

function jobOf(sides: Sides): Job {
  const first = sides.a ?? sides.b;
  if (!first) throw new Error("a pair has at least one side");
  return { ...first, sides };
}

function isFolder(word: string): boolean {
  return word !== "-" && statOrNothing(word)?.isDirectory() === true;
}

function fileAgainstFolder(file: string, folder: string): MeshglotError {
  const there = file === "-" || statOrNothing(file) !== undefined;
  const namesake = join(folder, basename(file));
  const near = there && statOrNothing(namesake)?.isFile() === true;
  return new MeshglotError({
    code: there ? "WRONG_USAGE" : "NO_SUCH_INPUT",
    detail: there ? `${file} is a file and ${folder} a folder` : `${folder} is a folder, and there is no ${file}`,
    hint: `Give two files or two folders${near ? `; in the folder there is ${namesake}` : ""}.`,
  });
}
