import { type Curve, curveOver } from "@meshglot/core";
import type { Mesh, Object3D } from "three";
import type { Clip, Model } from "../protocol.ts";

interface Motion {
  node: number;
  path: Clip["channels"][number]["path"];
  curve: Curve;
}

/** Puts the nodes of a model where an animation has them. */
export class ClipPlayer {
  /** Numbers of the nodes that any animation moves. */
  readonly moved: ReadonlySet<number>;
  readonly #model: Model;
  readonly #nodes: readonly Object3D[];
  readonly #meshes: readonly Mesh[];
  /** Made when a clip is first shown. */
  readonly #motions = new Map<Clip, Motion[]>();

  constructor(model: Model, nodes: readonly Object3D[], meshes: readonly Mesh[]) {
    this.#model = model;
    this.#nodes = nodes;
    this.#meshes = meshes;
    this.moved = new Set(model.clips.flatMap(({ channels }) => channels.map(({ node }) => node)));
  }

  /** Sets what the clip moves; everything else stays. @param seconds from its start */
  apply(clip: Clip, seconds: number): void {
    for (const { node, path, curve } of this.#motionsOf(clip)) {
      const values = curve.at(seconds);
      const object = this.#nodes[node];
      if (path === "weights") this.#morph(node, values);
      else if (path === "rotation") object?.quaternion.fromArray(values);
      else if (path === "scale") object?.scale.fromArray(values);
      else object?.position.fromArray(values);
    }
  }

  #morph(node: number, weights: readonly number[]): void {
    for (const primitive of this.#model.nodes[node]?.primitives ?? []) {
      const influences = this.#meshes[primitive]?.morphTargetInfluences;
      weights.forEach((weight, i) => {
        if (influences && i < influences.length) influences[i] = weight;
      });
    }
  }

  #motionsOf(clip: Clip): Motion[] {
    const known = this.#motions.get(clip);
    if (known) return known;
    const made = clip.channels.map(({ node, path, times, values, size, interpolation }): Motion => {
      const value = (element: number) => Array.from(values.subarray(size * element, size * (element + 1)));
      return { node, path, curve: curveOver(times, value, interpolation, path === "rotation") };
    });
    this.#motions.set(clip, made);
    return made;
  }
}
