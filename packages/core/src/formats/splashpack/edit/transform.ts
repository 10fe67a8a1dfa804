import { MeshglotError } from "../../../bytes/fault.ts";
import type { Edited } from "../../../editing.ts";
import {
  type Affine,
  compose,
  mapAll,
  mapDirections,
  normalMap,
  rotationOf,
  scaling,
  uniformScale,
} from "../../../scene/affine.ts";
import { integersOf } from "../../../scene/rounding.ts";
import type { SplashpackFile, SplashpackHeader, SplashpackObject } from "../file.ts";
import { normalFrame } from "../storedNormals.ts";
import { appliesTransforms } from "../transforms.ts";
import { columnOf, replaceColumn } from "./rows.ts";

const ONE = 4096;
/** Unity's y points up and the file's down: a rotation of one frame in the other is S R S with these signs. */
const UNITY: Affine = scaling([1, -1, 1]);

/**
 * A scene pack through a map in its own axes, rounded to its fixed-point numbers. In layouts whose vertices are in the
 * world the vertices are mapped, and the objects' rotations turn along, because stored normals are seen from them. In
 * the later layouts the objects are mapped, and their vertices only scaled.
 */
export function transformSplashpack(file: SplashpackFile, dialect: string, map: Affine): Edited<SplashpackFile> {
  const notes = ["Coordinates were rounded to 1/4096 of the exporter's unit."];
  const header = movedHeader(file.header, map);
  if (file.header.playerRotation) notes.push("The player's rotation was left as it is.");
  const navData = file.navData?.map((corners, i) =>
    integersOf<Int16Array | Int32Array>(mapAll(map, corners), corners, `navData[${i}]`),
  );
  const common = { ...file, header, ...(navData ? { navData } : {}) };
  if (appliesTransforms(dialect, {})) return { file: { ...common, ...movedObjects(file, dialect, map) }, notes };
  if (dialect === "L2")
    notes.push("Positions of objects were left as they are: nothing tells in which axes L2 has them.");
  return { file: { ...common, ...movedVertices(file, dialect, map) }, notes };
}

function movedHeader(header: SplashpackHeader, map: Affine): SplashpackHeader {
  const { playerPosition, playerHeight } = header;
  if (!playerPosition) return header;
  const height = Math.round((playerHeight ?? 0) * (uniformScale(map) ?? 1));
  return {
    ...header,
    playerPosition: integersOf(mapAll(map, playerPosition), playerPosition, "header.playerPosition"),
    ...(playerHeight === undefined ? {} : { playerHeight: height }),
  };
}

function movedVertices(file: SplashpackFile, dialect: string, map: Affine): Pick<SplashpackFile, "objects" | "meshes"> {
  const { frame } = normalFrame(file, dialect, {});
  const scale = uniformScale(map);
  const objects = file.objects.map((object, i) => {
    if (frame === "none" || scale === undefined) return object;
    const turn = rotationOf(map, scale);
    const own = frame === "unity" ? compose(compose(UNITY, turn), UNITY) : turn;
    return { ...object, rotation: turnedRotation(object, own, i) };
  });
  const meshes = file.meshes.map((mesh, i) => {
    const path = `meshes[${i}].triangles`;
    const positions = columnOf(mesh, dialect, "positions");
    const moved = replaceColumn(mesh, dialect, "positions", integersOf(mapAll(map, positions), positions, path));
    if (frame !== "none" && scale !== undefined) return moved;
    if (frame !== "none") throw unevenly();
    const normals = columnOf(mesh, dialect, "normal");
    return replaceColumn(moved, dialect, "normal", integersOf(mapDirections(normalMap(map), normals), normals, path));
  });
  return { objects, meshes };
}

function movedObjects(file: SplashpackFile, dialect: string, map: Affine): Pick<SplashpackFile, "objects" | "meshes"> {
  const scale = uniformScale(map);
  if (scale === undefined) throw unevenly();
  const turn = rotationOf(map, scale);
  const objects = file.objects.map((object, i) => ({
    ...object,
    position: integersOf(mapAll(map, object.position), object.position, `objects[${i}].position`),
    rotation: turnedRotation(object, turn, i),
  }));
  if (scale === 1) return { objects, meshes: file.meshes };
  const meshes = file.meshes.map((mesh, i) => {
    const positions = columnOf(mesh, dialect, "positions");
    const scaled = Array.from(positions, (value) => value * scale);
    return replaceColumn(mesh, dialect, "positions", integersOf(scaled, positions, `meshes[${i}].triangles`));
  });
  return { objects, meshes };
}

/** The turn after the object's own rotation. */
function turnedRotation({ rotation }: SplashpackObject, turn: Affine, object: number): Int32Array {
  const own: Affine = { linear: Array.from(rotation, (cell) => cell / ONE), translation: [0, 0, 0] };
  const cells = compose(own, turn).linear.map((cell) => cell * ONE);
  return integersOf(cells, rotation, `objects[${object}].rotation`);
}

function unevenly(): MeshglotError {
  return new MeshglotError({
    code: "EDIT_TRANSFORM",
    detail: "objects with a rotation of their own can only be scaled evenly",
    hint: "Give one factor for all axes.",
  });
}
