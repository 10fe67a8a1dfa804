import type { ConvertOptions, SceneResult } from "../../format.ts";
import { newDocument } from "../../scene/document.ts";
import type { UnigineFile, UnigineId } from "./file.ts";
import { UNIGINE_SPACE } from "./space.ts";

export async function unigineToScene(
  _file: UnigineFile,
  _id: UnigineId,
  _options: ConvertOptions,
): Promise<SceneResult> {
  return { document: newDocument("mesh", UNIGINE_SPACE).document, losses: [] };
}
