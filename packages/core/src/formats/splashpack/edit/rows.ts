import type { RecordNode } from "../../../layout/record.ts";
import { column, withColumn } from "../../../layout/table.ts";
import type { SplashpackMesh, TriangleL1 } from "../file.ts";
import { triangleL1, triangleL3 } from "../records.ts";
import { hasPageInObject } from "../triangles.ts";

/** The layout of a triangle; that of the later dialects has all columns of the first. */
function rowOf(dialect: string): RecordNode<TriangleL1> {
  return hasPageInObject(dialect) ? triangleL1 : (triangleL3 as unknown as RecordNode<TriangleL1>);
}

/** One column of all triangles of an object, row after row. */
export function columnOf(mesh: SplashpackMesh, dialect: string, name: "positions" | "normal"): Int16Array {
  return column(mesh.triangles, rowOf(dialect), name, Int16Array);
}

/** A mesh with one column of its triangles replaced. */
export function replaceColumn(
  mesh: SplashpackMesh,
  dialect: string,
  name: "positions" | "normal",
  values: Int16Array,
): SplashpackMesh {
  return { ...mesh, triangles: withColumn(mesh.triangles, rowOf(dialect), name, values) };
}
