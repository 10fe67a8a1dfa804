import type { ConvertOptions, FormatScene } from "../../../format.ts";
import { accessor, addExtras, newDocument } from "../../../scene/document.ts";
import { replaceNonFinite } from "../../../scene/finite.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { storeArray } from "../../../scene/rawData.ts";
import { SceneSources } from "../../../scene/sources.ts";
import { mapVectors } from "../../../scene/space.ts";
import { dropOutOfRange, flipTriangles, indexArrayFor } from "../../../scene/triangles.ts";
import { MSH_SPACE } from "../space.ts";
import type { CmsFile } from "./file.ts";

/** A collision mesh as a glTF document: one mesh without normals, so that viewers show its facets. */
export function cmsToScene(file: CmsFile, options: ConvertOptions): FormatScene {
  const ledger = new LossLedger();
  const { document, root } = newDocument(options, "collision", MSH_SPACE);
  const finite = file.positions.slice();
  const replaced = replaceNonFinite(finite);
  ledger.add(
    "NOT_FINITE",
    "positions",
    replaced,
    "numbers that are not finite became 0",
    "document extras positionsRaw",
  );
  if (replaced > 0) addExtras(document.getRoot(), { positionsRaw: storeArray(document, file.positions) });
  const { indices, dropped, numbers } = dropOutOfRange(file.indices, file.vertexCount);
  ledger.add("FACES_DROPPED", "indices", dropped, "faces that use vertices which do not exist were left out");
  const sources = new SceneSources();
  const facts = {
    format: "cms",
    kind: "collision",
    version: file.version,
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  };
  if (indices.length === 0) {
    ledger.add("NO_FACES", "indices", 1, "the mesh has no usable face, so there is nothing to show");
    addExtras(root, facts);
    return { document, losses: ledger.losses, sources };
  }
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", accessor(document, "positions", "VEC3", mapVectors(finite, MSH_SPACE)))
    .setIndices(accessor(document, "indices", "SCALAR", indexArrayFor(flipTriangles(indices))))
    .setMaterial(document.createMaterial("collision").setRoughnessFactor(1).setMetallicFactor(0));
  sources.primitives.set(primitive, {
    path: "indices",
    triangles: [{ rows: numbers, arrays: [{ path: "indices" }] }],
    vertices: [{ arrays: [{ path: "positions" }] }],
  });
  const mesh = document.createMesh(root.getName()).addPrimitive(primitive);
  addExtras(mesh, facts);
  root.addChild(document.createNode(root.getName()).setMesh(mesh));
  return { document, losses: ledger.losses, sources };
}
