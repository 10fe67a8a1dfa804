// `npm start`: from a fresh checkout to a folder of GLB files, and a table of what they are.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, install, root } from "./prepare.mjs";

if (!install() || !build()) process.exit(1);

const { FORMATS } = await import(new URL("../packages/core/dist/index.mjs", import.meta.url).href);
const besideMeshes = new Set(FORMATS.filter(({ companion }) => companion).map(({ id }) => id));

/** The JSON that a verb prints about files or folders. */
function meshglot(verb, ...words) {
  const all = [join(root, "packages/cli/bin/meshglot.mjs"), verb, ...words, "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, all, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

rmSync(join(root, "out"), { recursive: true, force: true });
const inspected = meshglot("inspect", "examples");
const verified = meshglot("verify", "examples");
const meshes = inspected.filter(({ format }) => !besideMeshes.has(format?.id)).map(({ file }) => file);
const outputs = meshglot("convert", ...meshes, "--to", "glb", "--out-dir", "out");
const converted = new Map(outputs.map((entry, i) => [meshes[i], entry]));

const rows = inspected.map((entry, i) => {
  const { counts, format, error } = entry;
  const faces = [counts?.triangles && `${counts.triangles} tri`, counts?.quads && `${counts.quads} quads`];
  const parts = [
    counts?.bones && `${counts.bones} bones`,
    counts?.controlPoints && `${counts.controlPoints} points`,
    counts?.textures && `${counts.textures} textures`,
  ];
  const result = converted.get(entry.file);
  return [
    entry.file.replace(/^examples[\\/]/, ""),
    error
      ? "-"
      : `${format.title}, ${format.version}${format.dialect === format.version || format.dialect.toLowerCase() === format.id ? "" : ` (${format.dialect})`}`,
    faces.filter(Boolean).join(" + ") || "-",
    parts.filter(Boolean).join(", ") || "-",
    verified[i]?.identical ? "identical" : "DIFFERS",
    convertedText(result),
  ];
});
function convertedText(result) {
  if (!result) return "with its mesh";
  return result.error ? `refused: ${result.error.code}` : `${result.output} (${(result.size / 1024).toFixed(0)} KB)`;
}
const head = ["example", "what it is", "faces", "and", "rewritten", "converted to"];
const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
const line = (row) =>
  row
    .map((cell, column) => cell.padEnd(widths[column]))
    .join("  ")
    .trimEnd();

console.log(`
meshglot reads the mesh files of five game engines, shows what every byte means, writes them back
byte for byte, and converts them to glTF and OBJ. This is what it made of its own examples:
`);
console.log([line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n"));
const failed = rows.filter((row) => row[4] !== "identical" || row[5].startsWith("refused")).length;
console.log(`
${rows.length} files read, ${rows.length - failed} of them rewritten identically; ${meshes.length} meshes converted, with what lies beside them. Drop any of out/*.glb into Blender or a glTF viewer.

Now your own files:
  ./node_modules/.bin/meshglot inspect FILE             what is in it
  ./node_modules/.bin/meshglot convert FILE --to glb    a model that opens everywhere
  ./node_modules/.bin/meshglot map FILE --at 44         what byte 44 means
  ./node_modules/.bin/meshglot view FILE                the model and its bytes in a browser
  ./node_modules/.bin/meshglot --help                   all the rest`);
process.exitCode = failed > 0 ? 1 : 0;
