import { strideOf } from "../../layout/table.ts";
import type { LossLedger } from "../../scene/loss.ts";
import type { Salvaged } from "../../scene/salvage.ts";
import type { SplashpackFile } from "./file.ts";
import { triangleL1, triangleL3 } from "./records.ts";
import { hasPageInObject } from "./triangles.ts";

/**
 * Completes a pack that was read up to a fault: objects have as many triangles as are there, missing texels are
 * transparent. Without triangles there are no positions at all, so there are never points.
 */
export function salvageSplashpack(
  part: Partial<SplashpackFile>,
  dialect: string,
  ledger: LossLedger,
): Salvaged<SplashpackFile> {
  const stride = hasPageInObject(dialect) ? strideOf(triangleL1) : strideOf(triangleL3);
  const { meshes = [], atlasData = [], clutData = [], luaData = [], navData = [] } = part;
  const objects = (part.objects ?? []).map((object, i) => {
    const triangleCount = Math.floor((meshes[i]?.triangles.byteLength ?? 0) / stride);
    const missing = object.triangleCount - triangleCount;
    ledger.add("TRIANGLES_MISSING", `meshes[${i}].triangles`, missing, "triangles that the file does not hold");
    return { ...object, triangleCount };
  });
  const atlases = part.atlases ?? [];
  atlases.forEach(({ width, height }, i) => {
    const missing = width * height - (atlasData[i]?.length ?? 0);
    ledger.add("TEXELS_MISSING", `atlasData[${i}]`, missing, "words of an atlas that the file does not hold");
  });
  const noWords = new Uint16Array(0);
  const file: SplashpackFile = {
    ...part,
    header: { version: 1, objectCount: objects.length, atlasCount: atlases.length, ...part.header },
    objects,
    atlases,
    meshes: objects.map((_, i) => meshes[i] ?? { triangles: new Uint8Array(0) }),
    atlasData: atlases.map((_, i) => atlasData[i] ?? noWords),
    gaps: [],
    trailing: part.trailing ?? new Uint8Array(0),
  };
  if (part.cluts) file.clutData = part.cluts.map((_, i) => clutData[i] ?? noWords);
  if (part.luas) file.luaData = part.luas.map((_, i) => luaData[i] ?? new Uint8Array(0));
  if (part.navmeshes) file.navData = part.navmeshes.map((_, i) => navData[i] ?? new Int32Array(0));
  return { file, points: [] };
}
