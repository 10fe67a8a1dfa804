import type { Document } from "@gltf-transform/core";
import { extrasOf } from "../../scene/document.ts";
import { integersOf, objectOf } from "../../scene/extrasValues.ts";
import { loadArray } from "../../scene/rawData.ts";
import type { SceneSurface } from "../../scene/surfaces.ts";
import type { MeshbinBone } from "./file.ts";

/** What a scene that came from a MESHBIN remembers of it. Nothing of it is trusted without a look at the scene. */
export interface MeshbinSource {
  version: number | undefined;
  /** FF FF FF among its colours means "none". */
  hasSentinels: boolean;
  type: number | undefined;
  textureSize: number | undefined;
  triangleWinding: "cw" | "ccw" | undefined;
  facesCount: number | undefined;
  indicesCount: number | undefined;
  hasSkeleton: number | undefined;
  numBones: number | undefined;
  /** Of the positions when the scene was made; box and sphere hold while it is the same. */
  extent: Int32Array | undefined;
  boundsMin: Int16Array | undefined;
  boundsMax: Int16Array | undefined;
  sphereCenter: Int16Array | undefined;
  sphereRadius: number | undefined;
  bones: MeshbinBone[];
  /** The stored normals, also where the scene shows others because an old exporter had truncated them. */
  normals: Int16Array | undefined;
  trailing: Uint8Array | undefined;
  unused: Readonly<Record<"positions" | "colors" | "uv0" | "normals", Unused | undefined>>;
}

/** Elements of a table that no face used. */
export interface Unused {
  elements: Int32Array;
  values: Int32Array;
}

/** The memory of the only surface of a scene, if it has one and it was a MESHBIN. */
export function sourceOf(document: Document, surfaces: readonly SceneSurface[]): MeshbinSource | undefined {
  const [only] = surfaces;
  if (!only || surfaces.length > 1) return undefined;
  const extras = extrasOf(only.mesh);
  if (extras.format !== "meshbin") return undefined;
  const number = (name: string) => (typeof extras[name] === "number" ? extras[name] : undefined);
  const integers = (name: string, length: number) => {
    const found = integersOf(extras[name]);
    return found?.length === length ? found : undefined;
  };
  const i16 = (name: string) => {
    const found = integers(name, 3);
    return found && Int16Array.from(found);
  };
  const extent = integers("extent", 6);
  const unused = objectOf(extras.unused);
  const winding = extras.triangleWinding;
  return {
    version: number("version"),
    hasSentinels: (number("version") ?? 0) <= 2,
    type: number("type"),
    textureSize: number("textureSize"),
    triangleWinding: winding === "cw" || winding === "ccw" ? winding : undefined,
    facesCount: number("facesCount"),
    indicesCount: number("indicesCount"),
    hasSkeleton: number("hasSkeleton"),
    numBones: number("numBones"),
    extent: extent && Int32Array.from(extent),
    boundsMin: i16("boundsMin"),
    boundsMax: i16("boundsMax"),
    sphereCenter: i16("sphereCenter"),
    sphereRadius: number("sphereRadius"),
    bones: bonesOf(extras.bones),
    normals: loadArray(document, extras.normalsRaw, "i16") as Int16Array | undefined, // the type asked for
    trailing: loadArray(document, extras.trailing, "u8") as Uint8Array | undefined,
    unused: {
      positions: unusedOf(document, unused.positions),
      colors: unusedOf(document, unused.colors),
      uv0: unusedOf(document, unused.uv0),
      normals: unusedOf(document, unused.normals),
    },
  };
}

function unusedOf(document: Document, value: unknown): Unused | undefined {
  const stored = objectOf(value);
  const elements = loadArray(document, stored.elements, "i32");
  const values = loadArray(document, stored.values, "i32");
  return elements && values ? { elements: elements as Int32Array, values: values as Int32Array } : undefined;
}

function bonesOf(value: unknown): MeshbinBone[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((bone: unknown) => {
    const numbers = integersOf(bone);
    if (numbers?.length !== 8) return [];
    const [parent = -1, ...rest] = numbers;
    return [
      { parent, localPosition: Int32Array.from(rest.slice(0, 3)), localRotation: Int16Array.from(rest.slice(3)) },
    ];
  });
}
