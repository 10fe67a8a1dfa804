import { MeshglotError } from "../bytes/fault.ts";
import { requireMemory } from "../scene/sceneMemory.ts";
import { type Growing, growingFloats, growingIntegers } from "./growing.ts";
import { type ObjLine, readLines } from "./readLines.ts";

/** Faces that share object, group and material. */
export interface ObjPart {
  object: string;
  group: string;
  material: string;
  /** For each corner: position, UV and normal, counted from 0; -1 where the file gives none. */
  corners: Growing<Int32Array>;
  /** Corners of each face. */
  sizes: Growing<Int32Array>;
}

/** An OBJ as it stands in the file. */
export interface ParsedObj {
  /** 3 per vertex. */
  positions: Growing<Float64Array>;
  /** 3 per vertex behind the coordinates; empty where no vertex has any. */
  colors: Growing<Float64Array>;
  /** 2 per UV, V counted from the bottom. */
  uvs: Growing<Float64Array>;
  /** 3 per normal. */
  normals: Growing<Float64Array>;
  parts: ObjPart[];
  libraries: string[];
  /** Lines of the PlayStation 1 engine's own dialect, in order: `aabb`, `bsphere`, `skel`, `bone`, `vw`. */
  engineLines: string[][];
  /** Words that are not understood, with how often they occur. */
  ignored: Map<string, number>;
}

const ENGINE_WORDS = new Set(["aabb", "bsphere", "skel", "bone", "vw"]);
/** Smoothing groups only steer how normals are made where there are none; the others concern ray tracers. */
const WITHOUT_MEANING = new Set(["s", "bevel", "lod", "c_interp", "d_interp", "shadow_obj", "trace_obj"]);

/**
 * @param memory what the parts may take that become meshes, in bytes
 * @throws MeshglotError `LIMIT_MEMORY`, `OBJ_SYNTAX` with the line, `OBJ_INDEX_OUT_OF_RANGE`
 */
export function parseObj(bytes: Uint8Array, memory: number): ParsedObj {
  const obj: ParsedObj = {
    positions: growingFloats(),
    colors: growingFloats(),
    uvs: growingFloats(),
    normals: growingFloats(),
    parts: [],
    libraries: [],
    engineLines: [],
    ignored: new Map(),
  };
  const parts = new Map<string, ObjPart>();
  const state = { object: "", group: "", material: "" };
  let part: ObjPart | undefined;
  for (const line of readLines(bytes)) {
    const [word = "", ...rest] = line.words;
    switch (word) {
      case "v":
        addVertex(obj, line);
        break;
      case "vt":
        obj.uvs.push(...numbers(line, 1, 2));
        break;
      case "vn":
        obj.normals.push(...numbers(line, 3, 3));
        break;
      case "f":
        part ??= partOf(obj, parts, state);
        requireMemory(obj.parts.length, memory);
        addFace(obj, part, line);
        break;
      case "o":
        Object.assign(state, { object: rest.join(" "), group: "" });
        part = undefined;
        break;
      case "g":
        state.group = rest.join(" ");
        part = undefined;
        break;
      case "usemtl":
        state.material = rest.join(" ");
        part = undefined;
        break;
      case "mtllib":
        obj.libraries.push(rest.join(" "));
        break;
      default:
        if (ENGINE_WORDS.has(word)) obj.engineLines.push(line.words);
        else if (!WITHOUT_MEANING.has(word)) obj.ignored.set(word, (obj.ignored.get(word) ?? 0) + 1);
    }
  }
  return obj;
}

function partOf(
  obj: ParsedObj,
  parts: Map<string, ObjPart>,
  state: { object: string; group: string; material: string },
): ObjPart {
  const key = JSON.stringify([state.object, state.group, state.material]);
  const known = parts.get(key);
  if (known) return known;
  const part = { ...state, corners: growingIntegers(), sizes: growingIntegers() };
  parts.set(key, part);
  obj.parts.push(part);
  return part;
}

/** `v x y z`, `v x y z w`, `v x y z r g b` or `v x y z w r g b`. */
function addVertex(obj: ParsedObj, line: ObjLine): void {
  const values = numbers(line, 3, line.words.length - 1);
  const vertex = obj.positions.length / 3;
  obj.positions.push(values[0] ?? 0, values[1] ?? 0, values[2] ?? 0);
  if (values.length < 6) {
    if (obj.colors.length > 0) obj.colors.push(1, 1, 1);
    return;
  }
  // Vertices before the first coloured one are white, as those are that come after without a colour.
  while (obj.colors.length < vertex * 3) obj.colors.push(1);
  obj.colors.push(...values.slice(-3));
}

function addFace(obj: ParsedObj, part: ObjPart, line: ObjLine): void {
  const size = line.words.length - 1;
  if (size < 3) throw syntax(line, `a face needs three corners, this one has ${size}`);
  for (const corner of line.words.slice(1)) {
    const [v = "", vt = "", vn = ""] = corner.split("/");
    part.corners.push(
      index(line, v, obj.positions.length / 3, "vertices"),
      vt === "" ? -1 : index(line, vt, obj.uvs.length / 2, "UVs"),
      vn === "" ? -1 : index(line, vn, obj.normals.length / 3, "normals"),
    );
  }
  part.sizes.push(size);
}

/** Counted from 1, or backwards from what has been read so far if negative. */
function index(line: ObjLine, text: string, count: number, what: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || text === "" || value === 0) throw syntax(line, `"${text}" is no index`);
  const found = value > 0 ? value - 1 : count + value;
  if (found >= 0 && found < count) return found;
  throw new MeshglotError({
    code: "OBJ_INDEX_OUT_OF_RANGE",
    path: `line ${line.number}`,
    detail: `index ${value}, and there are ${count} ${what} up to this line`,
    hint: "Indices count from 1; the file was cut or put together wrongly.",
  });
}

/** At least `least` numbers, at most `most` of them; missing ones are 0. */
function numbers(line: ObjLine, least: number, most: number): number[] {
  const words = line.words.slice(1, 1 + most);
  if (words.length < least) throw syntax(line, `"${line.words[0]}" needs ${least} numbers, here are ${words.length}`);
  const values = words.map(Number);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw syntax(line, `"${words[bad]}" is no number`);
  while (values.length < most) values.push(0);
  return values;
}

function syntax(line: ObjLine, detail: string): MeshglotError {
  return new MeshglotError({
    code: "OBJ_SYNTAX",
    path: `line ${line.number}`,
    detail,
    hint: "Look at this line in a text editor; was the file cut off, or written with decimal commas?",
  });
}
