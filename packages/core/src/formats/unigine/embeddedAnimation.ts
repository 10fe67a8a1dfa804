import type { Node } from "../../layout/node.ts";
import type { Ms12File } from "./file.ts";

/**
 * The place of embedded animations, which only files without any pass: nobody has decoded them, and the geometry lies
 * behind them.
 */
export const noEmbeddedAnimation: Node<undefined> = {
  type: "nothing",
  hideEmpty: true,
  read: (cursor, record) => {
    // Only ms10 to ms12 use this node, and all of them have these fields in front of it.
    const { animationCount, jointCount, surfaceCount } = record as Ms12File;
    if (animationCount === 0) return undefined;
    throw cursor.fault("EMBEDDED_ANIMATION", {
      detail: `${animationCount} animations lie in front of the geometry in a form that nobody has decoded; what could be read are the bounds, ${jointCount} joints with their bind pose and the headers of ${surfaceCount} surfaces`,
      available: cursor.left,
    });
  },
  write: () => undefined,
};
