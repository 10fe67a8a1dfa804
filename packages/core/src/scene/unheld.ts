import type { Document } from "@gltf-transform/core";
import type { LossLedger } from "./loss.ts";
import { streamOf } from "./surfaceStreams.ts";
import type { SceneSurface } from "./surfaces.ts";

/** What a format can hold of a scene. What is left away counts as not held. */
export interface Holds {
  format: string;
  skins?: boolean;
  morphTargets?: boolean;
  materials?: boolean;
  textures?: boolean;
  /** `opaque`: without the fourth channel. */
  colors?: boolean | "opaque";
  tangents?: boolean;
  uvSets: number;
}

/** Lists everything of a scene that the format has no place for. */
export function listUnheld(
  document: Document,
  surfaces: readonly SceneSurface[],
  holds: Holds,
  ledger: LossLedger,
): void {
  const root = document.getRoot();
  const { format } = holds;
  const having = (test: (surface: SceneSurface) => boolean) => surfaces.filter(test).length;
  const has = (semantic: string) => having(({ primitive }) => primitive.getAttribute(semantic) !== null);
  const list = (code: string, path: string, count: number, what: string) =>
    ledger.add(code, path, count, `${format} has no ${what}`);
  list("ANIMATIONS_DROPPED", "animations", root.listAnimations().length, "animations");
  list("CAMERAS_DROPPED", "cameras", root.listCameras().length, "cameras");
  if (!holds.skins)
    list(
      "SKIN_DROPPED",
      "skins",
      having(({ skin }) => skin !== null),
      "skins",
    );
  if (!holds.morphTargets) {
    list(
      "MORPHS_DROPPED",
      "targets",
      having(({ primitive }) => primitive.listTargets().length > 0),
      "morph targets",
    );
  }
  if (!holds.materials) list("MATERIALS_DROPPED", "materials", root.listMaterials().length, "materials");
  if (!holds.textures) list("TEXTURES_DROPPED", "textures", root.listTextures().length, "textures");
  if (!holds.colors) list("COLORS_DROPPED", "COLOR_0", has("COLOR_0"), "vertex colours");
  if (holds.colors === "opaque") {
    const seeThrough = having((surface) => hasAlpha(surface));
    ledger.add("ALPHA_DROPPED", "COLOR_0", seeThrough, `colours of ${format} have no alpha`);
  }
  if (!holds.tangents) list("TANGENTS_DROPPED", "TANGENT", has("TANGENT"), "tangents");
  for (let set = holds.uvSets; has(`TEXCOORD_${set}`) > 0; set++) {
    const path = `TEXCOORD_${set}`;
    ledger.add("UV_SET_DROPPED", path, has(path), `${format} has room for ${holds.uvSets} sets of UVs`);
  }
}

function hasAlpha(surface: SceneSurface): boolean {
  const colors = streamOf(surface, "COLOR_0");
  if (!colors || surface.primitive.getAttribute("COLOR_0")?.getElementSize() !== 4) return false;
  for (let i = 3; i < colors.length; i += 4) if (colors[i] !== 1) return true;
  return false;
}
