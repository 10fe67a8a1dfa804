import type { Example } from "./example.ts";

const text = (lines: readonly string[]) => Uint8Array.from(lines.join("\r\n"), (char) => char.charCodeAt(0));

export const examples: readonly Example[] = [
  {
    name: "shield_model.txt",
    summary: "box, sphere, collision mesh and list of meshes",
    make: () =>
      text([
        "#MODEL_CFG",
        "#AABOX",
        "-50 0 -5",
        "50 100 5",
        "#SPHERE 0 50 0 70.9",
        "#COLLISION_MESH shield.cms",
        "#MESH_LIST",
        "shield.msh",
        "shield_strap.msh",
        "",
      ]),
  },
];
