import type { Document } from "@gltf-transform/core";
import { type CodePage, codePageForTexts, DEFAULT_CODE_PAGE, toHex } from "../../../bytes/codePage.ts";
import type { BuildResult, ConvertOptions } from "../../../format.ts";
import type { RawText } from "../../../layout/text.ts";
import { type SceneBone, sceneBones } from "../../../scene/bones.ts";
import { extrasOf } from "../../../scene/document.ts";
import { countScaled, relativeTo, toFileSpace } from "../../../scene/fileSpace.ts";
import { LossLedger } from "../../../scene/loss.ts";
import { IDENTITY, invertAffine, type Matrix, mapMatrix } from "../../../scene/matrices.ts";
import { loadArray } from "../../../scene/rawData.ts";
import { withoutScale } from "../../../scene/rigid.ts";
import { sceneFault } from "../../../scene/sceneFault.ts";
import { inverseOf, mapQuaternions, mapVectors } from "../../../scene/space.ts";
import { encodeName, nameFromExtras } from "../encodeName.ts";
import { MSH_SPACE } from "../space.ts";
import { NO_PARENT, SKL_VERSION, type SklBone, type SklFile } from "./file.ts";
import { inverseBindOf } from "./pose.ts";

/**
 * The skeleton of a scene as a `.skl`: rest pose from the nodes, bind pose from the skin. Bones that came from a `.skl`
 * and were not moved keep its numbers.
 *
 * @throws MeshglotError `SCENE_NO_SKELETON`, `SCENE_SEVERAL_ROOTS`, `NAME_TOO_LONG`, `TEXT_NOT_ENCODABLE`
 */
export async function sklFromScene(document: Document, options: ConvertOptions): Promise<BuildResult<SklFile>> {
  const ledger = new LossLedger();
  const scene = rootFirst(sceneBones(document));
  ledger.add("BONE_SCALES_DROPPED", "bones", countScaled(scene.map(({ rest }) => rest)), "scales of bones");
  const facts = extrasOf(document.getRoot());
  const codePage = await codePageForTexts(String(options.codePage ?? facts.codePage ?? DEFAULT_CODE_PAGE), [
    ...scene.map(({ node }) => node.getName()),
    JSON.stringify(scene.map(({ node }) => extrasOf(node))),
  ]);
  const names = scene.map(({ node }) => encodeName(node.getName(), extrasOf(node).name, codePage));
  const childNames = scene.map((): RawText[] => []);
  scene.forEach(({ parent }, i) => {
    const name = names[i];
    if (name) childNames[parent]?.push(name);
  });
  const bones = scene.map((bone, i) => {
    const children = childNames[i] ?? [];
    const parentName = names[bone.parent] ?? { raw: codePage.encode(NO_PARENT) };
    const made = { name: names[i] ?? parentName, parentName, childNames: inOldOrder(children, bone, codePage) };
    return { ...made, ...poseOf(document, bone, scene) };
  });
  const version = typeof facts.skeletonVersion === "number" ? facts.skeletonVersion : SKL_VERSION;
  const linkedSkeleton = nameFromExtras(facts.linkedSkeleton, codePage) ?? { raw: new Uint8Array(0) };
  const trailing = (loadArray(document, facts.skeletonTrailing, "u8") as Uint8Array | undefined) ?? new Uint8Array(0);
  return {
    file: { version, boneCount: bones.length, bones, linkedSkeleton, trailing },
    dialect: "SKL",
    losses: ledger.losses,
  };
}

/** The client takes bone 0 for the root. */
function rootFirst(scene: SceneBone[]): SceneBone[] {
  const roots = scene.flatMap(({ parent }, i) => (parent < 0 ? [i] : []));
  const [root] = roots;
  if (root === undefined) {
    throw sceneFault("SCENE_NO_SKELETON", "skins", "the scene has no bones", "Export the armature and its skin.");
  }
  if (roots.length > 1) {
    const names = roots.map((i) => scene[i]?.node.getName()).join(", ");
    const detail = `${roots.length} bones have no parent: ${names}`;
    throw sceneFault("SCENE_SEVERAL_ROOTS", "skins", detail, "Put a bone above them.", {
      needed: roots.length,
      available: 1,
    });
  }
  const order = [root, ...scene.keys()].filter((i, place) => place === 0 || i !== root);
  const moved = new Map(order.map((from, to) => [from, to]));
  return order.flatMap((from) => {
    const bone = scene[from];
    return bone ? [{ ...bone, parent: moved.get(bone.parent) ?? -1 }] : [];
  });
}

/** Children in the order of the file that the bone came from, as long as they are the same. */
function inOldOrder(children: RawText[], { node }: SceneBone, codePage: CodePage): RawText[] {
  const stored = extrasOf(node).childNames;
  if (!Array.isArray(stored) || stored.length !== children.length) return children;
  const old = stored.map((name) => nameFromExtras(name, codePage));
  const present = new Set(children.map(({ raw }) => toHex(raw)));
  const same = old.every((name) => name && present.has(toHex(name.raw)));
  return same ? old.flatMap((name) => (name ? [name] : [])) : children;
}

type Pose = Pick<
  SklBone,
  "localPosition" | "localRotation" | "inverseBindPosition" | "inverseBindRotation" | "objectMatrix"
>;

function poseOf(document: Document, bone: SceneBone, scene: readonly SceneBone[]): Pose {
  const local = toFileSpace(relativeTo(scene[bone.parent]?.rest, bone.rest), MSH_SPACE);
  const bind = withoutScale(bone.bind);
  const inverse = toFileSpace(invertAffine(bind) ?? IDENTITY, MSH_SPACE);
  const position = mapVectors(bind.slice(12, 15), inverseOf(MSH_SPACE), 1 / MSH_SPACE.metres);
  const object = Float32Array.from(mapMatrix(bind, inverseOf(MSH_SPACE)));
  object.set(position, 12);
  const stored = storedPose(document, bone);
  const moved = !stored || !standsAsStored(bone, stored);
  const rebound = !stored || !isBoundAsStored(bone, stored);
  return {
    localPosition: moved ? local.position : stored.localPosition,
    localRotation: moved ? local.rotation : stored.localRotation,
    inverseBindPosition: rebound ? inverse.position : stored.inverseBindPosition,
    inverseBindRotation: rebound ? inverse.rotation : stored.inverseBindRotation,
    objectMatrix: rebound ? object : stored.objectMatrix,
  };
}

/** What the node keeps of the file that it came from. */
function storedPose(document: Document, { node }: SceneBone): Pose | undefined {
  const extras = extrasOf(node);
  const array = (name: keyof Pose, length: number): Float32Array | undefined => {
    const found = loadArray(document, extras[name], "f32");
    return found instanceof Float32Array && found.length === length ? found : undefined;
  };
  const [localPosition, localRotation] = [array("localPosition", 3), array("localRotation", 4)];
  const [inverseBindPosition, inverseBindRotation] = [array("inverseBindPosition", 3), array("inverseBindRotation", 4)];
  const objectMatrix = array("objectMatrix", 16);
  if (!localPosition || !localRotation || !inverseBindPosition || !inverseBindRotation || !objectMatrix)
    return undefined;
  return { localPosition, localRotation, inverseBindPosition, inverseBindRotation, objectMatrix };
}

/** Single precision, and what glTF-Transform leaves out because it does next to nothing. */
const SAME = 1e-5;

function standsAsStored({ node }: SceneBone, { localPosition, localRotation }: Pose): boolean {
  const length = Math.hypot(...localRotation) || 1;
  const rotation = mapQuaternions(localRotation, MSH_SPACE).map((value) => value / length);
  return near(node.getTranslation(), mapVectors(localPosition, MSH_SPACE)) && near(node.getRotation(), rotation);
}

function isBoundAsStored({ inverseBind }: SceneBone, pose: Pose): boolean {
  const due: Matrix = mapMatrix(inverseBindOf(pose), MSH_SPACE);
  return inverseBind !== undefined && near(inverseBind, due.map(Math.fround));
}

function near(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return Array.from(a).every((value, i) => Math.abs(value - (b[i] ?? 0)) <= SAME * Math.max(1, Math.abs(value)));
}
