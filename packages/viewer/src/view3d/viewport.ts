import { Box3, DoubleSide, MeshLambertMaterial, type Vector2, Vector3 } from "three";
import type { Clip, Model } from "../protocol.ts";
import type { CompareMode } from "../store/compare.ts";
import type { ModelElement } from "../store/selection.ts";
import { DrawnModel, type Look, type Moment } from "./drawnModel.ts";
import { Highlight } from "./highlight.ts";
import { type ModelScene, modelScene } from "./modelScene.ts";
import { type Pick, Picker } from "./picking.ts";
import { Stage } from "./stage.ts";
import { wireMaterial } from "./wires.ts";

/** A place over the picture that wants a name. */
export interface Label {
  node: number;
  x: number;
  y: number;
}

const MOST_LABELS = 80;

/** What stays while models come and go: the selection, the pointer, the frame, and a second model to compare with. */
export class Viewport {
  readonly stage: Stage;
  /** Called when the pictures of a model are there and are drawn next. */
  onTextures: (() => void) | undefined;
  readonly #highlight = new Highlight();
  readonly #picker = new Picker();
  readonly #pens = { wire: wireMaterial(0x0c1016, 0.55), cage: wireMaterial(0x6fd08c, 0.9) };
  #drawn: DrawnModel | undefined;
  #look: Look | undefined;
  #moment: Moment = { clip: undefined, seconds: 0 };
  #elements: readonly ModelElement[] = [];
  #ghost: ModelScene | undefined;
  readonly #net = wireMaterial(0xff7ab8, 0.8);
  readonly #plain = new MeshLambertMaterial({ color: 0xd9a7c0, side: DoubleSide });

  constructor(canvas: HTMLCanvasElement, afterDraw: () => void) {
    this.stage = new Stage(canvas, afterDraw);
    this.stage.scene.add(this.#highlight.group);
  }

  /** Shows another model, or none. @returns metres per square of the grid */
  setModel(model: Model | undefined, look: Look): number {
    this.#drop();
    if (!model) {
      this.stage.setFloor(new Box3(), false);
      this.stage.draw();
      return 0;
    }
    const drawn = new DrawnModel(model, this.stage.scene, this.#pens);
    this.#drawn = drawn;
    const step = this.stage.setFloor(drawn.box, look.overlays.has("grid"));
    this.setLook(look);
    this.stage.frame(drawn.box, true);
    if (model.textures.length > 0) {
      void drawn.loadTextures().then(() => {
        if (this.#drawn !== drawn || !this.#look) return;
        this.setLook(this.#look);
        this.onTextures?.();
      });
    }
    return step;
  }

  setLook(look: Look): void {
    this.#look = look;
    if (!this.#drawn) return;
    this.#drawn.setLook(look, this.#moment);
    this.stage.showFloor(look.overlays.has("grid"));
    this.setSelection(this.#elements);
  }

  /** Shows the model where an animation has it, or in its own pose without one. @param seconds from the start of the clip */
  setMoment(clip: Clip | undefined, seconds: number): void {
    this.#moment = { clip, seconds };
    if (!this.#drawn || !this.#look || this.#drawn.model.clips.length === 0) return;
    this.#drawn.setMoment(this.#look, this.#moment);
    this.setSelection(this.#elements);
  }

  setCompanion(bitmap: ImageBitmap | undefined): void {
    this.#drawn?.setCompanion(bitmap);
    if (this.#look) this.setLook(this.#look);
  }

  /** Shows a second model with the first one: over it as a net, or beside it. */
  setGhost(model: Model | undefined, mode: CompareMode): void {
    if (this.#ghost) this.stage.scene.remove(this.#ghost.root);
    this.#ghost?.dispose();
    this.#ghost = undefined;
    this.stage.setHalves(undefined);
    if (!model || !this.#drawn || mode === "alone") return;
    this.#ghost = modelScene(model, mode === "overlay" ? this.#net : this.#plain);
    this.stage.scene.add(this.#ghost.root);
    if (mode === "sideBySide") this.stage.setHalves([this.#drawn.scene.root, this.#ghost.root]);
    this.stage.draw();
  }

  setSelection(elements: readonly ModelElement[]): void {
    this.#elements = elements;
    const meshes = this.#drawn?.scene.meshes ?? [];
    const shown = elements.filter((element) => element.kind === "node" || meshes[element.primitive]?.visible);
    this.#highlight.show(meshes, shown);
    this.stage.draw();
  }

  /** Puts what is selected, or else the whole model, into the frame. */
  frameSelection(): void {
    const drawn = this.#drawn;
    if (!drawn) return;
    const box = new Box3();
    this.#highlight.group.traverse((object) => {
      box.expandByObject(object);
    });
    for (const element of this.#elements)
      if (element.kind === "node") box.expandByPoint(drawn.placeOfNode(element.node));
    if (box.isEmpty()) {
      this.frameAll();
      return;
    }
    // A point has no size of its own, so its surroundings come into the frame.
    const least = drawn.box.getSize(new Vector3()).length() * 0.05;
    this.stage.frame(box.expandByScalar(least), false);
  }

  frameAll(fromFront = false): void {
    if (this.#drawn) this.stage.frame(this.#drawn.box, fromFront);
  }

  /** @param pointer from -1 to 1 in both directions */
  pick(pointer: Vector2, wantVertex: boolean): Pick | undefined {
    if (!this.#drawn) return undefined;
    const { camera, size } = this.stage;
    return this.#picker.pick(this.#drawn.scene, camera, pointer, size, this.#shownNodes(), wantVertex);
  }

  /** Where the names of bones and points are to be written, in pixels. */
  labels(): Label[] {
    return this.#shownNodes()
      .slice(0, MOST_LABELS)
      .flatMap((node) => {
        const place = this.#drawn && this.project(this.#drawn.placeOfNode(node));
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
    for (const material of [this.#pens.wire, this.#pens.cage, this.#net, this.#plain]) material.dispose();
    this.stage.dispose();
  }

  /** Numbers of the points and bones that are marked in the picture. */
  #shownNodes(): number[] {
    const [drawn, overlays] = [this.#drawn, this.#look?.overlays];
    return [
      ...(overlays?.has("points") ? (drawn?.numbersOf("point") ?? []) : []),
      ...(overlays?.has("skeleton") ? (drawn?.numbersOf("joint") ?? []) : []),
    ];
  }

  #drop(): void {
    this.setGhost(undefined, "alone");
    this.#picker.dispose();
    this.#highlight.clear();
    this.#elements = [];
    this.#drawn?.dispose();
    this.#drawn = undefined;
  }
}
