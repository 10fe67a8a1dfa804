import { importScene, type ResourceReader, type SceneKind, type SceneResult } from "@meshglot/core";
import type { NamedBlob } from "../protocol.ts";

/**
 * A GLB, glTF or OBJ as a scene, with the files that it names where they were opened along with it.
 * @throws MeshglotError `SCENE_*` or `OBJ_*`
 */
export function readForeign(
  bytes: Uint8Array,
  kind: SceneKind,
  companions: readonly NamedBlob[],
  unitsPerMetre = 1,
): Promise<SceneResult> {
  return importScene(bytes, kind, { resources: among(companions), unitsPerMetre });
}

/** Companions by the last part of their name, whatever its case: that is how people's folders are. */
function among(companions: readonly NamedBlob[]): ResourceReader {
  const last = (path: string) => path.split(/[\\/]/).at(-1)?.toLowerCase();
  return async (uri) => {
    const found = companions.find(({ name }) => last(name) === last(uri));
    return found && new Uint8Array(await found.blob.arrayBuffer());
  };
}
