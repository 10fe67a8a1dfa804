import type { Document, Node } from "@gltf-transform/core";
import type { ConvertOptions, FormatScene } from "../../format.ts";
import { newDocument } from "../../scene/document.ts";
import { LossLedger } from "../../scene/loss.ts";
import { wordOption } from "../../scene/options.ts";
import { SceneSources } from "../../scene/sources.ts";
import type { GeometryCounts, GeometryOptions } from "./corners.ts";
import { addFileExtras, addObjectExtras } from "./extras.ts";
import type { SplashpackFile, SplashpackObject } from "./file.ts";
import { addNavmeshes } from "./navmeshes.ts";
import { scaleOf } from "./options.ts";
import { PrimitiveMaker, reportGeometry, sourceOf } from "./primitives.ts";
import { SPLASHPACK_SPACE } from "./space.ts";
import { normalFrame } from "./storedNormals.ts";
import { materialMaker } from "./textures.ts";
import { appliesTransforms, hasTransform, nodeTransform, type TransformFrame, transformFrame } from "./transforms.ts";
import { type SplashpackTriangles, trianglesOf } from "./triangles.ts";
import { type TextureUse, textureFinder, textureKey } from "./vram.ts";

/**
 * A scene pack as a glTF document: y up, metres, counter-clockwise, a node per object, textures as pictures.
 *
 * @throws MeshglotError `OPTION_VALUE`; `SPLASHPACK_TRANSFORM_FRAME` if the transforms of an L2 file are to be
 *   applied without saying which kind they are
 */
export function splashpackToScene(file: SplashpackFile, dialect: string, options: ConvertOptions): FormatScene {
  const ledger = new LossLedger();
  const scale = scaleOf(options);
  const { document, root } = newDocument(options, "scene", SPLASHPACK_SPACE);
  const frame = appliesTransforms(dialect, options) ? transformFrame(dialect, options) : undefined;
  const geometry: GeometryOptions = {
    factor: scale / 4096,
    normals: wordOption(options, "normals", ["flat", "stored"]) ?? "flat",
    frame: normalFrame(file, dialect, options).frame,
    colorSpace: wordOption(options, "colorSpace", ["linear", "srgb"]) ?? "linear",
  };
  const sources = new SceneSources();
  const nodes = addObjects(document, root, file, dialect, geometry, ledger, sources);
  const places = file.objects.map((object, i) => placeNode(nodes[i] ?? root, object, frame, scale));
  const having = (wanted: string) => places.filter((place) => place === wanted).length;
  reportTransforms(having("ignored"), having("crooked"), ledger);
  addNavmeshes(document, root, file, geometry.factor, sources);
  addFileExtras(document, file, dialect, scale, ledger);
  return { document, losses: ledger.losses, sources };
}

function addObjects(
  document: Document,
  root: Node,
  file: SplashpackFile,
  dialect: string,
  geometry: GeometryOptions,
  ledger: LossLedger,
  sources: SceneSources,
): Node[] {
  const counts: GeometryCounts = { triangles: 0, clampedCorners: 0, withoutNormal: 0 };
  const primitives = new PrimitiveMaker(document, file.objects.length, geometry, counts);
  const materialOf = materialMaker(document, file, ledger);
  const leftOut = new Set<string>();
  const groupsOf = grouper(file, leftOut);
  const used = new Set<number>();
  let untextured = 0;
  let assumed = 0;
  const nodes = file.objects.map((object, i) => {
    const node = document.createNode(`object${i}`);
    root.addChild(node);
    sources.nodes.set(node, `objects[${i}]`);
    addObjectExtras(document, node, object);
    const triangles = trianglesOf(file, dialect, i);
    if (triangles.count === 0) return node;
    const mesh = document.createMesh(`object${i}`);
    for (const { use, rows } of groupsOf(i, triangles)) {
      if (!use) untextured += rows.length;
      else used.add(use.match.atlas);
      if (use?.match.how === "assumed") assumed += rows.length;
      const primitive = primitives.add(triangles, rows, object, materialOf(use));
      sources.primitives.set(primitive, sourceOf(i, rows, primitive.getIndices()?.getScalar(0) ?? 0));
      mesh.addPrimitive(primitive);
    }
    return node.setMesh(mesh);
  });
  primitives.finish();
  reportGeometry(counts, geometry, ledger);
  ledger.add(
    "TEXTURES_LEFT_OUT",
    "meshes",
    leftOut.size,
    `only ${MAX_TEXTURES} textures are made; triangles of the others are untextured`,
    "primitive extras texturePage, clutX, clutY",
  );
  reportTextures(untextured, assumed, file.atlases.length - used.size, ledger);
  return nodes;
}

/**
 * Textures that one conversion makes at most. Video memory holds 32 pages, so a real scene stays far below; a damaged
 * file could ask for one per triangle.
 */
const MAX_TEXTURES = 256;

interface Group {
  use: TextureUse | undefined;
  /** Numbers of the triangles. */
  rows: number[];
}

/** Divides the triangles of an object by what they sample, in the order in which each texture first appears. */
function grouper(
  file: SplashpackFile,
  leftOut: Set<string>,
): (object: number, triangles: SplashpackTriangles) => Iterable<Group> {
  const findAny = textureFinder(file);
  const made = new Set<string>();
  const find: typeof findAny = (...words) => {
    const use = findAny(...words);
    if (!use || made.size < MAX_TEXTURES || made.has(textureKey(use))) {
      if (use) made.add(textureKey(use));
      return use;
    }
    leftOut.add(textureKey(use));
    return undefined;
  };
  return (object, { count, texturePages, clutXs, clutYs }) => {
    const groups = new Map<string, Group>();
    const known = new Map<number, Group>();
    for (let t = 0; t < count; t++) {
      const page = texturePages[t] ?? 0;
      const clutX = clutXs[t] ?? 0;
      const clutY = clutYs[t] ?? 0;
      const words = page + 65536 * (clutX + 65536 * clutY);
      let group = known.get(words);
      if (!group) {
        const use = find(object, page, clutX, clutY);
        const key = use ? textureKey(use) : "";
        group = groups.get(key) ?? { use, rows: [] };
        groups.set(key, group);
        known.set(words, group);
      }
      group.rows.push(t);
    }
    return groups.values();
  };
}

function reportTextures(untextured: number, assumed: number, unused: number, ledger: LossLedger): void {
  ledger.add(
    "TEXTURE_MISSING",
    "meshes",
    untextured,
    "triangles whose texture page holds no atlas, or beyond the limit, were left untextured",
    "primitive extras texturePage",
  );
  ledger.add(
    "ATLAS_ASSUMED",
    "meshes",
    assumed,
    "triangles whose texture page holds no atlas got the only atlas of the file",
    "primitive extras texturePage",
  );
  ledger.add(
    "ATLAS_UNUSED",
    "atlases",
    unused,
    "atlases that no triangle uses became no texture",
    "document extras atlases",
  );
}

/** Stands a node where its object says, if that is asked for. Returns what could not be done or was not. */
function placeNode(
  node: Node,
  object: SplashpackObject,
  frame: TransformFrame | undefined,
  scale: number,
): "placed" | "ignored" | "crooked" {
  if (!frame) return hasTransform(object) ? "ignored" : "placed";
  const { translation, rotation, exact } = nodeTransform(object, frame, scale);
  node.setTranslation(translation).setRotation(rotation);
  return exact ? "placed" : "crooked";
}

function reportTransforms(ignored: number, crooked: number, ledger: LossLedger): void {
  ledger.add(
    "TRANSFORMS_IGNORED",
    "objects",
    ignored,
    "positions and rotations of objects were ignored; applyTransforms would apply them",
    "node extras position, rotation",
  );
  ledger.add("ROTATIONS_IGNORED", "objects", crooked, "rotations that are none were left out", "node extras rotation");
}
