import type { SplashpackDialect } from "./layout.ts";

/** What detection needs to know of a layout to walk its tables without reading them, and what people call it. */
export interface DialectFacts {
  dialect: SplashpackDialect;
  /** When exporters wrote it. */
  dates: string;
  summary: string;
  headerSize: number;
  /** Offsets of the counts in the header. */
  counts: { luas?: number; objects: number; navmeshes?: number; atlases: number; cluts?: number };
  object: { size: number; meshOffset: number; triangleCount: number; countBits: 16 | 32 };
  triangleSize: number;
  /** Size of a palette record; palettes are blocks of their own if it is 12. */
  clutSize: number;
  navTriangleSize: number;
  /** Whether every block starts at a multiple of 4; in L1 and L2 atlases do, where it never makes a difference. */
  aligned: boolean;
}

const OBJECT_L4 = { size: 56, meshOffset: 0, triangleCount: 52, countBits: 16 } as const;
const SINCE_L3 = { triangleSize: 52, aligned: true } as const;

/** In the order in which detection asks them (verified: each of the real files fits exactly one, to its last byte). */
export const DIALECTS: readonly DialectFacts[] = [
  {
    dialect: "L1",
    dates: "22 and 23 March 2025",
    summary: "8-byte header, no palettes",
    headerSize: 8,
    counts: { objects: 4, atlases: 6 },
    object: { size: 56, meshOffset: 52, triangleCount: 50, countBits: 16 },
    triangleSize: 44,
    clutSize: 0,
    navTriangleSize: 0,
    aligned: false,
  },
  {
    dialect: "L2",
    dates: "23 to 26 March 2025",
    summary: "8-byte header, a palette in each object",
    headerSize: 8,
    counts: { objects: 4, atlases: 6 },
    object: { size: 572, meshOffset: 568, triangleCount: 48, countBits: 16 },
    triangleSize: 44,
    clutSize: 0,
    navTriangleSize: 0,
    aligned: false,
  },
  {
    ...SINCE_L3,
    dialect: "L3",
    dates: "30 March 2025",
    summary: "12-byte header, palettes of 256 colours in a table",
    headerSize: 12,
    counts: { objects: 4, atlases: 6, cluts: 8 },
    object: { size: 56, meshOffset: 48, triangleCount: 52, countBits: 32 },
    clutSize: 520,
    navTriangleSize: 0,
  },
  {
    ...SINCE_L3,
    dialect: "L4",
    dates: "3 April 2025",
    summary: "16-byte header, palette table",
    headerSize: 16,
    counts: { objects: 4, atlases: 6, cluts: 8 },
    object: OBJECT_L4,
    clutSize: 12,
    navTriangleSize: 0,
  },
  {
    ...SINCE_L3,
    dialect: "L5",
    dates: "3 April 2025",
    summary: "16-byte header, palette table, navigation meshes of 16-bit numbers",
    headerSize: 16,
    counts: { objects: 4, navmeshes: 6, atlases: 8, cluts: 10 },
    object: OBJECT_L4,
    clutSize: 12,
    navTriangleSize: 18,
  },
  {
    ...SINCE_L3,
    dialect: "L5b",
    dates: "7 April 2025",
    summary: "16-byte header, palette table, navigation meshes of 32-bit numbers",
    headerSize: 16,
    counts: { objects: 4, navmeshes: 6, atlases: 8, cluts: 10 },
    object: OBJECT_L4,
    clutSize: 12,
    navTriangleSize: 36,
  },
  {
    ...SINCE_L3,
    dialect: "L6",
    dates: "April 2025",
    summary: "28-byte header, palette table",
    headerSize: 28,
    counts: { objects: 4, navmeshes: 6, atlases: 8, cluts: 10 },
    object: OBJECT_L4,
    clutSize: 12,
    navTriangleSize: 36,
  },
  {
    ...SINCE_L3,
    dialect: "L7",
    dates: "9 to 14 April 2025",
    summary: "32-byte header, palette table, scripts",
    headerSize: 32,
    counts: { luas: 4, objects: 6, navmeshes: 8, atlases: 10, cluts: 12 },
    object: OBJECT_L4,
    clutSize: 12,
    navTriangleSize: 36,
  },
  {
    ...SINCE_L3,
    dialect: "L8",
    dates: "17 April to 4 September 2025",
    summary: "32-byte header, palette table, scripts, 60-byte objects",
    headerSize: 32,
    counts: { luas: 4, objects: 6, navmeshes: 8, atlases: 10, cluts: 12 },
    object: { ...OBJECT_L4, size: 60 },
    clutSize: 12,
    navTriangleSize: 36,
  },
];

/** @throws if the dialect is none of the nine, which is a bug of ours: callers check it */
export function factsOf(dialect: string): DialectFacts {
  const found = DIALECTS.find((facts) => facts.dialect === dialect);
  if (!found) throw new Error(`SPLASHPACK has no layout ${dialect}`);
  return found;
}
