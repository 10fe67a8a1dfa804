import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Example } from "./examples/example.ts";

/** Writes everything below examples/ anew: `npm run examples`. A test holds the committed files against it. */
const here = fileURLToPath(new URL("examples/", import.meta.url));
const target = fileURLToPath(new URL("../examples/", import.meta.url));

export async function allExamples(): Promise<{ format: string; examples: readonly Example[] }[]> {
  const generators = readdirSync(here).filter((file) => !["example.ts", "shapes.ts"].includes(file));
  const all = await Promise.all(
    generators.sort().map(async (file) => {
      const { examples } = (await import(`./examples/${file}`)) as { examples?: readonly Example[] };
      return { format: basename(file, ".ts"), examples: examples ?? [] };
    }),
  );
  return all.filter(({ examples }) => examples.length > 0); // the others help a generator
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = [
    "# Examples",
    "",
    "Small files that generators of ours made (`npm run examples`); free to use under the licence of the project.",
    "",
  ];
  for (const { format, examples } of await allExamples()) {
    if (examples.length === 0) continue;
    if (!existsSync(target + format)) mkdirSync(target + format, { recursive: true });
    lines.push(`## ${format}`, "", "| file | bytes | shows |", "|---|---|---|");
    for (const example of examples) {
      const bytes = example.make();
      writeFileSync(`${target}${format}/${example.name}`, bytes);
      lines.push(`| [${example.name}](${format}/${example.name}) | ${bytes.byteLength} | ${example.summary} |`);
    }
    lines.push("");
  }
  writeFileSync(`${target}README.md`, lines.join("\n"));
}
