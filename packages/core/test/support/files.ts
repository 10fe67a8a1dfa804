import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";

const projectRoot = fileURLToPath(new URL("../../../..", import.meta.url));

export interface SampleFile {
  /** Path below the folder that it was found in. */
  name: string;
  bytes: Uint8Array;
  /** True for real files whose own normals say that their author turned them inside out. */
  insideOut?: boolean;
}

function filesBelow(folder: string, root = folder): SampleFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path, root);
      return [{ name: relative(root, path), bytes: new Uint8Array(readFileSync(path)) }];
    });
}

/** The examples of one format, as committed. */
export function exampleFiles(format: string): SampleFile[] {
  const folder = join(projectRoot, "examples", format);
  return existsSync(folder) ? filesBelow(folder) : [];
}

const corpusFolder = process.env.MESHGLOT_CORPUS ?? join(projectRoot, "../shared/corpus");

/**
 * Tests on real files. They belong to other people and are not in the project, so the tests say that they skip where
 * the folder is absent.
 *
 * @param folder below the corpus, for instance `msh/msh2000`
 */
export function describeCorpus(
  folder: string,
  extensions: readonly string[],
  body: (files: SampleFile[]) => void,
): void {
  const path = join(corpusFolder, folder);
  const present = existsSync(path);
  describe(`real files in ${folder}`, () => {
    if (!present) {
      it.skip(`skipped: no corpus at hand (set MESHGLOT_CORPUS)`, () => undefined);
      return;
    }
    body(filesBelow(path).filter(({ name }) => extensions.some((end) => name.toLowerCase().endsWith(`.${end}`))));
  });
}
