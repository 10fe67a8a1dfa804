import type { Document, Material, Skin } from "@gltf-transform/core";
import type { Companions, ConvertOptions, FormatScene } from "../../format.ts";
import { addExtras, newDocument } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { type PrimitiveSource, SceneSources } from "../../scene/sources.ts";
import { addAnimations, JointNodes } from "./an/animations.ts";
import { jointsMissingFrom } from "./checkSkeleton.ts";
import { animationsAmong, skeletonAmong } from "./companions.ts";
import { type JoinedVertices, joinCorners } from "./corners.ts";
import type { UnigineFile, UnigineId } from "./file.ts";
import { indexValues, widthOf } from "./indices.ts";
import { textOf } from "./names.ts";
import { addMissingJoints, addSkeleton } from "./skeleton.ts";
import { spaceFor } from "./space.ts";
import { documentExtras, surfaceExtras } from "./surfaceExtras.ts";
import { surfaceMesh } from "./surfaceMesh.ts";
import { type SurfaceView, skeletonOf, surfacesOf } from "./surfaces.ts";

/** A UNIGINE mesh as a glTF document: a node with a mesh of one primitive per surface, beside them the joints. */
export async function unigineToScene(
  file: UnigineFile,
  id: UnigineId,
  options: ConvertOptions,
  companions?: Companions,
): Promise<FormatScene> {
  const ledger = new LossLedger();
  const space = spaceFor(options);
  const { document, root } = newDocument(options, "mesh", space);
  addExtras(document.getRoot(), documentExtras(document, file, id, options.forward === "-z" ? "-z" : undefined));
  const own = skeletonOf(file);
  const skeleton = addSkeleton(document, root, own, space, options, ledger);
  const skin = skeleton?.skin;
  const sources = new SceneSources();
  skin?.listJoints().forEach((joint, i) => {
    sources.nodes.set(joint, `joints[${i}]`);
  });
  const materials = new Map<string, Material>();
  let skinned = false;
  for (const surface of surfacesOf(file)) {
    const name = textOf(surface.name);
    const [cIndices, tIndices] = [indexValues(surface.cIndices), indexValues(surface.tIndices)];
    const joined = joinCorners(cIndices, tIndices, surface.vertexCount, surface.tVertexCount);
    ledger.add(
      "FACES_DROPPED",
      surface.geometryPath,
      joined.dropped,
      "faces that use vertices which do not exist",
      "mesh extras cIndices, tIndices",
    );
    ledger.add(
      "INDICES_DROPPED",
      surface.geometryPath,
      joined.unpaired,
      "indices that are no whole triangle in both arrays",
      "mesh extras cIndices, tIndices",
    );
    const node = document.createNode(name);
    root.addChild(node);
    sources.nodes.set(node, surface.path);
    const leafSize = "spatialTreeTriangles" in file ? file.spatialTreeTriangles : 4;
    const extras = surfaceExtras(document, surface, joined, leafSize, ledger);
    if (joined.indices.length === 0) {
      ledger.add(
        "NO_FACES",
        surface.path,
        1,
        "the surface has no usable face, so there is nothing to show",
        "node extras",
      );
      addExtras(node, extras);
      continue;
    }
    const made = surfaceMesh({ document, surface, joined, space, skin, ledger });
    addExtras(made.mesh, extras);
    sources.primitives.set(made.primitive, sourceOf(surface, joined));
    made.primitive.setMaterial(materialOf(document, materials, name));
    node.setMesh(made.mesh);
    if (made.skinned) node.setSkin(skin ?? null);
    skinned ||= made.skinned;
  }
  if (skin && !skinned) dropSkin(skin);
  const joints = new JointNodes();
  own.joints.forEach(({ name }, i) => {
    const node = skeleton?.nodes[i];
    if (node) joints.add(name, node);
  });
  const companion = skeletonAmong(companions);
  if (companion) {
    const missing = jointsMissingFrom(own.joints, companion);
    ledger.add(
      "UNIGINE_JOINT_NOT_IN_SKELETON",
      "joints",
      missing.length,
      `joints that the skeleton does not have: ${missing
        .slice(0, 5)
        .map(({ name }) => textOf(name))
        .join(", ")}`,
      "joint nodes",
    );
    addMissingJoints(document, root, companion, joints, space);
  }
  addAnimations(document, animationsAmong(companions), joints, space, ledger);
  return { document, losses: ledger.losses, sources };
}

/** Two index arrays, each with arrays of its own; in place of compact integers nothing can be pointed at. */
function sourceOf(surface: SurfaceView, joined: JoinedVertices): PrimitiveSource {
  const { path, geometryPath, targets, cIndices, tIndices } = surface;
  const at = (name: string) => ({ path: `${geometryPath}.${name}` });
  return {
    path,
    triangles: [
      {
        rows: joined.triangles,
        arrays: [
          { ...at("cIndices"), step: 3 * widthOf(cIndices) },
          { ...at("tIndices"), step: 3 * widthOf(tIndices) },
        ],
      },
    ],
    vertices: [
      { rows: joined.c, arrays: targets.map((target) => ({ path: `${target.path}.positions` })) },
      {
        rows: joined.t,
        arrays: [...targets.map((target) => ({ path: `${target.path}.tangents` })), at("uv0"), at("uv1"), at("colors")],
      },
    ],
  };
}

/** Surfaces have no materials of their own; the engine finds one by the surface's name, so two of a name share it. */
function materialOf(document: Document, known: Map<string, Material>, name: string): Material {
  const material = known.get(name) ?? document.createMaterial(name).setRoughnessFactor(1).setMetallicFactor(0);
  known.set(name, material);
  return material;
}

/** A skin that no mesh uses says nothing that its joints do not. */
function dropSkin(skin: Skin): void {
  skin.getInverseBindMatrices()?.dispose();
  skin.dispose();
}
