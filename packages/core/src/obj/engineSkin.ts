import type { Document, Mesh, Node } from "@gltf-transform/core";
import { accessor } from "../scene/document.ts";
import { IDENTITY, invertAffine, multiplyMatrices } from "../scene/matrices.ts";
import type { EngineBone, EngineFlavor } from "./engineFlavor.ts";

/**
 * The bones of the engine's dialect as joints below `root`, and every mesh bound rigidly to them.
 * @param unitsPerMetre of the numbers below `root`
 */
export function addEngineSkin(document: Document, root: Node, flavor: EngineFlavor, unitsPerMetre: number): void {
  if (flavor.bones.length === 0) return;
  const joints = flavor.bones.map((bone) => jointOf(document, bone, unitsPerMetre));
  joints.forEach((joint, i) => {
    const parent = flavor.bones[i]?.parent ?? -1;
    // Parents come first in the dialect, so a later one would be a loop or a slip.
    ((parent >= 0 && parent < i ? joints[parent] : undefined) ?? root).addChild(joint);
  });
  const inverse = new Float32Array(joints.length * 16);
  const meshToWorld = root.getWorldMatrix();
  for (const [i, joint] of joints.entries()) {
    inverse.set(multiplyMatrices(invertAffine(joint.getWorldMatrix()) ?? IDENTITY, meshToWorld), i * 16);
  }
  const skin = document.createSkin("bones").setInverseBindMatrices(accessor(document, "binds", "MAT4", inverse));
  for (const joint of joints) skin.addJoint(joint);
  for (const node of root.listChildren()) {
    const mesh = node.getMesh();
    if (!mesh) continue;
    bind(document, mesh, flavor);
    node.setSkin(skin);
  }
}

/** y and z turn round, as positions do. */
function jointOf(document: Document, { name, position, rotation: [w, qx, qy, qz] }: EngineBone, unit: number): Node {
  const [x, y, z] = position;
  return document
    .createNode(name)
    .setTranslation([x * unit, -y * unit, -z * unit])
    .setRotation([qx, -qy, -qz, w]);
}

function bind(document: Document, mesh: Mesh, { vertexBones, bones }: EngineFlavor): void {
  for (const primitive of mesh.listPrimitives()) {
    const sources = primitive.getAttribute("_SOURCE_INDEX")?.getArray() ?? [];
    const joints = new Uint16Array(sources.length * 4);
    const weights = new Float32Array(sources.length * 4);
    for (let vertex = 0; vertex < sources.length; vertex++) {
      const bone = vertexBones[sources[vertex] ?? 0] ?? -1;
      if (bone < 0 || bone >= bones.length) continue;
      joints[vertex * 4] = bone;
      weights[vertex * 4] = 1;
    }
    primitive
      .setAttribute("JOINTS_0", accessor(document, "joints", "VEC4", joints))
      .setAttribute("WEIGHTS_0", accessor(document, "weights", "VEC4", weights));
  }
}
