import type {
  BytePlace,
  Change,
  ClipEvent,
  CompanionRole,
  Counts,
  DifferentRange,
  FaultJson,
  Issue,
  LocatedArray,
  Loss,
  Span,
} from "@meshglot/core";

/** Rows of one primitive in arrays of the file whose places are known. */
export interface LocatedRows {
  /** Row of each triangle or vertex, -1 for none; absent where it is its own number. */
  rows: Int32Array | undefined;
  arrays: LocatedArray[];
}

/** A node of the scene: bones, points, surfaces and objects among them. */
export interface ModelNode {
  name: string;
  /** Number of the parent, -1 for a root. */
  parent: number;
  /** Column-major, relative to the parent. */
  matrix: number[];
  kind: "joint" | "point" | "surface" | "object" | "other";
  /** Field of the file that it was made from; empty if there is none. */
  path: string;
  primitives: number[];
  skin: number;
}

export interface MorphTarget {
  name: string;
  positions: Float32Array;
  normals: Float32Array | undefined;
}

/** Triangles of one material, or points. Arrays that several primitives share are the same object. */
export interface ModelPrimitive {
  name: string;
  path: string;
  node: number;
  material: number;
  /** Empty for points. */
  indices: Uint16Array | Uint32Array;
  /** Vertices without triangles, which are shown as dots. */
  points: boolean;
  /** 3 per vertex. */
  positions: Float32Array;
  normals: Float32Array | undefined;
  /** 4 per vertex. */
  tangents: Float32Array | undefined;
  /** 2 per vertex. */
  uv0: Float32Array | undefined;
  uv1: Float32Array | undefined;
  /** `colorSize` per vertex, linear. */
  colors: Float32Array | Uint8Array | undefined;
  colorSize: number;
  /** 4 per vertex. */
  joints: Uint16Array | undefined;
  weights: Float32Array | undefined;
  targets: MorphTarget[];
  triangles: LocatedRows[];
  vertices: LocatedRows[];
}

export interface ModelMaterial {
  name: string;
  color: number[];
  /** Number of a texture, -1 for none. */
  texture: number;
  doubleSided: boolean;
  unlit: boolean;
  cutout: boolean;
}

export interface ModelTexture {
  name: string;
  mimeType: string;
  bytes: Uint8Array;
  nearest: boolean;
  /** Which atlas and palette of the file it shows, in words; empty if that is not known. */
  source: string;
}

export interface ModelSkin {
  /** Numbers of nodes. */
  joints: number[];
  inverseBindMatrices: Float32Array;
}

/** How one property of a node moves. */
export interface ClipChannel {
  /** Number of the node. */
  node: number;
  path: "translation" | "rotation" | "scale" | "weights";
  /** Seconds, strictly increasing. */
  times: Float32Array;
  /** `size` numbers per key, three times as many for cubic splines. */
  values: Float32Array;
  size: number;
  interpolation: "LINEAR" | "STEP" | "CUBICSPLINE";
}

/** An animation of the model. */
export interface Clip {
  name: string;
  /** Seconds to the last key or event. */
  duration: number;
  channels: ClipChannel[];
  events: ClipEvent[];
}

/** Boxes of a tree that the engine collides with: 6 numbers and a depth per node. */
export interface SpatialTree {
  surface: string;
  boxes: Float32Array;
  depths: Uint16Array;
}

/** A place in the video memory of the console. */
export interface VramRect {
  label: string;
  path: string;
  kind: "atlas" | "palette";
  /** In words of 16 bits. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The words in their own order, as RGBA. */
  pixels: Uint8ClampedArray;
}

/** A scene as plain data: what the page draws and points into. */
export interface Model {
  nodes: ModelNode[];
  primitives: ModelPrimitive[];
  materials: ModelMaterial[];
  textures: ModelTexture[];
  skins: ModelSkin[];
  trees: SpatialTree[];
  vram: VramRect[];
  clips: Clip[];
  /** What the engine collides with, if a file of its own says so. */
  collision: Model | undefined;
}

/** A file that may lie beside the one that is read, or one that is wanted and was not opened. */
export interface Companion {
  role: CompanionRole | "texture";
  /** Name of a file that was opened; absent if there is none. */
  name: string | undefined;
  /** What was looked for, where something was. */
  wanted: string;
  used: boolean;
  /** Why it could not be used although it was to be. */
  fault: FaultJson | undefined;
}

/** How much of a damaged file its model shows. */
export interface ShownPart {
  kind: "faces" | "positions";
  shown: number;
  /** Those that the file says it has besides; 0 where all are there, or where it does not say. */
  missing: number;
  /** Surfaces without a face of which the file does not say how many they have. */
  silent: number;
}

/** What reading a file gave; the slower parts come in {@link FileReport}. */
export interface OpenedFile {
  format: { id: string; title: string; version: string; dialect: string } | undefined;
  spans: Span[];
  /** Where reading ended early, or why the file is none of ours. */
  fault: FaultJson | undefined;
  model: Model | undefined;
  /** Set where the model is what lies before the fault. */
  part: ShownPart | undefined;
  /** Why there is no model although the file was read. */
  modelFault: FaultJson | undefined;
  losses: Loss[];
  companions: Companion[];
}

/** What is known about a file on a second look. */
export interface FileReport {
  counts: Counts;
  features: string[];
  details: Record<string, unknown>;
  bounds: { min: number[]; max: number[] } | undefined;
  issues: Issue[];
  truncated: Record<string, number>;
}

export interface OutputFile {
  name: string;
  bytes: Uint8Array;
}

export interface ConversionTarget {
  name: string;
  summary: string;
}

export interface Converted {
  files: OutputFile[];
  losses: Loss[];
}

/** A file that was opened. */
export interface NamedBlob {
  name: string;
  blob: Blob;
}

/** A file to be read, and how. */
export interface FileAsk extends NamedBlob {
  /** Files that were opened with it: pictures, buffers, material libraries, and all meshes and companions. */
  companions: readonly NamedBlob[];
  /** Companions that the user wants used or not, by name; the others are matched by name. */
  choices: Readonly<Record<string, boolean>>;
  options: Readonly<Record<string, string>>;
}

/** What differs between two files; lists are cut where they get long, totals are not. */
export interface Comparison {
  same: boolean;
  /** By the fields of one layout, or as scenes where the layouts differ. */
  by: "fields" | "scene";
  changes: Change[];
  total: number;
  bytes: { ranges: DifferentRange[]; total: number; changed: number };
  /** Of scenes, what was not looked at. */
  notCompared: string[];
}

/** A control point or hardpoint as it stands in the file: its own units and axes. */
export interface EditablePoint {
  name: string;
  position: [number, number, number];
  bone: string;
}

/** One step of an edit. */
export type PointEdit =
  | { kind: "move"; name: string; position: [number, number, number] }
  | { kind: "remove"; name: string }
  | { kind: "add"; point: EditablePoint };

/** An edited file, and what that changed in its bytes. */
export interface EditedFile {
  bytes: Uint8Array;
  ranges: { path: string; offset: number; before: Uint8Array; after: Uint8Array }[];
  changed: number;
  notes: string[];
  issues: Issue[];
}

/** What the page asks the worker, by name. */
export interface Requests {
  compare: { ask: NamedBlob & { other: Blob }; answer: Comparison };
  points: { ask: { blob: Blob }; answer: EditablePoint[] };
  edit: { ask: { blob: Blob; edits: readonly PointEdit[] }; answer: EditedFile };
  open: { ask: FileAsk; answer: OpenedFile };
  report: { ask: FileAsk; answer: FileReport };
  /** A DDS or TGA as PNG. */
  picture: { ask: { blob: Blob }; answer: Uint8Array };
  block: { ask: { blob: Blob; path: string }; answer: Uint8Array };
  /** What {@link Requests.convert} can make. */
  targets: { ask: { blob: Blob }; answer: ConversionTarget[] };
  convert: { ask: FileAsk & { to: string }; answer: Converted };
}

export type RequestName = keyof Requests;
export type Ask<K extends RequestName> = Requests[K]["ask"];
export type Answer<K extends RequestName> = Requests[K]["answer"];

export type ToWorker = { [K in RequestName]: { id: number; name: K; ask: Ask<K> } }[RequestName];
export type FromWorker = { id: number; answer: unknown } | { id: number; fault: FaultJson };

export type { BytePlace };
