import { Document, type Primitive } from "@gltf-transform/core";
import type { ConvertOptions } from "../../src/format.ts";
import type { Ms14File, Ms15File, Sk10File, UnigineFile } from "../../src/formats/unigine/file.ts";
import { type SurfaceView, surfacesOf } from "../../src/formats/unigine/surfaces.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToScene } from "../../src/operations/convert.ts";
import { openMesh } from "../../src/operations/open.ts";
import { accessor } from "../../src/scene/document.ts";
import { readGlb, writeGlb } from "../../src/scene/glb.ts";
import { first } from "./build.ts";

interface Streams {
  positions: number[];
  normals?: number[];
  tangents?: number[];
  uvs?: number[];
  indices: number[];
}

/** A document of one mesh of one primitive, in glTF's axes. */
export function sceneOf(name: string, { positions, normals, tangents, uvs, indices }: Streams) {
  const document = new Document();
  document.createBuffer();
  const floats = (type: "VEC2" | "VEC3" | "VEC4", numbers: number[]) =>
    accessor(document, "", type, Float32Array.from(numbers));
  const primitive = document
    .createPrimitive()
    .setIndices(accessor(document, "", "SCALAR", Uint16Array.from(indices)))
    .setAttribute("POSITION", floats("VEC3", positions));
  if (normals) primitive.setAttribute("NORMAL", floats("VEC3", normals));
  if (tangents) primitive.setAttribute("TANGENT", floats("VEC4", tangents));
  if (uvs) primitive.setAttribute("TEXCOORD_0", floats("VEC2", uvs));
  const node = document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive));
  document.createScene().addChild(node);
  return { document, primitive, node };
}

/** A file as the GLB that it becomes, read again. */
export async function glbOf(bytes: Uint8Array, options: ConvertOptions = {}): Promise<Document> {
  return readGlb(await writeGlb((await meshToScene(bytes, options)).document));
}

/** What a program leaves of a document that knows neither our extras nor our attributes. */
export function forgetSource(document: Document): Document {
  const root = document.getRoot();
  for (const property of [root, ...root.listNodes(), ...root.listMeshes()]) property.setExtras({});
  for (const primitive of primitivesOf(document)) {
    for (const semantic of primitive.listSemantics())
      if (semantic.startsWith("_")) primitive.setAttribute(semantic, null);
  }
  return document;
}

export function primitivesOf(document: Document): Primitive[] {
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
}

/** The file that a document becomes. */
export async function builtFile<F extends UnigineFile = Ms15File | Ms14File | Sk10File>(
  document: Document,
  target: string,
  options: ConvertOptions = {},
) {
  const { bytes, losses } = await buildMesh(document, target, options);
  const mesh = openMesh(bytes);
  if (mesh.fault) throw mesh.fault;
  const file = mesh.file as F; // of the identifier that was asked for
  return { bytes, losses, file, surfaces: surfacesOf(file), codes: losses.map(({ code }) => code) };
}

/** The only surface of a built file. */
export async function builtSurface(
  document: Document,
  target = "ms15",
  options: ConvertOptions = {},
): Promise<SurfaceView> {
  return first((await builtFile(document, target, options)).surfaces);
}

/** Paths of all fields in which two files differ, but for how their blocks are compressed and where they lie. */
export function differences(a: unknown, b: unknown, path = ""): string[] {
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return sameView(a, b) ? [] : [path];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b) ? [] : [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of ["payload", "uncompressedSize", "offsets"]) keys.delete(key);
  return [...keys].flatMap((key) =>
    // Any object may be looked into by its own keys.
    differences(
      (a as Record<string, unknown>)[key],
      (b as Record<string, unknown>)[key],
      path === "" ? key : `${path}.${key}`,
    ),
  );
}

function sameView(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const [x, y] = [a, b].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  return x?.length === y?.length && (x?.every((byte, i) => byte === y?.[i]) ?? false);
}
