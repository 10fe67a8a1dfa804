import {
  type Box3,
  type Material,
  type Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Scene,
  SkinnedMesh,
  Vector3,
} from "three";
import type { Clip, Model } from "../protocol.ts";
import type { Overlay, Shading } from "../store/view.ts";
import { BoundsBoxes } from "./boundsBoxes.ts";
import { ClipPlayer } from "./clipPlayer.ts";
import { boxOf } from "./framing.ts";
import { type ModelScene, modelScene } from "./modelScene.ts";
import { normalLines } from "./normalLines.ts";
import { PointMarks } from "./pointMarks.ts";
import { SkeletonLines } from "./skeletonLines.ts";
import { SurfaceMaterials } from "./surfaceMaterials.ts";
import { treeBoxes } from "./treeBoxes.ts";
import { weightColors } from "./weightColors.ts";
import { wiresOver } from "./wires.ts";

/** How the model is to be drawn. */
export interface Look {
  shading: Shading;
  doubleSided: boolean;
  hidden: ReadonlySet<number>;
  overlays: ReadonlySet<Overlay>;
  treeDepth: number;
  /** Node of the bone whose influence is shown; -1 for the number of bones. */
  weightNode: number;
  morphs: Readonly<Record<string, number>>;
  poses: Readonly<Record<number, readonly [number, number, number]>>;
  storedBounds: { min: number[]; max: number[] } | undefined;
}

/** Where an animation is. */
export interface Moment {
  /** Undefined for the model's own pose. */
  clip: Clip | undefined;
  /** From the start of the clip. */
  seconds: number;
}

/** What lines are drawn with; they outlive the models, so that their shaders are made once. */
export interface Pens {
  wire: Material;
  /** For the collision mesh. */
  cage: Material;
}

/** A joint that no vertex hangs on. */
const NO_JOINT = 0x10000;

/** One model as it is drawn, and everything that is drawn over it. It goes when another model comes. */
export class DrawnModel {
  readonly model: Model;
  readonly scene: ModelScene;
  /** The box of what is drawn, in metres. */
  readonly box: Box3;
  readonly #into: Scene;
  readonly #pens: Pens;
  readonly #materials: SurfaceMaterials;
  readonly #skeleton: SkeletonLines;
  readonly #points: PointMarks;
  readonly #player: ClipPlayer;
  readonly #collision: ModelScene | undefined;
  #wires: Mesh[] = [];
  #extras: { object: Object3D; dispose(): void }[] = [];

  /** @param into what the objects are put into, and taken out of in the end */
  constructor(model: Model, into: Scene, pens: Pens) {
    this.model = model;
    this.#into = into;
    this.#pens = pens;
    this.#materials = new SurfaceMaterials(model);
    this.scene = modelScene(model, new MeshBasicMaterial());
    into.add(this.scene.root);
    this.box = this.#boxOfAll();
    const size = this.box.isEmpty() ? 1 : this.box.getSize(new Vector3()).length();
    this.#skeleton = new SkeletonLines(model, this.scene.nodes);
    this.#points = new PointMarks(model, this.scene.nodes, size * 0.05);
    this.#player = new ClipPlayer(model, this.scene.nodes, this.scene.meshes);
    if (model.collision) {
      this.#collision = modelScene(model.collision, pens.cage);
      into.add(this.#collision.root);
    }
    into.add(this.#skeleton.group, this.#points.group);
  }

  /** Surfaces and points; bones where there is nothing else. */
  #boxOfAll(): Box3 {
    const surfaces = boxOf(this.scene.meshes);
    const places = surfaces.clone();
    for (const node of this.numbersOf("point")) places.expandByPoint(this.placeOfNode(node));
    if (surfaces.isEmpty()) {
      for (const node of this.numbersOf("joint")) places.expandByPoint(this.placeOfNode(node));
    }
    return places;
  }

  setLook(look: Look, moment: Moment): void {
    const { model, scene } = this;
    this.#pose(look, moment);
    const joints = this.#jointNumber(look.weightNode);
    scene.meshes.forEach((mesh, i) => {
      const primitive = model.primitives[i];
      mesh.visible = !look.hidden.has(i);
      mesh.material = this.#materials.of(i, look.shading, look.doubleSided);
      if (!primitive) return;
      if (look.shading === "weights")
        mesh.geometry.setAttribute("color", weightColors(primitive, joints(primitive.node)));
      else this.#restoreColors(mesh, i);
    });
    this.#showWires(look.shading === "wire");
    this.#skeleton.group.visible = look.overlays.has("skeleton");
    if (this.#collision) this.#collision.root.visible = look.overlays.has("collision");
    this.#points.group.visible = look.overlays.has("points");
    this.#showExtras(look);
  }

  /** Poses the model anew; how it looks stays. */
  setMoment(look: Look, moment: Moment): void {
    this.#pose(look, moment);
    this.#showExtras(look);
  }

  /** Decodes the model's own pictures; the next look has them. */
  loadTextures(): Promise<void> {
    return this.#materials.loadTextures();
  }

  /** A picture to use instead of the model's own, from the next look on. */
  setCompanion(bitmap: ImageBitmap | undefined): void {
    this.#materials.setCompanion(bitmap);
  }

  /** Numbers of the nodes that are bones, or points. */
  numbersOf(kind: "joint" | "point"): number[] {
    return this.model.nodes.flatMap((node, i) => (node.kind === kind ? [i] : []));
  }

  placeOfNode(node: number): Vector3 {
    return this.scene.nodes[node]?.getWorldPosition(new Vector3()) ?? new Vector3();
  }

  dispose(): void {
    this.#dropExtras();
    for (const wires of this.#wires) wires.geometry.dispose();
    for (const overlay of [this.#skeleton, this.#points]) {
      this.#into.remove(overlay.group);
      overlay.dispose();
    }
    if (this.#collision) this.#into.remove(this.#collision.root);
    this.#collision?.dispose();
    this.#into.remove(this.scene.root);
    this.scene.dispose();
    this.#materials.dispose();
  }

  #pose({ morphs, poses }: Look, { clip, seconds }: Moment): void {
    const { model, scene } = this;
    model.nodes.forEach(({ matrix, kind }, i) => {
      const node = scene.nodes[i];
      if (node && (kind === "joint" || this.#player.moved.has(i)))
        node.matrix.fromArray(matrix).decompose(node.position, node.quaternion, node.scale);
    });
    scene.meshes.forEach((mesh, i) => {
      model.primitives[i]?.targets.forEach(({ name }, k) => {
        if (mesh.morphTargetInfluences) mesh.morphTargetInfluences[k] = morphs[name] ?? 0;
      });
    });
    if (clip && model.clips.includes(clip)) this.#player.apply(clip, seconds);
    for (const [i, [x, y, z]] of Object.entries(poses)) {
      scene.nodes[Number(i)]
        ?.rotateX((x * Math.PI) / 180)
        .rotateY((y * Math.PI) / 180)
        .rotateZ((z * Math.PI) / 180);
    }
    for (const mesh of scene.meshes) {
      if (!(mesh instanceof SkinnedMesh)) continue;
      // What rays are tested against first. It is made anew when one comes and these are null, which the types leave out.
      Object.assign(mesh, { boundingBox: null, boundingSphere: null });
    }
    scene.root.updateMatrixWorld(true);
    this.#skeleton.update();
    this.#points.update();
  }

  /** The number of a node among the joints of a mesh's skin; -1 if no node is asked for. */
  #jointNumber(node: number): (meshNode: number) => number {
    return (meshNode) => {
      const skin = this.model.skins[this.model.nodes[meshNode]?.skin ?? -1];
      const joint = skin?.joints.indexOf(node) ?? -1;
      return node >= 0 && joint < 0 ? NO_JOINT : joint;
    };
  }

  #restoreColors(mesh: Mesh, primitive: number): void {
    const shared = this.scene.colors.get(primitive);
    if (shared) mesh.geometry.setAttribute("color", shared);
    else mesh.geometry.deleteAttribute("color");
  }

  #showWires(visible: boolean): void {
    if (visible && this.#wires.length === 0) {
      this.scene.meshes.forEach((mesh, i) => {
        const primitive = this.model.primitives[i];
        if (!primitive) return;
        const wires = wiresOver(mesh, primitive, this.#pens.wire);
        mesh.parent?.add(wires);
        this.#wires.push(wires);
      });
    }
    this.#wires.forEach((wires, i) => {
      wires.visible = visible && (this.scene.meshes[i]?.visible ?? false);
    });
  }

  #showExtras({ overlays, treeDepth, storedBounds }: Look): void {
    this.#dropExtras();
    const { meshes } = this.scene;
    const add = (object: Object3D, dispose: () => void) => {
      this.#into.add(object);
      this.#extras.push({ object, dispose });
    };
    if (overlays.has("bounds")) {
      const boxes = new BoundsBoxes(boxOf(meshes), storedBounds);
      add(boxes.group, () => boxes.dispose());
    }
    if (overlays.has("normalLines")) {
      const lines = normalLines(meshes, this.box.getSize(new Vector3()).length() * 0.02);
      add(lines, () => lines.geometry.dispose());
    }
    if (overlays.has("tree")) {
      const boxes = treeBoxes(this.model.trees, treeDepth);
      add(boxes, () => boxes.geometry.dispose());
    }
  }

  #dropExtras(): void {
    for (const { object, dispose } of this.#extras) {
      this.#into.remove(object);
      dispose();
    }
    this.#extras = [];
  }
}
