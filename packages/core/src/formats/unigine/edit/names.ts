import { MeshglotError } from "../../../bytes/fault.ts";
import type { NameEditing } from "../../../editing.ts";
import type { UnigineFile } from "../file.ts";
import { endsWithZero, type UnigineName } from "../names.ts";

const textBytes = (name: UnigineName): Uint8Array => (endsWithZero(name) ? name.raw.subarray(0, -1) : name.raw);

function named(raw: Uint8Array): UnigineName {
  if (raw.includes(0)) throw new MeshglotError({ code: "EDIT_NAME", detail: "a zero would end the name" });
  return { raw: Uint8Array.from([...raw, 0]) };
}

/** Names of joints. Weights refer to joints by number. */
export const unigineJoints: NameEditing<UnigineFile> = {
  list: (file) => ("joints" in file ? file.joints : []).map(({ name }) => textBytes(name)),
  rename: (file, index, raw) => {
    if (!("joints" in file)) return { file, notes: [] };
    const joints = file.joints.map((joint, i) => (i === index ? { ...joint, name: named(raw) } : joint));
    const notes =
      "skeletonGuid" in file
        ? ["The .skeleton and the animations find joints by name: they need the new name too."]
        : [];
    return { file: { ...file, joints }, notes };
  },
};

/** Names of surfaces: the only thing that materials are assigned by. */
export const unigineSurfaces: NameEditing<UnigineFile> = {
  list: ({ surfaces }) => surfaces.map(({ name }) => textBytes(name)),
  rename: (file, index, raw) => {
    const surfaces = file.surfaces.map((surface, i) => (i === index ? { ...surface, name: named(raw) } : surface));
    return { file: { ...file, surfaces } as UnigineFile, notes: [] }; // each surface keeps its own kind
  },
};
