import type { ConvertOptions } from "../../format.ts";
import { wordOption } from "../../scene/options.ts";
import { decideFaces, type Faces, faceCountOf } from "./faceReading.ts";
import { type BmeshFile, emptyBmesh } from "./file.ts";
import { decideLinks, type Links } from "./linkReading.ts";
import { FACE_READINGS, LINK_READINGS, SECTION_READINGS, WINDINGS } from "./options.ts";
import { decideSections, type Sections } from "./sections.ts";
import { decideWinding, type Winding } from "./winding.ts";

/** A file with what its disputed parts mean. */
export interface BmeshModel {
  file: BmeshFile;
  vertexCount: number;
  faceCount: number;
  faces: Faces;
  sections: Sections;
  winding: Winding;
  links: Links;
}

/**
 * Decides what the descriptions of the format leave open, by the evidence in this file or as the options say.
 * @param part a file, or as much of one as could be read
 */
export function interpret(part: Partial<BmeshFile>, options: ConvertOptions = {}): BmeshModel {
  // A file that ends early may hold half a section; only whole ones mean something.
  const materialSections = (part.materialSections ?? []).filter(({ vertexMax }) => vertexMax !== undefined);
  const file = { ...emptyBmesh(), ...part, materialSections };
  const sectionOption = wordOption(options, "sectionReading", SECTION_READINGS);
  let sections = decideSections(file, faceCountOf(file), sectionOption);
  const faces = decideFaces(file, sections, wordOption(options, "faceReading", FACE_READINGS));
  const faceCount = faces.triangles.length / 3;
  if (faceCount !== faceCountOf(file)) sections = decideSections(file, faceCount, sectionOption);
  const windingOption = wordOption(options, "winding", WINDINGS);
  let winding: Winding | undefined;
  return {
    file,
    vertexCount: file.positions.length / 3,
    faceCount,
    faces,
    sections,
    // Every face has to be compared with its normals, and checks do not ask.
    get winding() {
      winding ??= decideWinding(file, faces.triangles, windingOption);
      return winding;
    },
    links: decideLinks(file, wordOption(options, "linkReading", LINK_READINGS)),
  };
}
