import { array, rest, type Scalars } from "../../layout/arrays.ts";
import type { Node } from "../../layout/node.ts";
import { layoutOf, type RecordNode, when } from "../../layout/record.ts";
import { u32 } from "../../layout/scalars.ts";
import type { HeaderlessFile } from "./file.ts";

/** H0 to H3, oldest first (each checked on one real file). */
export type HeaderlessDialect = "H0" | "H1" | "H2" | "H3";
export const HEADERLESS_DIALECTS: readonly HeaderlessDialect[] = ["H0", "H1", "H2", "H3"];

type Elements<K extends keyof HeaderlessFile> = Node<Extract<HeaderlessFile[K], Scalars>, HeaderlessFile>;

interface Widths {
  positions: Elements<"positions">;
  normals: Elements<"normals">;
  uv0: Elements<"uv0">;
  /** H3 ends with a box, the others with four zero bytes. */
  box: boolean;
}

const { field, record } = layoutOf<HeaderlessFile>();

function headerless(name: string, widths: Widths): RecordNode<HeaderlessFile> {
  return record(name, [
    field("vertexCount", u32, { evidence: "verified" }),
    field("indicesCount", u32, { evidence: "verified" }),
    field("facesCount", u32, { evidence: "verified" }),
    field("positions", widths.positions, { evidence: "verified", unit: "1/128 m (open)" }),
    field("colors", array(Int16Array, 3, "vertexCount"), { evidence: "verified", note: "-1 = none" }),
    field("positionIndices", array(Int16Array, 4, "indicesCount"), { evidence: "verified", note: "quads only" }),
    field("normalsCount", u32, { evidence: "verified" }),
    field("normals", widths.normals, { evidence: "verified" }),
    field("normalIndices", array(Int16Array, 4, "indicesCount"), { evidence: "verified" }),
    field("uvCount", u32, { evidence: "verified" }),
    field("uv0", widths.uv0, { evidence: "verified" }),
    field("uv0Indices", array(Int16Array, 4, "indicesCount"), { evidence: "verified" }),
    field("tail", array(Uint8Array, 4), { when: when("not H3", () => !widths.box), evidence: "verified", note: "zeros" }),
    field("bounds", array(Int16Array, 6), { when: when("H3", () => widths.box), evidence: "verified", note: "min, max" }),
    field("trailing", rest()),
  ]);
}

// Widened by hand: a node of one element type is no node of either, because it refuses to write the other.
const positions16 = array(Int16Array, 4, "vertexCount") as unknown as Elements<"positions">;
const positions32 = array(Int32Array, 3, "vertexCount") as unknown as Elements<"positions">;
const normals4 = array(Int16Array, 4, "normalsCount");
const normals3 = array(Int16Array, 3, "normalsCount");
const uv4 = array(Int16Array, 4, "uvCount") as unknown as Elements<"uv0">;
const uv2 = array(Int16Array, 2, "uvCount") as unknown as Elements<"uv0">;
const uvBytes = array(Uint8Array, 2, "uvCount") as unknown as Elements<"uv0">;

export const headerlessLayouts: Readonly<Record<HeaderlessDialect, RecordNode<HeaderlessFile>>> = {
  H0: headerless("MESHBIN H0", { positions: positions16, normals: normals4, uv0: uv4, box: false }),
  H1: headerless("MESHBIN H1", { positions: positions32, normals: normals3, uv0: uv2, box: false }),
  H2: headerless("MESHBIN H2", { positions: positions32, normals: normals3, uv0: uvBytes, box: false }),
  H3: headerless("MESHBIN H3", { positions: positions32, normals: normals3, uv0: uvBytes, box: true }),
};

/** Bytes per position, normal and UV, and of the tail. */
const SIZES: Readonly<Record<HeaderlessDialect, readonly [number, number, number, number]>> = {
  H0: [8, 8, 8, 4],
  H1: [12, 6, 4, 4],
  H2: [12, 6, 2, 4],
  H3: [12, 6, 2, 12],
};

/**
 * Which of the four layouts fits a file to its last byte. There is no magic, so the size has to be exact, and the
 * counts have to be those of a mesh that 16-bit indices can address.
 */
export function headerlessDialect(bytes: Uint8Array): HeaderlessDialect | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32At = (offset: number) => (offset + 4 <= bytes.byteLength ? view.getUint32(offset, true) : Number.NaN);
  const vertices = u32At(0);
  const faces = u32At(4);
  if (!(vertices > 0 && vertices < 65536 && faces > 0 && faces < 65536)) return undefined;
  return HEADERLESS_DIALECTS.find((dialect) => {
    const [position, normal, uv, tail] = SIZES[dialect];
    const normalsAt = 12 + (position + 6) * vertices + 8 * faces;
    const uvAt = normalsAt + 4 + normal * u32At(normalsAt) + 8 * faces;
    return uvAt + 4 + uv * u32At(uvAt) + 8 * faces + tail === bytes.byteLength;
  });
}
