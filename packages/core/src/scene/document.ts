import { type Accessor, Document, type Node, type Primitive } from "@gltf-transform/core";
import type { Json } from "../json.ts";
import type { Space } from "./space.ts";

type AccessorType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT4";
type AccessorArray = Uint8Array | Uint16Array | Int16Array | Uint32Array | Float32Array;

/** An empty document with one buffer and one scene, and the root node that carries the unit of the format. */
export function newDocument(name: string, space: Space): { document: Document; root: Node } {
  const document = new Document();
  document.getRoot().getAsset().generator = "meshglot";
  document.createBuffer();
  const root = document.createNode(name);
  if (!space.bakeScale && space.metres !== 1) root.setScale([space.metres, space.metres, space.metres]);
  const scene = document.createScene(name).addChild(root);
  document.getRoot().setDefaultScene(scene);
  return { document, root };
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
