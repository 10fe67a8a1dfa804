import { sameBytes } from "../../../bytes/codePage.ts";
import type { NameEditing } from "../../../editing.ts";
import type { MshFile } from "../file.ts";

/** Bone names of an MSH. Control points refer to bones by name, so they are renamed with them. */
export const mshBones: NameEditing<MshFile> = {
  list: ({ boneNames = [] }) => boneNames.map(({ raw }) => raw),
  rename: (file, index, raw) => {
    const { boneNames = [], controlPoints } = file;
    const old = boneNames[index]?.raw;
    const followed = controlPoints?.map((point) =>
      old && sameBytes(point.linkedBone.raw, old) ? { ...point, linkedBone: { raw } } : point,
    );
    const renamed = { ...file, boneNames: boneNames.with(index, { raw }) };
    return {
      file: followed ? { ...renamed, controlPoints: followed } : renamed,
      notes: [
        "The client finds bones by the exact bytes of their names: the skeleton (.skl) has to have the new name too.",
      ],
    };
  },
};
