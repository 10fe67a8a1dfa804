import { animationEvents, MeshglotError, mapMesh, meshToScene, type SceneKind, sceneKindOf } from "@meshglot/core";
import type { FileAsk, OpenedFile } from "../protocol.ts";
import { type Beside, companionsOf } from "./companions.ts";
import { readForeign } from "./foreign.ts";
import { modelOf } from "./model.ts";
import { stemOf } from "./names.ts";
import { plainSpans } from "./plainSpans.ts";
import { shownPart } from "./shownPart.ts";
import { spatialTrees } from "./spatialTrees.ts";
import { vramOf } from "./vram.ts";

/** A file as spans and model. One that can not be read to its end has the spans up to the fault, and of the model what lies before it. */
export async function openFile(bytes: Uint8Array, ask: FileAsk): Promise<OpenedFile> {
  const kind = sceneKindOf(bytes);
  if (kind) return openForeign(bytes, kind, ask.companions);
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
  const { fault } = opened;
  // What lies beside a damaged file stays aside, as in `convert --salvage`.
  const { companions, collision, list } = fault ? ALONE : await companionsOf(mesh, ask);
  try {
    const options = { ...ask.options, name: stemOf(ask.name) };
    const { document, losses, sources } = await meshToScene(mesh, options, { companions, salvage: true });
    const model = modelOf(document, sources, spans, await animationEvents(document));
    if (fault) return { ...opened, losses, model, part: shownPart(model, losses, fault) };
    const whole = { ...model, trees: spatialTrees(mesh), vram: vramOf(mesh), collision };
    return { ...opened, losses, companions: list, model: whole };
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return { ...opened, companions: list, modelFault: error.toJSON() };
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
    return { ...opened, losses, model: modelOf(document, undefined, [], await animationEvents(document)) };
  } catch (error) {
    if (!(error instanceof MeshglotError)) throw error;
    return { ...opened, fault: error.toJSON() };
  }
}

const TITLES: Readonly<Record<SceneKind, string>> = { glb: "GLB", gltf: "glTF", obj: "OBJ" };

const ALONE: Beside = { companions: {}, collision: undefined, list: [] };

const NOTHING: OpenedFile = {
  format: undefined,
  spans: [],
  fault: undefined,
  model: undefined,
  part: undefined,
  modelFault: undefined,
  losses: [],
  companions: [],
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
