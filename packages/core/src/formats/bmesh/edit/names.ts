import { fixedName, notesOnName } from "../../../bytes/fixedName.ts";
import type { NameEditing } from "../../../editing.ts";
import type { BmeshFile } from "../file.ts";
import { nameBytes } from "../names.ts";

/** Names of bones. Everything in the file refers to bones by number. */
export const bmeshBones: NameEditing<BmeshFile> = {
  list: ({ bones }) => bones.map(({ name }) => nameBytes(name)),
  rename: (file, index, raw) => {
    const notes: string[] = [];
    const bones = file.bones.map((bone, i) => {
      if (i !== index) return bone;
      const name = fixedName(bone.name, raw);
      notes.push(...notesOnName(name));
      return { ...bone, name: name.raw };
    });
    return { file: { ...file, bones }, notes };
  },
};

/** Names of material sections. */
export const bmeshSections: NameEditing<BmeshFile> = {
  list: ({ materialSections }) => materialSections.map(({ name }) => name.raw),
  rename: (file, index, raw) => ({
    file: {
      ...file,
      materialSections: file.materialSections.map((section, i) =>
        i === index ? { ...section, name: { raw } } : section,
      ),
    },
    notes: [],
  }),
};
