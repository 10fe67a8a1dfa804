import type { Document } from "@gltf-transform/core";
import { MeshglotError } from "../../bytes/fault.ts";
import type { Span } from "../../bytes/trace.ts";
import type { Companions } from "../../format.ts";
import type { ResourceReader } from "../../scene/read.ts";
import { importScene, type SceneKind, sceneKindOf } from "../importScene.ts";
import { mapMesh } from "../map.ts";
import type { OpenedMesh } from "../open.ts";
import type { DiffOptions } from "./diffMesh.ts";
import type { PlainScene } from "./sceneParts.ts";

/** A file that is compared, with what lies beside it. */
export interface DiffSide {
  bytes: Uint8Array;
  /** Of a GLB, glTF or OBJ: reads the buffers, images and libraries that it names. */
  resources?: ResourceReader | undefined;
  /** Of a mesh that is compared as a scene: finds its skeleton and what else lies beside it in the game. */
  companions?: ((mesh: OpenedMesh) => Companions) | undefined;
}

/** A mesh that was read to its end. */
export interface MeshSide {
  kind: "mesh";
  mesh: OpenedMesh;
  spans: Span[];
  companions: DiffSide["companions"];
}

/** A scene, and what is compared of it. */
export interface SceneSide {
  kind: SceneKind;
  document: Document;
  scene: PlainScene;
}

/** @throws MeshglotError with its `side`, if the file can not be read to its end */
export async function openSide(side: DiffSide, which: "a" | "b", options: DiffOptions): Promise<MeshSide | SceneSide> {
  try {
    const kind = sceneKindOf(side.bytes);
    if (kind) return await openScene(side, kind, options);
    const { mesh, spans } = mapMesh(side.bytes, options);
    if (mesh.fault) throw mesh.fault;
    return { kind: "mesh", mesh, spans, companions: side.companions };
  } catch (error) {
    throw error instanceof MeshglotError ? error.onSide(which) : error;
  }
}

async function openScene(
  { bytes, resources }: DiffSide,
  kind: SceneKind,
  { maxMemory, objUnit = 1 }: DiffOptions,
): Promise<SceneSide> {
  const { document } = await importScene(bytes, kind, { ...(resources ? { resources } : {}), maxMemory });
  const roots = kind === "obj" ? (document.getRoot().getDefaultScene()?.listChildren() ?? []) : [];
  for (const root of roots) root.setScale([objUnit, objUnit, objUnit]);
  const { plainScene } = await import("./sceneParts.ts"); // late, as all that needs glTF-Transform
  return { kind, document, scene: plainScene(document, maxMemory) };
}
