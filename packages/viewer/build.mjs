// Builds dist/meshglot.html: one file with everything in it, which works from a disk without any network.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** Modules that are made here. */
const VIRTUAL = {
  "virtual:cp949": () => `export const CP949_TABLE = ${JSON.stringify(cp949Table())};`,
  "virtual:tga": () => `export { decodeTga } from "@lunapaint/tga-codec/out-dist/decode/decoder.js";`,
  "virtual:jpeg": () => `export default { decode: async (bytes) => {
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }), { colorSpaceConversion: "none" });
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(picture, 0, 0);
    return { width, height, data: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) };
  } };`,
};
const virtualPlugin = {
  name: "virtual",
  resolveId: (id) => (id in VIRTUAL ? `\0${id}` : undefined),
  load: (id) => VIRTUAL[id.slice(1)]?.(),
};

/**
 * The classes behind the three glTF extensions that meshglot reads. All 30 of them lie in one file, and bundlers keep
 * classes with static fields even where nobody uses them: 12 KB of the page.
 */
const EXTENSION_CLASSES = new Set([
  "KHRMaterialsUnlit",
  "Unlit",
  "KHRMeshQuantization",
  "KHRTextureTransform",
  "Transform",
]);
const extensionsPlugin = {
  name: "extensions",
  transform: (code, id) => {
    if (!id.endsWith("@gltf-transform/extensions/dist/index.js")) return undefined;
    const kept = [];
    const short = code.replace(/^var (\w+) = class[^\n]*\{$[\s\S]*?^\};$/gm, (whole, name) => {
      if (!EXTENSION_CLASSES.has(name)) return `var ${name} = undefined;`;
      kept.push(name);
      return whole;
    });
    if (kept.length !== EXTENSION_CLASSES.size)
      throw new Error(`glTF-Transform changed: found only ${kept.join(", ")}`);
    return short;
  },
};

/** Shaders of three.js that none of our materials uses, and parts of shaders that lie behind an #ifdef of such a material. */
const UNUSED_SHADERS =
  /^(meshphysical|meshtoon|meshmatcap|meshphong|distance|depth|equirect|cube|background|backgroundCube|linedashed|shadow|sprite)_(vert|frag)$/;
const UNUSED_CHUNKS =
  /^(envmap|cube_uv|clearcoat|iridescence|transmission|shadowmap|gradientmap|lights_(toon|phong|physical)|bumpmap|displacementmap|aomap|lightmap|alphahash|batching|metalnessmap|roughnessmap)_/;
/** Classes of three.js for headsets, shadows and surroundings that are mirrored, of which the renderer asks these things only. */
const STUBS = {
  WebXRManager: `{
    enabled = false; isPresenting = false; cameraAutoUpdate = false;
    setAnimationLoop() {} dispose() {} getEnvironmentBlendMode() {} hasDepthSensing() { return false; }
  }`,
  PMREMGenerator: "{}",
  WebGLEnvironments: "{ get(texture) { return texture; } dispose() {} }",
  WebGLUniformsGroups: "{ bind() {} update() {} dispose() {} }",
  WebGLShadowMap: "{ enabled = false; autoUpdate = false; needsUpdate = false; render() {} }",
};
const shadersPlugin = {
  name: "shaders",
  transform: (code, id) => {
    if (!id.endsWith("three/build/three.module.js")) return undefined;
    const names = new Map(
      [...code.matchAll(/^\s*(\w+): ((?:vertex|fragment)[$\w]*),?$/gm)].map(([, name, text]) => [text, name]),
    );
    let emptied = 0;
    let short = code.replace(/^(const|var|let) ([$\w]+) = "(?:[^"\\]|\\.)*";$/gm, (whole, word, name) => {
      if (!UNUSED_SHADERS.test(names.get(name) ?? "") && !UNUSED_CHUNKS.test(name)) return whole;
      emptied++;
      return `${word} ${name} = "";`;
    });
    for (const [name, stub] of Object.entries(STUBS)) {
      const before = short;
      short = short.replace(
        new RegExp(`^(?:class|function) ${name}(?:( extends \\w+)? |\\(.*\\) )\\{$[^]*?^\\}$`, "m"),
        (_, parent = "") => `class ${name}${parent} ${stub}`,
      );
      if (short === before) throw new Error(`three.js changed: no class ${name}`);
    }
    if (emptied < 30) throw new Error(`three.js changed: only ${emptied} unused shaders found`);
    return short;
  },
};

/**
 * Animation classes of three.js, which nobody uses here: what is written to them from outside keeps them in the page.
 * Clips are played by the curves of the core.
 */
const animationPlugin = {
  name: "animation",
  transform: (code, id) => {
    if (!id.endsWith("three/build/three.core.js")) return undefined;
    const short = code.replace(/^(?:\w*KeyframeTrack|PropertyBinding)\.(?:prototype\.)?\w+ = [\s\S]*?;$/gm, "");
    if (code.length - short.length < 500) throw new Error("three.js changed: its animation classes are kept otherwise");
    return short;
  },
};

/** Of the search tree for rays only the rays are used: no distances, no trees against each other, none that follow a change. */
const treePlugin = {
  name: "tree",
  transform: (code, id) => {
    const file = /three-mesh-bvh\/src\/(?:core\/cast|math)\/(\w+)/.exec(id)?.[1] ?? "";
    if (/^(OrientedBox|ExtendedTriangle)$/.test(file)) return `export class ${file} {}`;
    if (!/^(closestPoint|intersectsGeometry|bvhcast|refit)/.test(file)) return undefined;
    const names = [...code.matchAll(/export (?:(?:function|const) (\w+)|\{ (\w+) \})/g)].map(([, a, b]) => a ?? b);
    return names.map((name) => `export const ${name} = undefined;`).join("\n");
  },
};

/** Texts of the core for its documentation and for `--help`: the page shows messages and hints, and no options. */
const textsPlugin = {
  name: "texts",
  transform: (code, id) => {
    if (/core\/src\/issues\/\w+\.ts$/.test(id))
      return code.replace(/\b(title|consequence):\s*"(?:[^"\\]|\\.)*"/g, '$1: ""');
    if (!/core\/src\/formats\/.*\.ts$/.test(id)) return undefined;
    return code.replace(/(\bvalues:[^\n]*\n?\s*summary:\s*)"(?:[^"\\]|\\.)*"/g, '$1""');
  },
};

/** What `validate --fix` computes anew: the page shows issues and mends none. */
const repairsPlugin = {
  name: "repairs",
  transform: (code, id) => {
    if (!/core\/src\/formats\/\w+\/repairs\.ts$/.test(id)) return undefined;
    const names = [...code.matchAll(/^export const (\w+_REPAIRS)\b/gm)].map(([, name]) => name);
    if (names.length !== 1) throw new Error(`${id} exports ${names.length} lists of repairs`);
    return `export const ${names[0]} = [];`;
  },
};

/** One entry as one script, with the styles that it imports. */
async function bundle(entry, alias) {
  const [result] = [
    await build({
      configFile: false,
      logLevel: "error",
      root: here("."),
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { alias: [{ find: "@meshglot/core", replacement: here("../core/src/index.ts") }, ...alias] },
      plugins: [
        virtualPlugin,
        extensionsPlugin,
        shadersPlugin,
        animationPlugin,
        treePlugin,
        textsPlugin,
        repairsPlugin,
      ],
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

const worker = await bundle("src/worker/main.ts", [
  { find: "iconv-lite", replacement: here("src/worker/codePages.ts") },
  { find: /^@lunapaint\/tga-codec$/, replacement: "virtual:tga" },
  { find: /^jpeg-js$/, replacement: "virtual:jpeg" }, // browsers have a decoder of their own
]);
const page = await bundle("src/main.tsx", []);

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
/** The licences of what the page contains, which go with it. */
const PARTS = [
  "three",
  "three-mesh-bvh",
  "preact",
  "@preact/signals",
  "@preact/signals-core",
  "@gltf-transform/core",
  "@gltf-transform/extensions",
  "property-graph",
  "iconv-lite",
  "fflate",
  "fast-png",
  "iobuffer",
  "decode-dxt",
  "@lunapaint/tga-codec",
  "earcut",
  "@petamoriken/float16",
];
function licenceOf(name) {
  const folder = here(`../../node_modules/${name}/`);
  const { version, license } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(folder + file, "utf8").trim() : ""}\n`;
}

mkdirSync(here("dist"), { recursive: true });
writeFileSync(here("dist/meshglot.html"), html);
writeFileSync(here("dist/LICENSES.txt"), PARTS.map(licenceOf).join(`\n${"-".repeat(80)}\n\n`));
