import type { Document, Node } from "@gltf-transform/core";
import { type CodePage, sameBytes } from "../../bytes/codePage.ts";
import type { RawText } from "../../layout/text.ts";
import { extrasOf } from "../../scene/document.ts";
import { determinantOf, IDENTITY, type Matrix, matrixDistance, multiplyMatrices } from "../../scene/matrices.ts";
import { loadArray } from "../../scene/rawData.ts";
import { sceneFault } from "../../scene/sceneFault.ts";
import type { SceneSkeleton } from "../../scene/skeletonOf.ts";
import { typeAndIndex } from "./checkControlPoints.ts";
import type { MshControlPoint } from "./file.ts";
import { encodeName, type KeptName, keptNameOf, textOfKept } from "./names.ts";
import { filePlace, nodePlace } from "./pointPlace.ts";
import { MSH_SPACE } from "./space.ts";

/** The only types that the client is known to use; an empty of such a name is a control point without being marked. */
const TRAIL = /^trail(?:start|end)_\d+$/;

/** Nodes that are control points: those that are marked so, and empties named as the client's trails. */
export function controlPointNodes(document: Document): Node[] {
  const marked = document
    .getRoot()
    .listNodes()
    .filter((node) => {
      if (node.getMesh()) return false;
      return extrasOf(node).kind === "controlPoint" || TRAIL.test(node.getName());
    });
  const place = (node: Node) => {
    const { index } = extrasOf(node);
    return typeof index === "number" ? index : Infinity;
  };
  return marked.sort((a, b) => place(a) - place(b) || 0);
}

/** Every text that a control point may have to be written with. */
export function controlPointTexts(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    const { typeIndex, linkedBone, extraInfo } = extrasOf(node);
    return [
      node.getName(),
      node.getParentNode()?.getName() ?? "",
      ...[typeIndex, linkedBone, extraInfo].map(textOfKept),
    ];
  });
}

/**
 * Control points as the file holds them, in the space of the mesh in bind pose.
 * @throws MeshglotError `MSH_CANNOT_HOLD_CONTROL_POINT` if the client would not tell it from another
 */
export function controlPointsOf(
  document: Document,
  nodes: readonly Node[],
  skeleton: SceneSkeleton | undefined,
  boneNames: readonly RawText[],
  boneNumbers: Uint16Array | undefined,
  codePage: CodePage,
): MshControlPoint[] {
  const taken = new Set<string>();
  return nodes.map((node) => {
    const extras = extrasOf(node);
    const path = `controlPoints["${node.getName()}"]`;
    const before = keptNameOf(extras.typeIndex, codePage);
    const unchanged = before?.text === node.getName();
    const typeIndex = unchanged ? before.name : encodeName(node.getName(), codePage, path);
    if (!unchanged) refuseUnusable(node.getName(), taken, path);
    const split = typeAndIndex(node.getName());
    if (split) taken.add(`${split.type}_${split.index}`);
    const joint = skeleton?.joints.findIndex((known) => known.node === node.getParentNode()) ?? -1;
    const bone = joint >= 0 ? boneNames[boneNumbers?.[joint] ?? 0] : undefined;
    return {
      typeIndex,
      linkedBone: linkOf(keptNameOf(extras.linkedBone, codePage), bone, skeleton ? boneNames : []),
      extraInfo: keptNameOf(extras.extraInfo, codePage)?.name ?? { raw: new Uint8Array(0) },
      position: positionOf(document, node, extras.position, joint >= 0 ? skeleton?.joints[joint]?.bind : undefined),
    };
  });
}

/** The bone above the node; a name that is no bone of the mesh stays as it was. */
function linkOf(before: KeptName | undefined, bone: RawText | undefined, boneNames: readonly RawText[]): RawText {
  if (bone) return before && sameBytes(before.name.raw, bone.raw) ? before.name : bone;
  const listed = before && boneNames.some(({ raw }) => sameBytes(raw, before.name.raw));
  return before && !listed ? before.name : { raw: new Uint8Array(0) };
}

function refuseUnusable(name: string, taken: ReadonlySet<string>, path: string): void {
  const split = typeAndIndex(name);
  if (!split) {
    const hint = "Call it type_index, for instance trailstart_0.";
    throw sceneFault("MSH_CANNOT_HOLD_CONTROL_POINT", path, `"${name}" is no type and index`, hint);
  }
  if (!taken.has(`${split.type}_${split.index}`)) return;
  const what = `two control points are type "${split.type}", index ${split.index}`;
  throw sceneFault("MSH_CANNOT_HOLD_CONTROL_POINT", path, what, "Renumber one of them.");
}

/** Closer than this to no change at all, what stands above a node is taken for none. */
const UNCHANGED = 1e-6;
/** In centimetres: writers of glTF leave a translation out that is this close to none. */
const STILL = 2e-5;

/** @param bind of the joint that the node hangs on */
function positionOf(document: Document, node: Node, original: unknown, bind: Matrix | undefined): Float32Array {
  const above = multiplyMatrices(centimetres(), node.getParentNode()?.getWorldMatrix() ?? IDENTITY);
  const fromParent = bind ? withScaleOf(bind, above) : above;
  if (matrixDistance(fromParent, IDENTITY) >= UNCHANGED) {
    return filePlace(multiplyMatrices(fromParent, node.getMatrix()).slice(12, 15));
  }
  const stored = loadArray(document, original, "f32") as Float32Array | undefined;
  const place = node.getTranslation();
  const isStill = (value: number, axis: number) => Math.abs(value - (place[axis] ?? 0)) <= STILL;
  return stored?.length === 3 && nodePlace(stored).every(isStill) ? stored : filePlace(place);
}

/** A bind matrix has no unit in its axes; what hangs on the joint is measured in that of the scene. */
function withScaleOf(bind: Matrix, above: Matrix): number[] {
  const scale = Math.cbrt(Math.abs(determinantOf(above) / determinantOf(bind))) || 1;
  return bind.map((value, i) => (i < 12 ? value * scale : value));
}

function centimetres(): Matrix {
  const factor = 1 / MSH_SPACE.metres;
  return [factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1];
}
