import type { FaultJson, Loss } from "@meshglot/core";
import type { LocatedRows, Model, ShownPart } from "../protocol.ts";

/** How much of a file that ends early or is damaged its model shows, by what the conversion says that it lost. */
export function shownPart(model: Model, losses: readonly Loss[], fault: FaultJson): ShownPart {
  const counted = (code: string) => losses.reduce((sum, loss) => sum + (loss.code === code ? loss.count : 0), 0);
  const missingIn = (groups: readonly LocatedRows[]) => missingRows(groups[0]?.arrays[0], fault);
  const announced = losses.filter(({ code }) => code === "TRIANGLES_MISSING").map(({ path }) => path);
  const silent = losses.filter(({ code, path }) => code === "NO_FACES" && !announced.includes(path)).length;
  const { primitives } = model;
  const points = counted("POINTS_ONLY");
  if (points > 0) {
    const missing = primitives.reduce((most, { vertices }) => Math.max(most, missingIn(vertices)), 0);
    return { kind: "positions", shown: points, missing, silent: 0 };
  }
  const triangles = primitives.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const cut = primitives.reduce((most, primitive) => Math.max(most, missingIn(primitive.triangles)), 0);
  const missing = cut + counted("TRIANGLES_MISSING") + counted("FACES_DROPPED");
  return { kind: "faces", shown: triangles - counted("QUADS_TRIANGULATED"), missing, silent };
}

/** Rows that an array should have and does not, if it is the one that the fault lies in. */
function missingRows(array: LocatedRows["arrays"][number] | undefined, { path, needed, available }: FaultJson): number {
  if (!array || array.path !== path || needed === null || available === null) return 0;
  return Math.floor(needed / array.step) - Math.floor(available / array.step);
}
