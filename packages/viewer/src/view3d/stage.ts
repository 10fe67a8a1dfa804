import {
  AmbientLight,
  AxesHelper,
  type Box3,
  Color,
  DirectionalLight,
  GridHelper,
  Group,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Vector2,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { frame, gridStep, START_DIRECTION } from "./framing.ts";

/**
 * Whether the pixels are made by the processor, as on machines without a graphics card: then smooth edges would cost
 * more than all the rest.
 */
function drawsInSoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const facts = context?.getExtension("WEBGL_debug_renderer_info");
  const name = facts ? String(context?.getParameter(facts.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** Renderer, camera, light and floor: what stays while models come and go. One for the page, as browsers allow few. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(38, 1, 0.01, 1000);
  readonly controls: OrbitControls;
  readonly size = new Vector2(1, 1);
  readonly #renderer: WebGLRenderer;
  readonly #light = new DirectionalLight(0xffffff, 2.1);
  readonly #floor = new Group();
  readonly #afterDraw: () => void;
  #queued = false;
  #halves: readonly [Object3D, Object3D] | undefined;

  /** @param afterDraw called after each picture, for what is laid over it */
  constructor(canvas: HTMLCanvasElement, afterDraw: () => void) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: !drawsInSoftware() });
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.#afterDraw = afterDraw;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.draw());
    this.camera.add(this.#light);
    this.#light.position.set(0.4, 0.8, 1);
    this.scene.add(this.camera, new AmbientLight(0xffffff, 1.15), this.#floor);
    this.camera.position.copy(START_DIRECTION);
  }

  get canvas(): HTMLCanvasElement {
    return this.#renderer.domElement;
  }

  get contextLost(): boolean {
    return this.#renderer.getContext().isContextLost();
  }

  setBackground(color: string): void {
    this.scene.background = new Color(color);
    this.draw();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.size.set(width, height);
    this.#renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Puts the box into the frame, from where the camera looks or, at first, from the front. */
  frame(box: Box3, fromFront: boolean): void {
    if (fromFront) this.camera.position.copy(this.controls.target).add(START_DIRECTION);
    frame(this.camera, this.controls.target, box);
    this.controls.update();
    this.draw();
  }

  /** A grid of round metres under the box and axes at the origin. @returns metres per square */
  setFloor(box: Box3, visible: boolean): number {
    for (const child of [...this.#floor.children]) {
      this.#floor.remove(child);
      if (child instanceof GridHelper || child instanceof AxesHelper) child.dispose();
    }
    if (box.isEmpty()) return 0;
    const extent = Math.max(box.max.x - box.min.x, box.max.z - box.min.z, (box.max.y - box.min.y) / 2, 1e-6);
    const step = gridStep(extent);
    const squares = 2 * Math.min(40, Math.ceil((extent * 1.5) / step));
    const grid = new GridHelper(step * squares, squares, 0x8792a2, 0x8792a2);
    grid.material.transparent = true;
    grid.material.opacity = 0.28;
    grid.material.depthWrite = false;
    const round = (value: number) => Math.round(value / step) * step;
    grid.position.set(round((box.min.x + box.max.x) / 2), Math.min(box.min.y, 0), round((box.min.z + box.max.z) / 2));
    const axes = new AxesHelper(step);
    this.#floor.add(grid, axes);
    this.#floor.visible = visible;
    this.draw();
    return step;
  }

  showFloor(visible: boolean): void {
    this.#floor.visible = visible;
    this.draw();
  }

  /** Draws soon; any number of calls before that make one picture. */
  draw(): void {
    if (this.#queued) return;
    this.#queued = true;
    requestAnimationFrame(() => {
      this.#queued = false;
      this.drawNow();
    });
  }

  /** Shows two objects in a half of the picture each, from the same place; undefined ends that. */
  setHalves(halves: readonly [Object3D, Object3D] | undefined): void {
    this.#halves = halves;
    this.draw();
  }

  drawNow(): void {
    if (this.#halves) this.#drawHalves(this.#halves);
    else this.#renderer.render(this.scene, this.camera);
    this.#afterDraw();
  }

  #drawHalves(halves: readonly [Object3D, Object3D]): void {
    const { x: width, y: height } = this.size;
    this.camera.aspect = width / 2 / height;
    this.camera.updateProjectionMatrix();
    this.#renderer.setScissorTest(true);
    halves.forEach((shown, i) => {
      for (const half of halves) half.visible = half === shown;
      this.#renderer.setViewport((i * width) / 2, 0, width / 2, height);
      this.#renderer.setScissor((i * width) / 2, 0, width / 2, height);
      this.#renderer.render(this.scene, this.camera);
    });
    for (const half of halves) half.visible = true;
    this.#renderer.setScissorTest(false);
    this.#renderer.setViewport(0, 0, width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** Memory of the GPU, for the tests: it must not grow with the number of files that were looked at. */
  get memory(): { geometries: number; textures: number } {
    return this.#renderer.info.memory;
  }

  dispose(): void {
    this.controls.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
