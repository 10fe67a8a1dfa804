import type { Mesh, Primitive } from "@gltf-transform/core";
import type { Json } from "../../json.ts";
import { accessor, addExtras } from "../../scene/document.ts";
import { replaceNonFinite } from "../../scene/finite.ts";
import { storeArray } from "../../scene/rawData.ts";
import { decodeFrames } from "./frames.ts";
import { frameChanges } from "./gltfFrames.ts";
import { textOf } from "./names.ts";
import { pickFrames, pickPositions } from "./pickRows.ts";
import type { MeshContext } from "./surfaceMesh.ts";
import type { TargetView } from "./surfaces.ts";

/** Morph targets as differences to the first one, which is the mesh itself. */
export function addMorphTargets(context: MeshContext, mesh: Mesh, primitive: Primitive): void {
  const { document, surface, joined, space, ledger } = context;
  const base = surface.targets[0];
  if (!base) return;
  const names: string[] = [];
  const facts: Json[] = [];
  for (const target of surface.targets.slice(1)) {
    const add = (code: string, count: number, message: string) =>
      ledger.add(code, target.path, count, message, "mesh extras targets");
    if (target.positions.length !== base.positions.length) {
      add("TARGET_DROPPED", 1, "a morph target with another number of vertices");
      continue;
    }
    const from = pickPositions(base.positions, joined.c, space);
    const positions = pickPositions(target.positions, joined.c, space).map((value, i) => value - (from[i] ?? 0));
    add("NOT_FINITE", replaceNonFinite(positions), "differences that are not finite became 0");
    const morph = document
      .createPrimitiveTarget(textOf(target.name))
      .setAttribute("POSITION", accessor(document, "target positions", "VEC3", positions));
    if (target.tangentCount === base.tangentCount && base.tangentCount > 0) {
      const change = (key: "normals" | "tangents") => {
        const [before, after] = [base, target].map(({ tangents }) => pickFrames(decodeFrames(tangents), joined.t)[key]);
        return frameChanges(before ?? new Float32Array(0), after ?? new Float32Array(0), space);
      };
      morph.setAttribute("NORMAL", accessor(document, "target normals", "VEC3", change("normals")));
      morph.setAttribute("TANGENT", accessor(document, "target tangents", "VEC3", change("tangents")));
    } else {
      add("TARGET_TANGENTS_DROPPED", target.tangentCount, "tangents that are not as many as the mesh has");
    }
    primitive.addTarget(morph);
    names.push(textOf(target.name));
    facts.push({
      tangents: storeArray(document, target.tangents),
      ...(isSumExact(base, target) ? {} : { positions: storeArray(document, target.positions) }),
    });
  }
  if (names.length === 0) return;
  mesh.setWeights(names.map(() => 0));
  mesh.setExtras({ ...mesh.getExtras(), targetNames: names });
  addExtras(mesh, { targets: facts });
}

/** Whether adding the rounded differences to the mesh gives the target's positions back to the last bit. */
function isSumExact(base: TargetView, target: TargetView): boolean {
  return target.positions.every((value, i) => {
    const from = base.positions[i] ?? 0;
    return Object.is(Math.fround(from + Math.fround(value - from)), value);
  });
}
