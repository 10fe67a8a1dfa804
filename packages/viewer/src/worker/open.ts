import { MeshglotError, mapMesh, type SceneKind, sceneKindOf } from "@meshglot/core";
import type { FileAsk, OpenedFile } from "../protocol.ts";
import { readForeign } from "./foreign.ts";
import { modelOf } from "./model.ts";
import { plainSpans } from "./plainSpans.ts";
import { spatialTrees } from "./spatialTrees.ts";
import { vramOf } from "./vram.ts";

/** A file as spans and model. One that can not be read to its end has the spans up to the fault and no model. */
export async function openFile(bytes: Uint8Array, { name, companions, options }: FileAsk): Promise<OpenedFile> {
  const kind = sceneKindOf(bytes);
  if (kind) return openForeign(bytes, kind, companions);
  let mapped: ReturnType<typeof mapMesh>;
  try {
    mapped = mapMesh(bytes);
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return { ...NOTHING, spans: [wholeFile(bytes, "bytes")], fault: error.toJSON() };
  }
  const { mesh, spans } = mapped;
  const { format, version, dialect } = mesh;
  const opened = {
    ...NOTHING,
    format: { id: format.id, title: format.title, version, dialect },
    spans: plainSpans(spans),
    fault: mesh.fault?.toJSON(),
  };
  if (mesh.fault) return opened;
  try {
    const { document, losses, sources } = await format.toScene(mesh.file, dialect, { ...options, name: stemOf(name) });
    const model = modelOf(document, sources, spans);
    return { ...opened, losses, model: { ...model, trees: spatialTrees(mesh), vram: vramOf(mesh) } };
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return { ...opened, modelFault: error.toJSON() };
  }
}

/** A scene of no engine: it has a model, and its bytes have no meaning here. */
async function openForeign(bytes: Uint8Array, kind: SceneKind, companions: FileAsk["companions"]): Promise<OpenedFile> {
  const opened = {
    ...NOTHING,
    format: { id: kind, title: TITLES[kind], version: "", dialect: "" },
    spans: [wholeFile(bytes, kind)],
  };
  try {
    const { document, losses } = await readForeign(bytes, kind, companions);
    return { ...opened, losses, model: modelOf(document, undefined, []) };
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return { ...opened, fault: error.toJSON() };
  }
}

const TITLES: Readonly<Record<SceneKind, string>> = { glb: "GLB", gltf: "glTF", obj: "OBJ" };

const NOTHING: OpenedFile = {
  format: undefined,
  spans: [],
  fault: undefined,
  model: undefined,
  modelFault: undefined,
  losses: [],
};

function wholeFile(bytes: Uint8Array, type: string) {
  return {
    path: "file",
    offset: 0,
    size: bytes.byteLength,
    type,
    count: bytes.byteLength,
    element: { type: "u8", size: 1 },
  };
}

/** The name without its extension, as names of outputs and scenes. */
export function stemOf(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? name;
  return base.replace(/\.[^.]+$/, "") || "mesh";
}
