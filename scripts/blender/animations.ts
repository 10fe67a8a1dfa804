import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Animation } from "@gltf-transform/core";
import { importScene } from "@meshglot/core";

/**
 * `npx tsx scripts/blender/animations.ts MODEL.glb…`: imports each GLB into Blender and compares what it made of the
 * animations with what the GLB holds: their names, how long they take, how many bones they move.
 */
interface Action {
  name: string;
  seconds: number;
  bones: string[];
}

/** Blender stores times in single precision. */
const TOLERANCE = 1e-4;

const script = fileURLToPath(new URL("animations.py", import.meta.url));
let wrong = 0;
for (const path of process.argv.slice(2)) {
  const words = ["--background", "--factory-startup", "--python", script, "--", path];
  const { stdout, stderr } = spawnSync("blender", words, { encoding: "utf8" });
  const line = stdout?.split("\n").find((text) => text.startsWith("RESULT "));
  if (!line) throw new Error(`Blender says nothing about ${path}: ${stderr}`);
  const { actions, ...others } = JSON.parse(line.slice(7)) as { actions: Action[] };
  const { document } = await importScene(new Uint8Array(readFileSync(path)), "glb");
  for (const animation of document.getRoot().listAnimations()) {
    const expected = expectedOf(animation);
    const action = actions.find(({ name }) => name.startsWith(`${expected.name}_`) || name === expected.name);
    const same =
      action !== undefined &&
      Math.abs(action.seconds - expected.seconds) < TOLERANCE &&
      action.bones.length === expected.bones;
    if (!same) wrong++;
    const found = action ? `${action.seconds} s, ${action.bones.length} bones` : "no such action";
    const due = `${expected.seconds} s, ${expected.bones} bones`;
    console.log(`${same ? "ok    " : "WRONG "} ${path} ${expected.name}: ${due}; Blender: ${found}`);
  }
  console.log(`       ${path}: ${JSON.stringify(others)}`);
}
process.exitCode = wrong > 0 ? 1 : 0;

/** What the GLB says of an animation. */
function expectedOf(animation: Animation): { name: string; seconds: number; bones: number } {
  const times = animation.listSamplers().flatMap((sampler) => [...(sampler.getInput()?.getArray() ?? [])]);
  const bones = new Set(animation.listChannels().map((channel) => channel.getTargetNode()));
  return { name: animation.getName(), seconds: Math.max(...times) - Math.min(...times), bones: bones.size };
}
