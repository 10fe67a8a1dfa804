import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const root = fileURLToPath(new URL("..", import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`meshglot needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(2);
}

/**
 * Runs a command in the project's folder. Quiet: its output is shown only if it fails.
 * @returns whether it succeeded
 */
export function run(command, words, { quiet = false } = {}) {
  const result = spawnSync(command, words, {
    cwd: root,
    stdio: quiet ? "pipe" : "inherit",
    encoding: "utf8",
    shell: process.platform === "win32", // npm and the bins are .cmd files there
  });
  if (quiet && result.status !== 0) process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  return result.status === 0;
}

/** Runs one of the project's own tools. */
export function tool(name, words, options) {
  return run(`./node_modules/.bin/${name}`, words, options);
}

/** Installs the dependencies of the lock file unless they are there and no older than it. */
export function install() {
  const lock = `${root}package-lock.json`;
  const installed = `${root}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  console.log("Installing dependencies (npm ci) ...");
  return run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], { quiet: true });
}

/** Where Debian puts the browser that the tests of the viewer run in. */
const CHROMIUM = process.env.MESHGLOT_CHROMIUM ?? "/usr/bin/chromium";

/** Installs the browser for the tests of the viewer unless it is there. @returns whether it is */
export function installBrowser() {
  if (existsSync(CHROMIUM)) return true;
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(`The tests of the viewer want a Chromium at ${CHROMIUM}; MESHGLOT_CHROMIUM names another place.`);
    return false;
  }
  console.log("Installing Chromium for the tests of the viewer (apt-get) ...");
  const words = ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
  if (run("apt-get", ["update", "-qq"], { quiet: true }) && run("apt-get", words, { quiet: true }))
    return existsSync(CHROMIUM);
  return false;
}

export function build() {
  console.log("Building ...");
  return run("npm", ["run", "build", "--silent"], { quiet: true });
}
