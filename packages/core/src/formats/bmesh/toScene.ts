import type { Accessor, Document, Node } from "@gltf-transform/core";
import type { ConvertOptions, FormatScene } from "../../format.ts";
import { accessor, addExtras, newDocument, setAttributes } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { type PrimitiveSource, SceneSources } from "../../scene/sources.ts";
import { indexArrayFor } from "../../scene/triangles.ts";
import { vertexAttributes } from "./attributes.ts";
import { type DrawnPart, drawnParts } from "./drawn.ts";
import { addFileExtras, sectionForExtras } from "./extras.ts";
import { isIdentity } from "./faceReading.ts";
import type { BmeshFile } from "./file.ts";
import { type BmeshModel, interpret } from "./model.ts";
import type { FaceOwners } from "./sections.ts";
import { addBones, addHardpoints, addSkin } from "./skeleton.ts";
import { isCanonicalSkin, skinAttributes } from "./skin.ts";
import { BMESH_MIRRORED_SPACE, BMESH_SPACE } from "./space.ts";

/** A Firefall mesh as a glTF document: y up, counter-clockwise, a primitive per section, joints and hardpoints as nodes. */
export function bmeshToScene(file: BmeshFile, options: ConvertOptions): FormatScene {
  const ledger = new LossLedger();
  const model = interpret(file, options);
  const space = options.mirror === true ? BMESH_MIRRORED_SPACE : BMESH_SPACE;
  const { document, root } = newDocument(options, "mesh", space);
  const sources = new SceneSources();
  const skeleton = addBones(document, root, file, space, ledger);
  skeleton.nodes.forEach((node, i) => {
    sources.nodes.set(node, `bones[${i}]`);
  });
  addHardpoints(document, root, file, skeleton, space, ledger).forEach((node, i) => {
    sources.nodes.set(node, `hardpoints[${i}]`);
  });

  const { parts: primitives, owners, joined } = drawnParts(model, space);
  noteSections(model, owners, joined, ledger);
  for (const { path, dropped } of primitives) {
    const kept = `mesh extras ${model.faces.reading === "flat" ? "faceIndices" : "faces"}`;
    ledger.add("FACES_DROPPED", path, dropped, "faces that use vertices which do not exist were left out", kept);
  }
  const drawn = primitives.filter(({ indices }) => indices.length > 0);
  if (drawn.length === 0) {
    ledger.add(
      "NO_FACES",
      "faces",
      1,
      "the mesh has no usable face, so there is nothing to show",
      "extras of the root node",
    );
    addFileExtras(document, root, model, new Set(), options, ledger);
    return { document, losses: ledger.losses, sources };
  }

  const corners = concat(drawn.map(({ indices }) => indices));
  const { attributes, carried } = vertexAttributes(document, model, corners, space, options, ledger);
  const skin = skinAttributes(document, model, ledger);
  const node = addMesh(document, root, model, drawn, {
    ...attributes,
    JOINTS_0: skin?.joints,
    WEIGHTS_0: skin?.weights,
  });
  node
    .getMesh()
    ?.listPrimitives()
    .forEach((primitive, i) => {
      const part = drawn[i];
      if (part) sources.primitives.set(primitive, sourceOf(model, part));
    });
  if (skin) node.setSkin(addSkin(document, root.getName(), file, skeleton, space, ledger));
  const whole = inFileOrder(model, owners) && primitives.every(({ dropped }) => dropped === 0);
  const everySection = drawn.filter(({ section }) => section !== undefined).length === file.materialSections.length;
  noteCarried(model, whole, everySection, skin !== undefined, carried);
  addFileExtras(document, node.getMesh() ?? node, model, carried, options, ledger);
  return { document, losses: ledger.losses, sources };
}

/** A vertex has the same number in all of its arrays; links are per vertex where they are ranges of weights. */
function sourceOf({ faces: { reading }, links }: BmeshModel, { path, faces }: DrawnPart): PrimitiveSource {
  return {
    path,
    triangles: [{ rows: faces, arrays: [reading === "flat" ? { path: "faceIndices", step: 12 } : { path: "faces" }] }],
    vertices: [
      {
        arrays: [
          { path: "positions" },
          { path: "normals" },
          { path: "uv0" },
          { path: "uv1" },
          { path: "tangents" },
          { path: "colors" },
          ...(links.reading === "ranges" ? [{ path: "links" }] : []),
        ],
      },
    ],
  };
}

function concat(arrays: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

function addMesh(
  document: Document,
  root: Node,
  { file }: BmeshModel,
  parts: readonly DrawnPart[],
  attributes: Record<string, Accessor | undefined>,
): Node {
  const mesh = document.createMesh(root.getName());
  for (const { name, section, indices } of parts) {
    const record = section === undefined ? undefined : file.materialSections[section];
    const primitive = document
      .createPrimitive()
      .setIndices(accessor(document, `${name} indices`, "SCALAR", indexArrayFor(indices)))
      .setMaterial(document.createMaterial(name).setRoughnessFactor(1).setMetallicFactor(0));
    if (record) addExtras(primitive, { section, ...sectionForExtras(record) });
    mesh.addPrimitive(setAttributes(primitive, attributes));
  }
  const node = document.createNode(root.getName()).setMesh(mesh);
  root.addChild(node);
  return node;
}

/** What became of the sections where they are not a clean division of the faces. */
function noteSections(
  { sections, file }: BmeshModel,
  { unclaimed, overlap, owned }: FaceOwners,
  joined: number,
  ledger: LossLedger,
): void {
  const beyond = sections.asked.reduce((sum, { count }, i) => sum + count - (sections.ranges[i]?.count ?? 0), 0);
  const kept = "mesh extras materialSections";
  const add = (code: string, count: number, message: string) =>
    ledger.add(code, "materialSections", count, message, kept);
  add("SECTION_CUT", beyond, "faces beyond the last one were left out");
  add("SECTION_OVERLAP", overlap, "faces in several sections went to the first of them");
  add(
    "SECTION_EMPTY",
    owned.filter((count) => count === 0).length,
    "sections without faces of their own have no primitive",
  );
  add("SECTIONS_JOINED", joined, 'sections of a table that no mesh needs share the material "more sections"');
  if (file.materialSections.length > 0) {
    add("FACES_WITHOUT_SECTION", unclaimed, 'faces in no section got the material "default"');
  }
}

/** Notes which arrays follow from the document alone, so that they need not be kept beside it. */
function noteCarried(
  model: BmeshModel,
  whole: boolean,
  everySection: boolean,
  skinned: boolean,
  carried: Set<string>,
): void {
  const { file, faces, vertexCount } = model;
  const identity = file.faceIndices.length === vertexCount && isIdentity(file.faceIndices);
  if (whole && faces.reading === "flat" && file.faces.length === 0) carried.add("faceIndices");
  if (whole && faces.reading !== "flat" && identity) carried.add("faces").add("faceIndices");
  if (whole && faces.reading === "direct") carried.add("faces");
  if (everySection) carried.add("materialSections");
  if (skinned && isCanonicalSkin(model)) carried.add("links").add("boneWeights");
}

/** Whether the primitives one after the other hold every face of the file in its order. */
function inFileOrder({ sections: { ranges } }: BmeshModel, { overlap, unclaimed }: FaceOwners): boolean {
  const ordered = ranges.every(({ start }, i) => i === 0 || start >= (ranges[i - 1]?.start ?? 0));
  return overlap === 0 && ordered && (unclaimed === 0 || ranges.length === 0);
}
