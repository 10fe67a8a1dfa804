import type { Document } from "@gltf-transform/core";
import type { Cursor } from "./bytes/cursor.ts";
import type { Evidence, SpanElement } from "./bytes/trace.ts";
import type { Editing } from "./editing.ts";
import type { CheckContext } from "./issues/checkContext.ts";
import type { EngineProfile } from "./issues/profile.ts";
import type { Repair } from "./issues/repair.ts";
import type { Json } from "./json.ts";
import type { Loss, LossLedger } from "./scene/loss.ts";
import type { Salvaged } from "./scene/salvage.ts";
import type { SceneSources } from "./scene/sources.ts";
import type { Space } from "./scene/space.ts";

/** What detection found out from the bytes. */
export interface Detection {
  /** Which of the format's layouts this is. */
  dialect: string;
  /** The version as people call it: "2000", "3", "ms14". */
  version: string;
  /** Why the file is taken for this, where it is not obvious. */
  note?: string;
}

/** A layout as documentation and templates see it. */
export interface LayoutDescription {
  readonly type: string;
  readonly fields: readonly {
    readonly name: string;
    readonly node: SpanElement;
    readonly when?: { readonly expr: string };
    readonly unit?: string;
    readonly evidence?: Evidence;
    readonly note?: string;
  }[];
}

/** The numbers of the JSON contract. A format that has no such thing says 0. */
export interface Counts {
  vertices: number;
  triangles: number;
  quads: number;
  surfaces: number;
  bones: number;
  morphTargets: number;
  controlPoints: number;
  materials: number;
  textures: number;
}

export const NO_COUNTS: Counts = {
  vertices: 0,
  triangles: 0,
  quads: 0,
  surfaces: 0,
  bones: 0,
  morphTargets: 0,
  controlPoints: 0,
  materials: 0,
  textures: 0,
};

/** What a person wants to know about a file first. */
export interface Summary {
  counts: Counts;
  /** Box of the positions in the file's own units and axes; null without positions. */
  bounds: Bounds | null;
  features: string[];
  /** The format's own facts, in the order in which they are worth reading. */
  details: Record<string, Json>;
}

export interface Bounds {
  min: [number, number, number];
  max: [number, number, number];
}

/** An option that a conversion understands, for `--help` and for the documentation. */
export interface OptionFacts {
  name: string;
  values: string;
  summary: string;
}

/** The options of all conversions, by name. Each format documents the ones that it knows. */
export type ConvertOptions = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SceneResult {
  document: Document;
  losses: Loss[];
}

/** What a file is for where it is no mesh but lies beside one. */
export type CompanionRole = "skeleton" | "animation" | "collision" | "material" | "model";

/** A file that belongs to a mesh, opened. */
export interface CompanionFile {
  /** Its name without folder and extension; animations are called so. */
  name: string;
  format: Format;
  dialect: string;
  /** The faithful object, whole. */
  file: object;
}

/** The files of the game that lie beside a mesh. Who opens files finds them; the core is given what they hold. */
export interface Companions {
  skeleton?: CompanionFile | undefined;
  animations?: readonly CompanionFile[] | undefined;
  /** Material text. */
  material?: CompanionFile | undefined;
  /** Bytes of image files by their name in lower case, as the material text has it, without a folder. */
  textures?: ReadonlyMap<string, Uint8Array> | undefined;
}

/** A companion that a mesh may have, and where the game keeps it. */
export interface WantedCompanion {
  role: CompanionRole;
  /** Folder below the game's own `resource` folder; undefined if only the mesh's own folder is known. */
  folder?: string;
  /** File names in lower case, the likeliest first; `*` stands for anything. All matches count for animations. */
  names: string[];
}

/** A scene that was made from a file of a format. */
export interface FormatScene extends SceneResult {
  /** Which bytes of the file its parts come from. */
  sources: SceneSources;
}

/** A file that can be built from a scene, as `--to` names it. */
export interface BuildTarget {
  /** What people ask for: `msh`, `ms15`. */
  readonly name: string;
  /** Without the dot. */
  readonly extension: string;
  readonly summary: string;
}

/** What a scene became. */
export interface BuildResult<F> {
  file: F;
  dialect: string;
  losses: Loss[];
}

/** Files of a format made from glTF documents. */
export interface Builder<F extends object = object> {
  readonly targets: readonly BuildTarget[];
  /** Options of {@link Builder.fromScene}; each is a flag of `convert`. */
  readonly options: readonly OptionFacts[];
  /** It knows primitives that share their vertices; to others each is shown with those of its own. */
  readonly sharesVertices?: true;
  /**
   * A document, in metres and facing the glTF way, as a file of the format. Limits are checked before anything is made.
   *
   * @param target name of one of the targets
   * @throws MeshglotError `<FAMILY>_CANNOT_HOLD_*` or `SCENE_*` saying what does not fit, how many, and what to do
   */
  fromScene(document: Document, target: string, options: ConvertOptions): Promise<BuildResult<F>> | BuildResult<F>;
}

/** A format, whole: everything that the rest of meshglot knows about it. */
export interface Format<F extends object = object> {
  readonly id: string;
  readonly title: string;
  readonly engine: string;
  /** Without the dot, the usual one first. */
  readonly extensions: readonly string[];
  /** Set where files of the format are no meshes. */
  readonly companion?: CompanionRole;
  /** Prefix of the fault codes. */
  readonly family: string;
  readonly space: Space;
  /** Code page of the names, unless the user says another. */
  readonly codePage: string;
  /** Every layout by dialect; documentation and templates are made from them. */
  readonly layouts: Readonly<Record<string, LayoutDescription>>;
  /** Options of {@link Format.toScene}. */
  readonly options: readonly OptionFacts[];
  /** Looks at the content alone, cheaply. Undefined: not this format. */
  detect(bytes: Uint8Array): Detection | undefined;
  /** @throws MeshglotError with what had been read as `partial` */
  read(cursor: Cursor, dialect: string): F;
  /** @throws MeshglotError `WRITE_*` where a value does not fit */
  write(file: F, dialect: string): Uint8Array;
  /** Also of a file that was read in part: fields behind the fault are absent then. */
  summarize(file: F, dialect: string, options: ConvertOptions): Promise<Summary> | Summary;
  /** Engines whose limits {@link Format.check} knows; the first is the one that is checked by default. */
  readonly profiles: readonly EngineProfile[];
  /** What can be computed anew of what {@link Format.check} finds, in the order in which it has to be. */
  readonly repairs: readonly Repair<F>[];
  /** Adds what is wrong with a file that could be read, and where it and its companions do not fit. */
  check(file: F, dialect: string, context: CheckContext): Promise<void> | void;
  /**
   * Completes a file that was read up to a fault, so that {@link Format.toScene} can take it.
   * @param part the fields that were read
   * @param ledger what had to be left out or filled in; absent where half a file has nothing to show
   */
  salvage?(part: object, dialect: string, ledger: LossLedger): Salvaged<F>;
  /**
   * To a glTF document in metres, facing the glTF way.
   * @throws MeshglotError where a file alone has nothing to show
   */
  toScene(file: F, dialect: string, options: ConvertOptions, companions?: Companions): Promise<FormatScene>;
  /** Which companions may lie beside a file. @param stem its name without folder and extension */
  wants?(file: F, stem: string): WantedCompanion[];
  /** File names, in lower case, of the textures that a file names; materials have some. */
  textures?(file: F): string[];
  /** What can be done to its files beyond setting fields; loaded when asked for. */
  editing(): Promise<Editing<F>>;
  /** Absent where files of the format can not be built from a scene. */
  readonly builder?: Builder<F>;
}
