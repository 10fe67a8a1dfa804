import type { Document, Mesh, Primitive, Skin } from "@gltf-transform/core";
import { accessor, setAttributes } from "../../scene/document.ts";
import { replaceNonFinite } from "../../scene/finite.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { mapVectors, type Space } from "../../scene/space.ts";
import { indexArrayFor } from "../../scene/triangles.ts";
import { texCoords } from "../../scene/uvSets.ts";
import type { JoinedVertices } from "./corners.ts";
import { decodeFrames } from "./frames.ts";
import { gltfTangents } from "./gltfFrames.ts";
import { addMorphTargets } from "./morphTargets.ts";
import { textOf } from "./names.ts";
import { pickFrames, pickPositions, pickRows } from "./pickRows.ts";
import { MS10_TANGENT } from "./records.ts";
import { skinWeights } from "./skinWeights.ts";
import type { SurfaceView, TargetView } from "./surfaces.ts";

/** Numbers above this are not exact in the FLOAT attributes that hold source indices. */
const EXACT_IN_FLOAT = 2 ** 24;

/** What the making of a surface's mesh needs to know. */
export interface MeshContext {
  document: Document;
  surface: SurfaceView;
  joined: JoinedVertices;
  space: Space;
  skin: Skin | undefined;
  ledger: LossLedger;
}

/** A mesh of one primitive with the attributes that glTF has a place for. */
export function surfaceMesh(context: MeshContext): { mesh: Mesh; primitive: Primitive; skinned: boolean } {
  const { document, surface, joined } = context;
  const name = textOf(surface.name);
  const weights = weightAttributes(context);
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, `${name} indices`, "SCALAR", indexArrayFor(joined.indices)));
  setAttributes(primitive, { ...vertexAttributes(context), ...weights });
  const mesh = document.createMesh(name).addPrimitive(primitive);
  addMorphTargets(context, mesh, primitive);
  return { mesh, primitive, skinned: weights !== undefined };
}

function vertexAttributes({ document, surface, joined, space, ledger }: MeshContext) {
  const { uv0, uv1, colors, targets, geometryPath, cIndices } = surface;
  const base = targets[0];
  const frames = base && base.tangentCount > 0 ? pickFrames(decodeFrames(base.tangents), joined.t) : undefined;
  ledger.add(
    "TANGENTS_REPLACED",
    `${base?.path ?? geometryPath}.tangents`,
    frames?.degenerate ?? 0,
    "tangent frames of zero length became the axes",
    "_TANGENT_RAW",
  );
  const positions = pickPositions(base?.positions ?? new Float32Array(0), joined.c, space);
  ledger.add(
    "NOT_FINITE",
    `${base?.path ?? geometryPath}.positions`,
    replaceNonFinite(positions),
    "numbers that are not finite became 0",
    "mesh extras positions",
  );
  const uv = (array: Float32Array, name: string) => {
    if (array.length === 0) return undefined;
    const picked = pickRows(array, 2, joined.t);
    ledger.add(
      "NOT_FINITE",
      `${geometryPath}.${name}`,
      replaceNonFinite(picked),
      "numbers that are not finite became 0",
      `mesh extras ${name}`,
    );
    return accessor(document, name, "VEC2", picked);
  };
  const sources = (indices: Uint32Array, limit: number, name: string) => {
    if (limit <= EXACT_IN_FLOAT) return accessor(document, name, "SCALAR", Float32Array.from(indices));
    ledger.add(
      "SOURCE_NUMBERS_OMITTED",
      geometryPath,
      indices.length,
      "vertex numbers are too large for a float attribute",
    );
    return undefined;
  };
  return {
    POSITION: accessor(document, "positions", "VEC3", positions),
    NORMAL: frames && accessor(document, "normals", "VEC3", mapVectors(frames.normals, space)),
    TANGENT: frames && accessor(document, "tangents", "VEC4", gltfTangents(frames, space)),
    ...texCoords(uv(uv0, "uv0"), uv(uv1, "uv1"), `${geometryPath}.uv1`, ledger),
    COLOR_0: colors.length > 0 ? accessor(document, "colors", "VEC4", pickRows(colors, 4, joined.t), true) : undefined,
    _TANGENT_RAW: base && frames && accessor(document, "tangents as in the file", "VEC4", rawTangents(base, joined.t)),
    _SOURCE_INDEX: cIndices && sources(joined.c, surface.vertexCount, "position numbers"),
    _SOURCE_TINDEX: surface.tVertexCount > 0 ? sources(joined.t, surface.tVertexCount, "t-vertex numbers") : undefined,
  };
}

/** Four shorts per vertex; in ms10 the fourth is the byte that holds the sign. */
function rawTangents({ tangents }: TargetView, numbers: Uint32Array): Int16Array {
  const raw = new Int16Array(4 * numbers.length);
  const view = new DataView(tangents.buffer, tangents.byteOffset, tangents.byteLength);
  const wide = tangents instanceof Int16Array;
  numbers.forEach((number, i) => {
    const at = number * (wide ? 8 : MS10_TANGENT);
    for (let k = 0; k < 3; k++) raw[4 * i + k] = view.getInt16(at + 2 * k, true);
    raw[4 * i + 3] = wide ? view.getInt16(at + 6, true) : view.getInt8(at + 6);
  });
  return raw;
}

function weightAttributes({ document, surface, joined, skin, ledger }: MeshContext) {
  const { weights: table, vertexCount, geometryPath } = surface;
  if (table.counts.length === 0) return undefined;
  if (!skin) {
    // A mesh that only morphs has an entry without influences per position.
    ledger.add(
      "SKIN_DROPPED",
      `${geometryPath}.weights`,
      table.joints.length,
      "weights without joints",
      "mesh extras weights",
    );
    return undefined;
  }
  const jointCount = skin.listJoints().length;
  const result = skinWeights(table, vertexCount, jointCount);
  const lost = (code: string, count: number, message: string) =>
    ledger.add(code, `${geometryPath}.weights`, count, message, "mesh extras weights");
  lost("WEIGHTS_RENORMALIZED", result.renormalized, "vertices whose weights did not sum to 1");
  lost("VERTICES_UNWEIGHTED", result.unweighted, "vertices without influence hang on the first joint");
  lost("JOINTS_REPLACED", result.badJoints, "joints that do not exist became the first one");
  lost("INFLUENCES_DROPPED", result.dropped, "influences beyond the four largest of a vertex");
  const joints = new Uint16Array(4 * joined.c.length);
  const weights = new Float32Array(4 * joined.c.length);
  joined.c.forEach((number, i) => {
    joints.set(result.joints.subarray(4 * number, 4 * number + 4), 4 * i);
    weights.set(result.weights.subarray(4 * number, 4 * number + 4), 4 * i);
  });
  return {
    JOINTS_0: accessor(document, "joints", "VEC4", jointCount <= 256 ? Uint8Array.from(joints) : joints),
    WEIGHTS_0: accessor(document, "weights", "VEC4", weights),
  };
}
