import { type Accessor, Document, type Node, type Primitive, Property, PropertyType } from "@gltf-transform/core";
import type { ConvertOptions } from "../format.ts";
import type { Json } from "../json.ts";
import { requireMemory, SCENE_ALLOWANCE } from "./sceneMemory.ts";
import type { Space } from "./space.ts";

type AccessorType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4";
type AccessorArray = Uint8Array | Uint16Array | Int16Array | Uint32Array | Float32Array;

/**
 * An empty document with one buffer and one scene, and the root node that carries the unit of the format.
 *
 * @param options their `name` names the scene, their `sceneMemory` says what its objects may take
 * @param otherwise name of a scene that has none
 * @param parts objects that there will be at least, so that a file which asks for too many is refused before any is made
 * @throws MeshglotError `LIMIT_MEMORY`
 */
export function newDocument(
  options: ConvertOptions,
  otherwise: string,
  space: Space,
  parts = 0,
): { document: Document; root: Node } {
  const memory = Number(options.sceneMemory ?? SCENE_ALLOWANCE);
  requireMemory(parts, memory);
  const document = new Document();
  const name = String(options.name ?? otherwise);
  limitScene(document, memory);
  document.getRoot().getAsset().generator = "meshglot";
  document.createBuffer();
  const root = document.createNode(name);
  if (!space.bakeScale && space.metres !== 1) root.setScale([space.metres, space.metres, space.metres]);
  const scene = document.createScene(name).addChild(root);
  document.getRoot().setDefaultScene(scene);
  return { document, root };
}

/** What takes memory of its own; accessors come with them. */
const COUNTED: ReadonlySet<string> = new Set([
  PropertyType.NODE,
  PropertyType.MESH,
  PropertyType.PRIMITIVE,
  PropertyType.MATERIAL,
]);

/**
 * Ends the making of a scene whose objects take too much memory: a file may ask for one with 8 bytes. Whoever adds the
 * one too many gets the fault.
 */
export function limitScene(document: Document, memory: number): void {
  let objects = 0;
  document.getGraph().addEventListener("node:create", ({ target }: { target?: unknown }) => {
    if (target instanceof Property && COUNTED.has(target.propertyType)) requireMemory(++objects, memory);
  });
}

/** An accessor in the document's only buffer. */
export function accessor(
  document: Document,
  name: string,
  type: AccessorType,
  array: AccessorArray,
  normalized = false,
): Accessor {
  // Arrays of ours always have a plain ArrayBuffer behind them; glTF-Transform's typings ask for that.
  // A new accessor is in the first buffer and not normalised; each setter costs as much as a small array.
  const made = document
    .createAccessor(name)
    .setType(type)
    .setArray(array as Float32Array<ArrayBuffer>);
  return normalized ? made.setNormalized(true) : made;
}

/** Puts facts of the source file into `extras.meshglot`, beside what is there. */
export function addExtras(
  property: { getExtras(): Record<string, unknown>; setExtras(extras: Record<string, unknown>): unknown },
  facts: Record<string, Json | undefined>,
): void {
  const extras = property.getExtras();
  const before = (extras.meshglot ?? {}) as Record<string, Json>;
  const present = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  property.setExtras({ ...extras, meshglot: { ...before, ...present } });
}

/** `extras.meshglot` of a property, or an empty object. */
export function extrasOf(property: { getExtras(): Record<string, unknown> }): Record<string, unknown> {
  const own = property.getExtras().meshglot;
  return typeof own === "object" && own !== null ? (own as Record<string, unknown>) : {};
}

/** The named attributes of a primitive, each set only if there is one. */
export function setAttributes(primitive: Primitive, attributes: Record<string, Accessor | undefined>): Primitive {
  for (const [name, attribute] of Object.entries(attributes)) if (attribute) primitive.setAttribute(name, attribute);
  return primitive;
}
