import { latin1, sameBytes } from "../../../bytes/codePage.ts";
import { MeshglotError } from "../../../bytes/fault.ts";
import { fixedName, notesOnName } from "../../../bytes/fixedName.ts";
import type { Point, PointEditing } from "../../../editing.ts";
import { invertAffine } from "../../../scene/matrices.ts";
import { type BmeshFile, type BmeshHardpoint, NAME_SIZE } from "../file.ts";
import { nameBytes } from "../names.ts";
import { hardpointMatrices, translationMatrix } from "./matrices.ts";

/** Hardpoints of a bMesh. Moving one keeps its turn and scale; all five matrices follow. */
export const bmeshHardpoints: PointEditing<BmeshFile> = {
  list: ({ hardpoints, bones }) =>
    hardpoints.map(({ name, parent, bindMatrix: m }) => {
      const bone = bones[parent];
      return {
        name: nameBytes(name),
        position: [m[12] ?? 0, m[13] ?? 0, m[14] ?? 0],
        ...(bone ? { bone: nameBytes(bone.name) } : {}),
      };
    }),
  add: (file, { name, position, bone, info }) => {
    if (info !== undefined) throw refuse("hardpoints have no text beside their name", "Leave --info away.");
    requireFree(file, name, -1);
    const parent = bone === undefined ? -1 : boneOf(file, bone);
    const [x, y, z] = place(position);
    const inverse = translationMatrix([-x, -y, -z]);
    const point: BmeshHardpoint = {
      name: fixedName(new Uint8Array(NAME_SIZE), name).raw,
      parent,
      ...hardpointMatrices(translationMatrix([x, y, z]), inverse, file.bones[parent]),
    };
    return { file: { ...file, hardpoints: [...file.hardpoints, point] }, notes: [] };
  },
  move: (file, index, position) => changed(file, index, (point) => moved(file, point, place(position))),
  rename: (file, index, name) => {
    requireFree(file, name, index);
    const fixed = fixedName(file.hardpoints[index]?.name ?? new Uint8Array(NAME_SIZE), name);
    return { ...changed(file, index, (point) => ({ ...point, name: fixed.raw })), notes: notesOnName(fixed) };
  },
  remove: (file, index) => ({ file: { ...file, hardpoints: file.hardpoints.toSpliced(index, 1) }, notes: [] }),
};

function changed(file: BmeshFile, index: number, change: (point: BmeshHardpoint) => BmeshHardpoint) {
  return {
    file: { ...file, hardpoints: file.hardpoints.map((point, i) => (i === index ? change(point) : point)) },
    notes: [],
  };
}

function moved(file: BmeshFile, point: BmeshHardpoint, position: readonly number[]): BmeshHardpoint {
  const bind = [...point.bindMatrix.subarray(0, 12), ...position, point.bindMatrix[15] ?? 1];
  const inverse = invertAffine(bind);
  if (!inverse) throw refuse("its matrix has no inverse, so it can not be moved", "Remove it and add it anew.");
  return { ...point, ...hardpointMatrices(bind, inverse, file.bones[point.parent]) };
}

function place(position: Point["position"]): Point["position"] {
  const [x, y, z] = position;
  const floats: Point["position"] = [Math.fround(x), Math.fround(y), Math.fround(z)];
  if (floats.every(Number.isFinite)) return floats;
  throw refuse(`${position.join(", ")} is no place that a float can hold`, "Give three numbers.");
}

function boneOf(file: BmeshFile, name: Uint8Array): number {
  const found = file.bones.findIndex((bone) => sameBytes(nameBytes(bone.name), name));
  if (found >= 0) return found;
  throw refuse(`there is no bone "${latin1.decode(name).text}"`, "`meshglot inspect` lists the bones.");
}

/** Engines look for hardpoints by name and would find only one of two. */
function requireFree(file: BmeshFile, name: Uint8Array, own: number): void {
  const other = file.hardpoints.findIndex((point, i) => i !== own && sameBytes(nameBytes(point.name), name));
  if (other < 0) return;
  throw refuse(
    `hardpoint #${other} is called "${latin1.decode(name).text}" already`,
    "Choose another name, or move that one.",
  );
}

function refuse(detail: string, hint: string): MeshglotError {
  return new MeshglotError({ code: "EDIT_POINT", detail, hint });
}
