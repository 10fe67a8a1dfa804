import type { ConvertOptions } from "../../format.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { normalize } from "../../scene/normals.ts";
import { mapVectors } from "../../scene/space.ts";
import type { MshFile } from "./file.ts";
import { MSH_SPACE } from "./space.ts";

/** How far a binormal may be from cross(normal, tangent) and still count as that. */
const SAME = 1e-6;

/**
 * TANGENT with the handedness in w, and the binormals where w does not say it all.
 *
 * w is the sign of dot(cross(N, T), B) with all three in glTF axes. Whether the game's binormal follows +V or -V is
 * open, so the option `flipBinormal` turns it.
 *
 * @param normals unit vectors in glTF axes
 */
export function tangentsOf(
  file: MshFile,
  normals: Float32Array | undefined,
  options: ConvertOptions,
  ledger: LossLedger,
): { tangents: Float32Array; binormals: Float32Array | undefined } | undefined {
  if (!file.tangents) return undefined;
  const { vectors: t, replaced } = normalize(mapVectors(file.tangents, MSH_SPACE), [1, 0, 0]);
  ledger.add("TANGENTS_REPLACED", "tangents", replaced, "tangents without direction became (1, 0, 0)");
  const mapped = file.binormals && mapVectors(file.binormals, MSH_SPACE, options.flipBinormal === true ? -1 : 1);
  const tangents = new Float32Array(file.vertexCount * 4);
  let implied = true;
  for (let v = 0; v < file.vertexCount; v++) {
    const at = (array: Float32Array | undefined, axis: number) => array?.[v * 3 + axis] ?? 0;
    const cross = [
      at(normals, 1) * at(t, 2) - at(normals, 2) * at(t, 1),
      at(normals, 2) * at(t, 0) - at(normals, 0) * at(t, 2),
      at(normals, 0) * at(t, 1) - at(normals, 1) * at(t, 0),
    ] as const;
    const dot = cross[0] * at(mapped, 0) + cross[1] * at(mapped, 1) + cross[2] * at(mapped, 2);
    const w = mapped && dot < 0 ? -1 : 1;
    tangents.set([at(t, 0), at(t, 1), at(t, 2), w], v * 4);
    if (mapped && implied) implied = cross.every((c, axis) => Math.abs(c * w - at(mapped, axis)) <= SAME);
  }
  if (!mapped || implied) return { tangents, binormals: undefined };
  for (let i = 0; i < mapped.length; i++) if (!Number.isFinite(mapped[i])) mapped[i] = 0;
  return { tangents, binormals: mapped };
}
