import type { Document } from "@gltf-transform/core";
import type { ConvertOptions } from "../../format.ts";
import { meshToScene } from "../convert.ts";
import type { Change } from "./change.ts";
import type { DiffOptions } from "./diffMesh.ts";
import type { MeshSide, SceneSide } from "./diffSide.ts";
import { INVENTED } from "./sceneNames.ts";

/** What an OBJ has no place for. */
const NOT_IN_OBJ = "what an OBJ can not hold: joints, points, weights, tangents, second UVs";

/**
 * Two sides as glTF scenes in metres, of which at least one is no mesh or both are meshes of different layouts.
 *
 * @throws MeshglotError if a mesh has no scene, `OPTION_VALUE`
 */
export async function diffAsScenes(
  a: MeshSide | SceneSide,
  b: MeshSide | SceneSide,
  options: DiffOptions,
): Promise<{ changes: Change[]; notCompared: string[] }> {
  const kinds = [a.kind, b.kind];
  const asObj = kinds.includes("obj");
  const names = kinds.some((kind) => kind !== "mesh");
  // Numbers of colours are what is displayed in an OBJ, as in the files of the engines.
  const conversion = { name: INVENTED, ...(asObj ? { colors: "linear" } : {}), ...options.convert };
  const documents = [
    await documentOf(a, conversion, options.maxMemory),
    await documentOf(b, conversion, options.maxMemory),
  ] as const;
  // Late, as all that needs glTF-Transform.
  const [{ plainScene }, { diffScenes }, { notCompared }] = await Promise.all([
    import("./sceneParts.ts"),
    import("./diffScenes.ts"),
    import("./notCompared.ts"),
  ]);
  const sceneOf = (side: typeof a, document: Document) =>
    side.kind === "mesh" ? plainScene(document, options.maxMemory) : side.scene;
  const [first, second] = [sceneOf(a, documents[0]), sceneOf(b, documents[1])];
  const others = [...(names ? [] : ["names of parts and materials"]), ...(asObj ? [NOT_IN_OBJ] : [])];
  return {
    changes: diffScenes(first, second, { tolerance: options.tolerance, names, asObj }),
    notCompared: notCompared(documents, others),
  };
}

async function documentOf(
  side: MeshSide | SceneSide,
  conversion: ConvertOptions,
  maxMemory: number | undefined,
): Promise<Document> {
  if (side.kind !== "mesh") return side.document;
  const { document } = await meshToScene(side.mesh, conversion, {
    ...(side.companions ? { companions: side.companions(side.mesh) } : {}),
    ...(maxMemory === undefined ? {} : { maxMemory }),
  });
  return document;
}
