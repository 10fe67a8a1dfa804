import type { Affine } from "./scene/affine.ts";

/** An edited file object, and what the user should know about it beside the fields that changed. */
export interface Edited<F> {
  file: F;
  notes: string[];
}

/** Names of one kind in a file. */
export interface NameEditing<F> {
  /** The bytes of every name, without what the format puts around them. */
  list(file: F): Uint8Array[];
  /**
   * The file with another name, everywhere it stands.
   * @throws MeshglotError `EDIT_NAME` if the format has no room for it
   */
  rename(file: F, index: number, name: Uint8Array): Edited<F>;
}

/** An attach point: a control point of MSH, a hardpoint of bMesh. */
export interface Point {
  name: Uint8Array;
  /** In the file's units and axes, in the space of the mesh. */
  position: [number, number, number];
  /** The bone that it hangs on, if any. */
  bone?: Uint8Array;
  /** Text for the engine; MSH only. */
  info?: Uint8Array;
}

/** The attach points of a file. */
export interface PointEditing<F> {
  list(file: F): Point[];
  /** @throws MeshglotError `EDIT_POINT` if there is such a point, or the format can not hold this one */
  add(file: F, point: Point): Edited<F>;
  move(file: F, index: number, position: [number, number, number]): Edited<F>;
  rename(file: F, index: number, name: Uint8Array): Edited<F>;
  remove(file: F, index: number): Edited<F>;
}

/** What follows from the rest of a mesh. */
export const RECOMPUTABLE = ["bounds", "tree", "tangents", "normals"] as const;
export type Recomputable = (typeof RECOMPUTABLE)[number];

/** What a format can compute anew, and how. */
export interface Recompute<F> {
  bounds?(file: F, dialect: string): Edited<F>;
  tree?(file: F, dialect: string): Edited<F>;
  tangents?(file: F, dialect: string): Edited<F>;
  normals?(file: F, dialect: string): Edited<F>;
}

/** What can be done to the files of a format beyond setting their fields. Nothing changes the object that it is given. */
export interface Editing<F extends object = object> {
  /** A string of the file with these bytes. */
  string(raw: Uint8Array): object;
  readonly bones?: NameEditing<F>;
  readonly surfaces?: NameEditing<F>;
  readonly points?: PointEditing<F>;
  /** Which UVs a surface's light map uses, and how many texels it has. */
  setLightmap?(file: F, surface: number, channel: number, texels: number): Edited<F>;
  /**
   * Every place and direction through a map in the file's own axes and units, and what follows from them.
   * @throws MeshglotError `EDIT_TRANSFORM` if the format can not hold the result
   */
  transform(file: F, dialect: string, map: Affine): Edited<F>;
  readonly recompute: Recompute<F>;
  /** Puts in order what depends on the sizes of the edited parts. */
  settle?(file: F, original: F, dialect: string): F;
}
