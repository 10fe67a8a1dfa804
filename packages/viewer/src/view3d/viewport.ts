import {
  Box3,
  DoubleSide,
  type Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  SkinnedMesh,
  type Vector2,
  Vector3,
} from "three";
import type { Clip, Model } from "../protocol.ts";
import type { CompareMode } from "../store/compare.ts";
import type { ModelElement } from "../store/selection.ts";
import type { Overlay, Shading } from "../store/view.ts";
import { BoundsBoxes } from "./boundsBoxes.ts";
import { ClipPlayer } from "./clipPlayer.ts";
import { boxOf } from "./framing.ts";
import { Highlight } from "./highlight.ts";
import { type ModelScene, modelScene } from "./modelScene.ts";
import { normalLines } from "./normalLines.ts";
import { type Pick, Picker } from "./picking.ts";
import { PointMarks } from "./pointMarks.ts";
import { SkeletonLines } from "./skeletonLines.ts";
import { Stage } from "./stage.ts";
import { SurfaceMaterials } from "./surfaceMaterials.ts";
import { treeBoxes } from "./treeBoxes.ts";
import { weightColors } from "./weightColors.ts";
import { wireMaterial, wiresOver } from "./wires.ts";

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

/** A place over the picture that wants a name. */
export interface Label {
  node: number;
  x: number;
  y: number;
}

const MOST_LABELS = 80;
/** A joint that no vertex hangs on. */
const NO_JOINT = 0x10000;

/** The model that is shown, with everything that is drawn over it. */
export class Viewport {
  readonly stage: Stage;
  /** Called when the pictures of a model are there and are drawn next. */
  onTextures: (() => void) | undefined;
  readonly #highlight = new Highlight();
  readonly #picker = new Picker();
  #model: Model | undefined;
  #scene: ModelScene | undefined;
  #materials: SurfaceMaterials | undefined;
  #box = new Box3();
  #look: Look | undefined;
  #elements: readonly ModelElement[] = [];
  #wires: Mesh[] = [];
  readonly #wire = wireMaterial(0x0c1016, 0.55);
  #ghost: ModelScene | undefined;
  readonly #net = wireMaterial(0xff7ab8, 0.8);
  readonly #plain = new MeshLambertMaterial({ color: 0xd9a7c0, side: DoubleSide });
  #skeleton: SkeletonLines | undefined;
  #points: PointMarks | undefined;
  #player: ClipPlayer | undefined;
  #moment: { clip: Clip | undefined; seconds: number } = { clip: undefined, seconds: 0 };
  #collision: ModelScene | undefined;
  readonly #cage = wireMaterial(0x6fd08c, 0.9);
  #extras: { object: Object3D; dispose(): void }[] = [];

  constructor(canvas: HTMLCanvasElement, afterDraw: () => void) {
    this.stage = new Stage(canvas, afterDraw);
    this.stage.scene.add(this.#highlight.group);
  }

  /** The box of what is drawn, in metres. */
  get box(): Box3 {
    return this.#box;
  }

  /** Shows another model, or none. @returns metres per square of the grid */
  setModel(model: Model | undefined, look: Look): number {
    this.#drop();
    this.#model = model;
    if (!model) {
      this.stage.setFloor(new Box3(), false);
      this.stage.draw();
      return 0;
    }
    this.#materials = new SurfaceMaterials(model);
    const scene = modelScene(model, new MeshBasicMaterial());
    this.#scene = scene;
    this.stage.scene.add(scene.root);
    this.#box = boxOf(scene.meshes);
    const places = this.#box.clone();
    for (const node of this.#numbersOf("point")) places.expandByPoint(this.#placeOfNode(node));
    if (this.#box.isEmpty()) {
      for (const node of this.#numbersOf("joint")) places.expandByPoint(this.#placeOfNode(node));
    }
    this.#box = places;
    const size = this.#box.isEmpty() ? 1 : this.#box.getSize(new Vector3()).length();
    this.#skeleton = new SkeletonLines(model, scene.nodes);
    this.#points = new PointMarks(model, scene.nodes, size * 0.05);
    this.#player = new ClipPlayer(model, scene.nodes, scene.meshes);
    if (model.collision) {
      this.#collision = modelScene(model.collision, this.#cage);
      this.stage.scene.add(this.#collision.root);
    }
    this.stage.scene.add(this.#skeleton.group, this.#points.group);
    const step = this.stage.setFloor(this.#box, look.overlays.has("grid"));
    this.setLook(look);
    this.stage.frame(this.#box, true);
    const materials = this.#materials;
    if (model.textures.length > 0) {
      void materials.loadTextures().then(() => {
        if (this.#materials !== materials || !this.#look) return;
        this.setLook(this.#look);
        this.onTextures?.();
      });
    }
    return step;
  }

  setLook(look: Look): void {
    const [model, scene, materials] = [this.#model, this.#scene, this.#materials];
    this.#look = look;
    if (!model || !scene || !materials) return;
    this.#pose(model, scene, look);
    const joints = this.#jointNumber(look.weightNode);
    scene.meshes.forEach((mesh, i) => {
      const primitive = model.primitives[i];
      mesh.visible = !look.hidden.has(i);
      mesh.material = materials.of(i, look.shading, look.doubleSided);
      if (!primitive) return;
      if (look.shading === "weights")
        mesh.geometry.setAttribute("color", weightColors(primitive, joints(primitive.node)));
      else this.#restoreColors(mesh, i);
    });
    this.#showWires(look.shading === "wire");
    this.stage.showFloor(look.overlays.has("grid"));
    if (this.#skeleton) this.#skeleton.group.visible = look.overlays.has("skeleton");
    if (this.#collision) this.#collision.root.visible = look.overlays.has("collision");
    if (this.#points) this.#points.group.visible = look.overlays.has("points");
    this.#showExtras(model, scene, look);
    this.setSelection(this.#elements);
  }

  /** Shows the model where an animation has it, or in its own pose without one. @param seconds from the start of the clip */
  setMoment(clip: Clip | undefined, seconds: number): void {
    this.#moment = { clip, seconds };
    const [model, scene, look] = [this.#model, this.#scene, this.#look];
    if (!model || !scene || !look || model.clips.length === 0) return;
    this.#pose(model, scene, look);
    this.#showExtras(model, scene, look);
    this.setSelection(this.#elements);
  }

  setCompanion(bitmap: ImageBitmap | undefined): void {
    this.#materials?.setCompanion(bitmap);
    if (this.#look) this.setLook(this.#look);
  }

  /** Shows a second model with the first one: over it as a net, or beside it. */
  setGhost(model: Model | undefined, mode: CompareMode): void {
    if (this.#ghost) this.stage.scene.remove(this.#ghost.root);
    this.#ghost?.dispose();
    this.#ghost = undefined;
    this.stage.setHalves(undefined);
    if (!model || !this.#scene || mode === "alone") return;
    this.#ghost = modelScene(model, mode === "overlay" ? this.#net : this.#plain);
    this.stage.scene.add(this.#ghost.root);
    if (mode === "sideBySide") this.stage.setHalves([this.#scene.root, this.#ghost.root]);
    this.stage.draw();
  }

  setSelection(elements: readonly ModelElement[]): void {
    this.#elements = elements;
    const meshes = this.#scene?.meshes ?? [];
    const shown = elements.filter((element) => element.kind === "node" || meshes[element.primitive]?.visible);
    this.#highlight.show(meshes, shown);
    this.stage.draw();
  }

  /** Puts what is selected, or else the whole model, into the frame. */
  frameSelection(): void {
    const box = new Box3();
    const at = new Vector3();
    this.#highlight.group.traverse((object) => {
      box.expandByObject(object);
    });
    for (const element of this.#elements)
      if (element.kind === "node") box.expandByPoint(this.#placeOfNode(element.node));
    if (box.isEmpty()) {
      this.stage.frame(this.#box, false);
      return;
    }
    // A point has no size of its own, so its surroundings come into the frame.
    const least = this.#box.getSize(at).length() * 0.05;
    this.stage.frame(box.expandByScalar(least), false);
  }

  frameAll(fromFront = false): void {
    this.stage.frame(this.#box, fromFront);
  }

  /** @param pointer from -1 to 1 in both directions */
  pick(pointer: Vector2, wantVertex: boolean): Pick | undefined {
    if (!this.#scene || !this.#look) return undefined;
    const { overlays } = this.#look;
    const points = [
      ...(overlays.has("points") ? this.#numbersOf("point") : []),
      ...(overlays.has("skeleton") ? this.#numbersOf("joint") : []),
    ];
    return this.#picker.pick(this.#scene, this.stage.camera, pointer, this.stage.size, points, wantVertex);
  }

  /** Where the names of bones and points are to be written, in pixels. */
  labels(): Label[] {
    const { overlays } = this.#look ?? {};
    const numbers = [
      ...(overlays?.has("points") ? this.#numbersOf("point") : []),
      ...(overlays?.has("skeleton") ? this.#numbersOf("joint") : []),
    ];
    return numbers.slice(0, MOST_LABELS).flatMap((node) => {
      const place = this.project(this.#placeOfNode(node));
      return place ? [{ node, ...place }] : [];
    });
  }

  /** A place in metres as pixels, or undefined if it is behind the camera. */
  project(point: Vector3): { x: number; y: number } | undefined {
    const at = point.clone().project(this.stage.camera);
    if (at.z > 1) return undefined;
    return { x: ((at.x + 1) * this.stage.size.x) / 2, y: ((1 - at.y) * this.stage.size.y) / 2 };
  }

  dispose(): void {
    this.#drop();
    this.#highlight.dispose();
    for (const material of [this.#wire, this.#net, this.#cage, this.#plain]) material.dispose();
    this.stage.dispose();
  }

  #pose(model: Model, scene: ModelScene, look: Look): void {
    model.nodes.forEach(({ matrix, kind }, i) => {
      const node = scene.nodes[i];
      if (node && (kind === "joint" || this.#player?.moved.has(i)))
        node.matrix.fromArray(matrix).decompose(node.position, node.quaternion, node.scale);
    });
    scene.meshes.forEach((mesh, i) => {
      model.primitives[i]?.targets.forEach(({ name }, k) => {
        if (mesh.morphTargetInfluences) mesh.morphTargetInfluences[k] = look.morphs[name] ?? 0;
      });
    });
    const { clip, seconds } = this.#moment;
    if (clip && model.clips.includes(clip)) this.#player?.apply(clip, seconds);
    for (const [i, [x, y, z]] of Object.entries(look.poses)) {
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
    this.#skeleton?.update();
    this.#points?.update();
  }

  /** The number of a node among the joints of a mesh's skin; -1 if no node is asked for. */
  #jointNumber(node: number): (meshNode: number) => number {
    return (meshNode) => {
      const skin = this.#model?.skins[this.#model.nodes[meshNode]?.skin ?? -1];
      const joint = skin?.joints.indexOf(node) ?? -1;
      return node >= 0 && joint < 0 ? NO_JOINT : joint;
    };
  }

  #restoreColors(mesh: Mesh, primitive: number): void {
    const shared = this.#scene?.colors.get(primitive);
    if (shared) mesh.geometry.setAttribute("color", shared);
    else mesh.geometry.deleteAttribute("color");
  }

  #showWires(visible: boolean): void {
    if (visible && this.#wires.length === 0) {
      this.#scene?.meshes.forEach((mesh, i) => {
        const primitive = this.#model?.primitives[i];
        if (!primitive) return;
        const wires = wiresOver(mesh, primitive, this.#wire);
        mesh.parent?.add(wires);
        this.#wires.push(wires);
      });
    }
    this.#wires.forEach((wires, i) => {
      wires.visible = visible && (this.#scene?.meshes[i]?.visible ?? false);
    });
  }

  #showExtras(model: Model, scene: ModelScene, { overlays, treeDepth, storedBounds }: Look): void {
    for (const { object, dispose } of this.#extras) {
      this.stage.scene.remove(object);
      dispose();
    }
    this.#extras = [];
    const add = (object: Object3D, dispose: () => void) => {
      this.stage.scene.add(object);
      this.#extras.push({ object, dispose });
    };
    if (overlays.has("bounds")) {
      const boxes = new BoundsBoxes(boxOf(scene.meshes), storedBounds);
      add(boxes.group, () => boxes.dispose());
    }
    if (overlays.has("normalLines")) {
      const lines = normalLines(scene.meshes, this.#box.getSize(new Vector3()).length() * 0.02);
      add(lines, () => lines.geometry.dispose());
    }
    if (overlays.has("tree")) {
      const boxes = treeBoxes(model.trees, treeDepth);
      add(boxes, () => boxes.geometry.dispose());
    }
  }

  #numbersOf(kind: "joint" | "point"): number[] {
    return (this.#model?.nodes ?? []).flatMap((node, i) => (node.kind === kind ? [i] : []));
  }

  #placeOfNode(node: number): Vector3 {
    return this.#scene?.nodes[node]?.getWorldPosition(new Vector3()) ?? new Vector3();
  }

  #drop(): void {
    this.setGhost(undefined, "alone");
    this.#picker.dispose();
    this.#highlight.clear();
    this.#elements = [];
    for (const { object, dispose } of this.#extras) {
      this.stage.scene.remove(object);
      dispose();
    }
    this.#extras = [];
    for (const wires of this.#wires) wires.geometry.dispose();
    this.#wires = [];
    for (const overlay of [this.#skeleton, this.#points]) {
      if (overlay) this.stage.scene.remove(overlay.group);
      overlay?.dispose();
    }
    this.#skeleton = undefined;
    this.#points = undefined;
    this.#player = undefined;
    if (this.#collision) this.stage.scene.remove(this.#collision.root);
    this.#collision?.dispose();
    this.#collision = undefined;
    if (this.#scene) this.stage.scene.remove(this.#scene.root);
    this.#scene?.dispose();
    this.#scene = undefined;
    this.#materials?.dispose();
    this.#materials = undefined;
  }
}
