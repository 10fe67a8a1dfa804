import { Box3, Box3Helper, Color, Group, Vector3 } from "three";

/** The box that the file stores and the one that its vertices have, in two colours. */
export class BoundsBoxes {
  readonly group = new Group();

  constructor(computed: Box3, stored: { min: number[]; max: number[] } | undefined) {
    this.group.add(new Box3Helper(computed, new Color(0x7aa7ff)));
    if (!stored) return;
    const box = new Box3(new Vector3(...stored.min), new Vector3(...stored.max));
    this.group.add(new Box3Helper(box, new Color(0xff8a5c)));
  }

  dispose(): void {
    for (const child of this.group.children) if (child instanceof Box3Helper) child.dispose();
  }
}
