import type { Repair } from "../../issues/repair.ts";
import type { SplashpackFile } from "./file.ts";
import { isAlignment, placeBlocks } from "./place.ts";

/** Offsets follow from the sizes of the blocks, as long as no stray bytes would get lost. */
export const SPLASHPACK_REPAIRS: readonly Repair<SplashpackFile>[] = [
  {
    code: "SPLASHPACK_OFFSET_UNALIGNED",
    title: "offsets of all blocks, one behind the other as an exporter lays them out",
    mend: (file, dialect) => {
      const stray = file.gaps.some(({ bytes, offset }) => {
        const zeros = bytes.every((byte) => byte === 0);
        return !isAlignment({ bytes, offset }, dialect) && !zeros;
      });
      if (stray) return undefined;
      const placed = placeBlocks(file, dialect);
      const fields = file.objects.flatMap(({ meshOffset: before }, i) => {
        const after = placed.objects[i]?.meshOffset ?? before;
        return after === before ? [] : [{ path: `objects[${i}].meshOffset`, message: `${before} becomes ${after}` }];
      });
      const atlases = file.atlases.flatMap(({ dataOffset: before }, i) => {
        const after = placed.atlases[i]?.dataOffset ?? before;
        return after === before ? [] : [{ path: `atlases[${i}].dataOffset`, message: `${before} becomes ${after}` }];
      });
      return { file: placed, fields: [...fields, ...atlases] };
    },
  },
];
