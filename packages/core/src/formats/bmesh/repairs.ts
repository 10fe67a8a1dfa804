import { numbersText, type Repair, type RepairedField } from "../../issues/repair.ts";
import { invertAffine, multiplyMatrices } from "../../scene/matrices.ts";
import { boundsOf } from "../../scene/space.ts";
import type { BmeshBone, BmeshFile, BmeshHardpoint } from "./file.ts";
import { influencesOf } from "./influences.ts";
import { interpret } from "./model.ts";
import { rangeFits, vertexRanges } from "./sections.ts";

export const BMESH_REPAIRS: readonly Repair<BmeshFile>[] = [
  {
    code: "BMESH_BOUNDS_MISMATCH",
    title: "boundsMin and boundsMax from the positions",
    mend: (file) => {
      const box = boundsOf(file.positions);
      if (!box) return undefined;
      const [boundsMin, boundsMax] = [Float32Array.from(box.min), Float32Array.from(box.max)];
      return {
        file: { ...file, boundsMin, boundsMax },
        fields: [
          { path: "boundsMin", message: `${numbersText(file.boundsMin)} becomes ${numbersText(boundsMin)}` },
          { path: "boundsMax", message: `${numbersText(file.boundsMax)} becomes ${numbersText(boundsMax)}` },
        ],
      };
    },
  },
  {
    code: "BMESH_BIND_NOT_INVERSE",
    title: "inverseBindMatrix of bones and hardpoints as the inverse of bindMatrix",
    mend: (file) => {
      const fields: RepairedField[] = [];
      const bones = file.bones.map((bone, i) => withInverse(bone, `bones[${i}]`, fields));
      const hardpoints = file.hardpoints.map((point, i) => withInverse(point, `hardpoints[${i}]`, fields));
      return fields.length > 0 ? { file: { ...file, bones, hardpoints }, fields } : undefined;
    },
  },
  {
    code: "BMESH_HARDPOINT_MATRIX",
    title: "hpToBoneMatrix as bindMatrix seen from the bone",
    mend: (file) => {
      const fields: RepairedField[] = [];
      const hardpoints = file.hardpoints.map((point, i) => {
        const bone = file.bones[point.parent];
        if (!bone) return point;
        const product = Float32Array.from(multiplyMatrices(bone.inverseBindMatrix, point.bindMatrix));
        if (!product.every(Number.isFinite) || same(product, point.hpToBoneMatrix)) return point;
        const message = `translation ${translationText(point.hpToBoneMatrix)} becomes ${translationText(product)}`;
        fields.push({ path: `hardpoints[${i}].hpToBoneMatrix`, message });
        return { ...point, hpToBoneMatrix: product };
      });
      return fields.length > 0 ? { file: { ...file, hardpoints }, fields } : undefined;
    },
  },
  {
    code: "BMESH_SKINNED_FLAG",
    title: "hasSkinnedVertices from the weights",
    mend: (file) => {
      const { links } = interpret(file);
      if (links.reading === "none") return undefined;
      const { weights, bones: used } = influencesOf(file, links.reading);
      const skinned = new Set(used.filter((_, i) => (weights[i] ?? 0) > 0));
      const fields: RepairedField[] = [];
      const bones = file.bones.map((bone, i) => {
        const flag = skinned.has(i) ? 1 : 0;
        if (flag === (bone.hasSkinnedVertices > 0 ? 1 : 0)) return bone;
        fields.push({
          path: `bones[${i}].hasSkinnedVertices`,
          message: `${bone.hasSkinnedVertices} becomes ${flag}`,
        });
        return { ...bone, hasSkinnedVertices: flag };
      });
      return fields.length > 0 ? { file: { ...file, bones }, fields } : undefined;
    },
  },
  {
    code: "BMESH_SECTION_VERTEX_RANGE",
    title: "vertexMin and vertexMax of sections from their faces",
    mend: (file) => {
      const { faces, sections, vertexCount } = interpret(file);
      const ranges = vertexRanges(faces.triangles, sections.ranges);
      const fields: RepairedField[] = [];
      const materialSections = file.materialSections.map((section, i) => {
        const range = ranges[i];
        if (!range || range.max >= vertexCount || rangeFits(section, range)) return section;
        const message = `${section.vertexMin} to ${section.vertexMax} becomes ${range.min} to ${range.max}`;
        fields.push({ path: `materialSections[${i}].vertexMin`, message });
        return { ...section, vertexMin: range.min, vertexMax: range.max };
      });
      return fields.length > 0 ? { file: { ...file, materialSections }, fields } : undefined;
    },
  },
];

function withInverse<T extends BmeshBone | BmeshHardpoint>(item: T, path: string, fields: RepairedField[]): T {
  const inverse = invertAffine(item.bindMatrix);
  if (!inverse) return item;
  const inverseBindMatrix = Float32Array.from(inverse);
  if (same(inverseBindMatrix, item.inverseBindMatrix)) return item;
  const before = translationText(item.inverseBindMatrix);
  fields.push({
    path: `${path}.inverseBindMatrix`,
    message: `translation ${before} becomes ${translationText(inverse)}`,
  });
  return { ...item, inverseBindMatrix };
}

/** Equal but for the rounding of single floats: what is right is left as it is, bit for bit. */
function same(a: Float32Array, b: Float32Array): boolean {
  return a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= 1e-5 * Math.max(1, Math.abs(value)));
}

function translationText(matrix: ArrayLike<number>): string {
  return `(${numbersText(Array.from(matrix).slice(12, 15))})`;
}
