import type { GLTF } from "@gltf-transform/core";
import { attributeSizes } from "./attributeSizes.ts";
import { sceneFault } from "./sceneFault.ts";

/**
 * What values have to be that the glTF library hands on as they are, by the schema of glTF 2.0: numbers of a vector,
 * `text`, `number`, `integer`, or one of some words. Where indices lead nowhere the library itself finds it.
 */
type Kind = number | "text" | "number" | "integer" | "numbers" | "integers" | readonly string[];
type Shape = Readonly<Record<string, Kind>>;

const SHAPES: Readonly<Record<string, Shape>> = {
  scenes: { nodes: "integers" },
  nodes: { translation: 3, rotation: 4, scale: 3, matrix: 16, weights: "numbers", children: "integers" },
  meshes: { weights: "numbers" },
  materials: { alphaCutoff: "number", alphaMode: ["OPAQUE", "MASK", "BLEND"], emissiveFactor: 3 },
  accessors: {
    count: "integer",
    componentType: "integer",
    byteOffset: "integer",
    type: ["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"],
  },
  bufferViews: { byteOffset: "integer", byteLength: "integer", byteStride: "integer" },
  buffers: { uri: "text", byteLength: "integer" },
  images: { uri: "text", mimeType: "text" },
  textures: {},
  samplers: {},
  skins: { joints: "integers" },
  animations: {},
  cameras: {},
};
const PRIMITIVE: Shape = { mode: "integer", indices: "integer", material: "integer" };
const PBR: Shape = { baseColorFactor: 4, metallicFactor: "number", roughnessFactor: "number" };

/**
 * Refuses a glTF whose values are of another kind than the standard says. Extras may be anything; null says
 * nothing and is left out, because the library stumbles over it.
 *
 * @throws MeshglotError `SCENE_BROKEN`, or `SCENE_ATTRIBUTE_COUNT`, with the path in the JSON
 */
export function checkJson(json: GLTF.IGLTF): void {
  for (const [list, shape] of Object.entries(SHAPES)) {
    const entries: unknown = json[list as keyof GLTF.IGLTF];
    if (entries === undefined) continue;
    if (!Array.isArray(entries)) throw broken(list, "a list");
    entries.forEach((entry: unknown, i) => {
      checkObject(entry, shape, `${list}[${i}]`);
    });
  }
  checkTree(json.nodes ?? []);
  checkSizes(json);
  json.materials?.forEach(({ pbrMetallicRoughness }, i) => {
    if (pbrMetallicRoughness !== undefined)
      checkObject(pbrMetallicRoughness, PBR, `materials[${i}].pbrMetallicRoughness`);
  });
  json.meshes?.forEach(({ primitives }, i) => {
    if (!Array.isArray(primitives)) throw broken(`meshes[${i}].primitives`, "a list");
    primitives.forEach((primitive, k) => {
      checkObject(primitive, PRIMITIVE, `meshes[${i}].primitives[${k}]`);
      checkAttributes(json, primitive, `meshes[${i}].primitives[${k}]`);
    });
  });
}

const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** The library takes as many numbers of a view as there are, and fewer than an accessor has entries. */
function checkSizes({ accessors = [], bufferViews = [], buffers = [] }: GLTF.IGLTF): void {
  bufferViews.forEach(({ buffer, byteOffset = 0, byteLength }, i) => {
    const size = buffers[buffer]?.byteLength ?? 0;
    if (byteOffset + byteLength > size)
      throw broken(`bufferViews[${i}]`, `no more than the ${size} bytes of its buffer`);
  });
  accessors.forEach(({ bufferView, byteOffset = 0, componentType, type, count }, i) => {
    const bytes = COMPONENT_BYTES[componentType];
    if (bytes === undefined) throw broken(`accessors[${i}].componentType`, Object.keys(COMPONENT_BYTES).join(", "));
    if (bufferView === undefined || count === 0) return;
    const element = bytes * (COMPONENTS[type] ?? 1);
    const view = bufferViews[bufferView];
    const end = byteOffset + (count - 1) * (view?.byteStride ?? element) + element;
    if (end > (view?.byteLength ?? 0))
      throw broken(
        `accessors[${i}]`,
        `no more entries than its view has bytes for, ${view?.byteLength ?? 0} of ${end}`,
      );
  });
}

/** A node that is below itself would be walked for ever. */
function checkTree(nodes: readonly GLTF.INode[]): void {
  const done = new Uint8Array(nodes.length); // 1: on the way down to where we are, 2: nothing below leads back
  for (let start = 0; start < nodes.length; start++) {
    const way = [{ node: start, next: 0 }];
    for (let at = way.at(-1); at; at = way.at(-1)) {
      const child = done[at.node] === 2 ? undefined : nodes[at.node]?.children?.[at.next++];
      done[at.node] ||= 1;
      if (child === undefined) {
        done[at.node] = 2;
        way.pop();
      } else if (done[child] === 1) {
        throw broken(`nodes[${at.node}].children`, "nodes of its own, and no node that it is itself below");
      } else if (child < nodes.length) way.push({ node: child, next: 0 });
    }
  }
}

function checkObject(value: unknown, shape: Shape, path: string): void {
  if (!isObject(value)) throw broken(path, "an object");
  if (value.extras === null) delete value.extras;
  if (value.name !== undefined && typeof value.name !== "string") throw broken(`${path}.name`, "a text");
  for (const [key, kind] of Object.entries(shape)) {
    if (value[key] !== undefined && !isOfKind(value[key], kind)) throw broken(`${path}.${key}`, nameOf(kind));
  }
}

function checkAttributes(json: GLTF.IGLTF, { attributes }: GLTF.IMeshPrimitive, path: string): void {
  if (!isObject(attributes)) throw broken(`${path}.attributes`, "an object");
  const vertexCount = json.accessors?.[attributes.POSITION ?? -1]?.count;
  for (const [semantic, index] of Object.entries(attributes)) {
    const types = attributeSizes(semantic)?.map((size) => `VEC${size}`);
    const accessor = json.accessors?.[index];
    if (!types || !accessor) continue;
    if (types.includes(accessor.type) && accessor.count === (vertexCount ?? accessor.count)) continue;
    throw sceneFault(
      "SCENE_ATTRIBUTE_COUNT",
      `${path}.attributes.${semantic}`,
      `${accessor.count} entries of ${accessor.type} for ${vertexCount} vertices; it should be ${types.join(" or ")}`,
      "The file was written by a faulty exporter; gltf-validator shows more.",
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "number") return Number.isFinite(value);
  if (kind === "integer") return isIndex(value);
  if (kind === "integers") return Array.isArray(value) && value.every(isIndex);
  if (kind === "numbers") return Array.isArray(value) && value.every(Number.isFinite);
  if (typeof kind === "number") return Array.isArray(value) && value.length === kind && value.every(Number.isFinite);
  return typeof value === "string" && kind.includes(value);
}

function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function nameOf(kind: Kind): string {
  if (typeof kind === "number") return `a list of ${kind} numbers`;
  if (kind === "text" || kind === "number") return `a ${kind}`;
  if (kind === "integer") return "a whole number";
  if (kind === "numbers") return "a list of numbers";
  if (kind === "integers") return "a list of whole numbers";
  return kind.join(", ");
}

function broken(path: string, wanted: string): Error {
  return sceneFault(
    "SCENE_BROKEN",
    path,
    `the glTF should have ${wanted} there`,
    "gltf-validator says more about what is wrong with it; export it again.",
  );
}
