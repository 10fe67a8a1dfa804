import { readFileSync, writeFileSync } from "node:fs";
import { encode } from "fast-png";
import { readGlb } from "../packages/core/src/scene/glb.ts";
import { pose } from "./pose.ts";
import { render } from "./render.ts";

/**
 * `npx tsx scripts/strip.ts model.glb strip.png CLIP SECONDS…`: an animation at several times side by side, without a
 * GPU. The picture in the README is
 * `meshglot convert examples/puppet/puppet.msh -o puppet.glb` and then `… puppet.glb docs/images/puppet.png puppet_dance 0 0.5 1 1.5`.
 */
const [input, output, clip, ...times] = process.argv.slice(2);
if (!input || !output || !clip || times.length === 0) {
  console.error("usage: npx tsx scripts/strip.ts model.glb strip.png CLIP SECONDS…");
  process.exit(2);
}
/** Each picture of 512 texels is halved, which smooths its edges. */
const SIDE = 256;
const width = SIDE * times.length;
const data = new Uint8Array(width * SIDE * 3);
for (const [i, seconds] of times.entries()) {
  const document = await readGlb(new Uint8Array(readFileSync(input)));
  pose(document, clip, Number(seconds));
  halve(render(document, "front"), (x, y, k, value) => {
    data[(y * width + i * SIDE + x) * 3 + k] = value;
  });
}
writeFileSync(output, encode({ width, height: SIDE, channels: 3, depth: 8, data }));

function halve(rgb: Uint8Array, put: (x: number, y: number, channel: number, value: number) => void): void {
  const at = (x: number, y: number, k: number) => rgb[(y * 2 * SIDE + x) * 3 + k] ?? 0;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      for (let k = 0; k < 3; k++) {
        const sum =
          at(2 * x, 2 * y, k) + at(2 * x + 1, 2 * y, k) + at(2 * x, 2 * y + 1, k) + at(2 * x + 1, 2 * y + 1, k);
        put(x, y, k, sum >> 2);
      }
    }
  }
}
