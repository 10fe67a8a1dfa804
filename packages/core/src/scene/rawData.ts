import { type Document, Extension, PropertyType, type ReaderContext, type WriterContext } from "@gltf-transform/core";
import type { Json } from "../json.ts";

/** Arrays up to this size are written into `extras` as numbers; larger ones get a buffer view of their own. */
const INLINE_LIMIT = 1024;

type RawArray = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array;

const CONSTRUCTORS = {
  u8: Uint8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
} as const;
type RawType = keyof typeof CONSTRUCTORS;

/** How `extras` name an array that lies in the binary part of a GLB. */
export interface RawReference {
  bufferView: number;
  type: RawType;
  count: number;
}

/**
 * Keeps arrays of the source file in buffer views of a GLB, named from `extras.meshglot`.
 *
 * It is an extension so that a tool which rewrites the file without knowing it also drops its name: after Blender has
 * saved the file the numbers in `extras` point at other views, and the absent name is how we know.
 */
export class RawDataExtension extends Extension {
  static override readonly EXTENSION_NAME = "MESHGLOT_raw_data";
  override readonly extensionName = RawDataExtension.EXTENSION_NAME;
  override readonly prewriteTypes = [PropertyType.BUFFER];
  /** On writing: the arrays by the number that stands in `extras` until the real one is known. */
  readonly #arrays: Uint8Array[] = [];
  /** Of {@link RawDataExtension.#views}, those that the extras name, by their number in the file that was read. */
  readonly #adopted = new Map<number, Uint8Array>();
  /** On reading: every buffer view of the file. */
  #views: readonly Uint8Array[] = [];

  /** Keeps an array for the binary part and returns the reference that stands for it in `extras`. */
  keep(array: RawArray): Json {
    this.#arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return { bufferView: -this.#arrays.length, type: typeOf(array), count: array.length };
  }

  /** The array behind a reference, or undefined if the file no longer holds it. */
  load(value: unknown, type: RawType): RawArray | undefined {
    const ArrayType = CONSTRUCTORS[type];
    if (!isReference(value) || value.type !== type) return undefined;
    const bytes = value.bufferView < 0 ? this.#arrays[-value.bufferView - 1] : this.#views[value.bufferView];
    if (!bytes || bytes.byteLength < value.count * ArrayType.BYTES_PER_ELEMENT) return undefined;
    return new ArrayType(bytes.slice(0, value.count * ArrayType.BYTES_PER_ELEMENT).buffer);
  }

  override prewrite(context: WriterContext): this {
    this.#adoptReadViews();
    const buffer = this.document.getRoot().listBuffers()[0];
    const arrays = [...this.#arrays, ...this.#adopted.values()];
    if (buffer && arrays.length > 0) {
      const others = context.otherBufferViews.get(buffer) ?? [];
      context.otherBufferViews.set(buffer, [...others, ...arrays]);
    }
    return this;
  }

  /** A document that was read may be written again: what its extras name has to come along. */
  #adoptReadViews(): void {
    this.#adopted.clear();
    const adopt = (value: unknown): void => {
      if (isReference(value)) {
        const view = this.#views[value.bufferView];
        if (view) this.#adopted.set(value.bufferView, view);
      } else if (typeof value === "object" && value !== null) Object.values(value).forEach(adopt);
    };
    const root = this.document.getRoot();
    const meshes = root.listMeshes();
    const primitives = meshes.flatMap((mesh) => mesh.listPrimitives());
    for (const holder of [
      root,
      ...meshes,
      ...primitives,
      ...root.listNodes(),
      ...root.listAnimations(),
      ...root.listMaterials(),
    ]) {
      adopt(holder.getExtras().meshglot);
    }
  }

  override write(context: WriterContext): this {
    const resolve = (value: unknown): unknown => {
      if (isReference(value)) {
        const own = value.bufferView < 0 ? this.#arrays[-value.bufferView - 1] : this.#adopted.get(value.bufferView);
        return { ...value, bufferView: own ? context.otherBufferViewsIndexMap.get(own) : -1 };
      }
      if (Array.isArray(value)) return value.map(resolve);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
    };
    const json = context.jsonDoc.json;
    const { meshes, nodes = [], animations = [], materials = [] } = json;
    for (const holder of [json, ...(meshes ?? []), ...nodes, ...animations, ...materials, ...primitivesOf(meshes)]) {
      const extras: unknown = holder.extras;
      if (typeof extras === "object" && extras !== null && "meshglot" in extras) {
        holder.extras = { ...extras, meshglot: resolve(extras.meshglot) };
      }
    }
    return this;
  }

  override read(context: ReaderContext): this {
    this.#views = context.bufferViews;
    return this;
  }
}

/** What to put into `extras` for an array: its numbers if they are few and JSON can hold them, else a reference. */
export function storeArray(document: Document, array: RawArray): Json {
  if (array.byteLength <= INLINE_LIMIT && array.every(survivesJson)) return Array.from(array);
  return document.createExtension(RawDataExtension).keep(array);
}

/** The array behind a value of `extras`, or undefined if the document no longer holds it. */
export function loadArray(document: Document, value: unknown, type: RawType): RawArray | undefined {
  if (Array.isArray(value)) return CONSTRUCTORS[type].from(value as number[]);
  const extension = document
    .getRoot()
    .listExtensionsUsed()
    .find((used) => used instanceof RawDataExtension);
  return extension?.load(value, type);
}

/** JSON has no NaN, no infinities and no negative zero. */
function survivesJson(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function primitivesOf<P>(meshes: { primitives: P[] }[] | undefined): P[] {
  return (meshes ?? []).flatMap((mesh) => mesh.primitives);
}

function typeOf(array: RawArray): RawType {
  const found = (Object.keys(CONSTRUCTORS) as RawType[]).find((type) => array instanceof CONSTRUCTORS[type]);
  if (!found) throw new TypeError("not an array that extras can hold");
  return found;
}

function isReference(value: unknown): value is RawReference {
  return typeof value === "object" && value !== null && "bufferView" in value && "type" in value && "count" in value;
}
