// Builds dist/meshglot.html: one file with everything in it, which works from a disk without any network.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import iconv from "iconv-lite";
import { build } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** CP949 as a table of code units by lead and trail byte, deflated: some 30 KB instead of the 500 KB of all code pages. */
function cp949Table() {
  const [leads, trails] = [0xfe - 0x81 + 1, 0xfe - 0x41 + 1];
  const table = Buffer.alloc(2 * leads * trails);
  for (let lead = 0; lead < leads; lead++) {
    for (let trail = 0; trail < trails; trail++) {
      const text = iconv.decode(Buffer.from([0x81 + lead, 0x41 + trail]), "cp949");
      const known = text.length === 1 && text !== "\ufffd";
      table.writeUInt16LE(known ? text.charCodeAt(0) : 0, 2 * (lead * trails + trail));
    }
  }
  return deflateRawSync(table, { level: 9 }).toString("base64");
}

const TABLE = "virtual:cp949";
const tablePlugin = {
  name: "cp949",
  resolveId: (id) => (id === TABLE ? `\0${TABLE}` : undefined),
  load: (id) => (id === `\0${TABLE}` ? `export const CP949_TABLE = ${JSON.stringify(cp949Table())};` : undefined),
};

/** One entry as one script, with the styles that it imports. */
async function bundle(entry, alias) {
  const [result] = [
    await build({
      configFile: false,
      logLevel: "error",
      root: here("."),
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { alias: { "@meshglot/core": here("../core/src/index.ts"), ...alias } },
      plugins: [tablePlugin],
      oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
      build: {
        write: false,
        target: "es2022",
        cssMinify: true,
        reportCompressedSize: false,
        lib: { entry: here(entry), formats: ["iife"], name: "meshglot", fileName: "script", cssFileName: "style" },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    }),
  ].flat();
  const code = result.output.find((file) => file.type === "chunk").code;
  const css = result.output.find((file) => file.fileName.endsWith(".css"))?.source ?? "";
  return { code, css: String(css) };
}

const worker = await bundle("src/worker/main.ts", { "iconv-lite": here("src/worker/codePages.ts") });
const page = await bundle("src/main.tsx", {});

/** A script as the text of an element: nothing in it may end the element early. */
const inElement = (code) => code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const script = inElement(page.code);
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(page.css)}`,
  "worker-src blob:",
  "img-src blob: data:",
  "connect-src 'self'", // `meshglot view` serves the files that it was given; from a disk there is nothing to connect to
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>meshglot</title>
<link rel="icon" href="data:,">
<style>${page.css}</style>
</head>
<body>
<div id="app"></div>
<script type="text/plain" id="worker">${inElement(worker.code)}</script>
<script>${script}</script>
</body>
</html>
`;
mkdirSync(here("dist"), { recursive: true });
writeFileSync(here("dist/meshglot.html"), html);
