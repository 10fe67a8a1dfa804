import { DIALECTS, type DialectFacts } from "./dialects.ts";

/** A block as the tables describe it. */
export interface BlockPlace {
  /** As in the byte map: `meshes[3]`. */
  path: string;
  offset: number;
  size: number;
}

/** How far the bytes agree with one layout. */
export interface Walk {
  facts: DialectFacts;
  /** Where the tables end according to the counts; may be beyond the file. */
  tablesEnd: number;
  /** Number of blocks. */
  blocks: number;
  /** Blocks that lie exactly where the one before them ends, up to the first that does not. */
  matched: number;
  /** End of the last matched block. */
  end: number;
  /** First block that is somewhere else or reaches beyond the file; "tables" if those are cut off. */
  mismatch: string | undefined;
  /** True if the tables or a block in its proper place reach beyond the file. */
  cut: boolean;
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const align4 = (offset: number) => offset + ((4 - (offset % 4)) % 4);

/**
 * The blocks of a layout in the order of its exporter, by arithmetic over the tables. Ends early where a record lies
 * beyond the file.
 */
export function* blockPlaces(bytes: Uint8Array, facts: DialectFacts): Generator<BlockPlace, void> {
  const data = view(bytes);
  const size = bytes.byteLength;
  const counts = countsOf(data, facts);
  const objects = facts.headerSize + 8 * counts.luas;
  const navmeshes = objects + facts.object.size * counts.objects;
  const atlases = navmeshes + 8 * counts.navmeshes;
  const cluts = atlases + 12 * counts.atlases;
  for (let i = 0, at = facts.headerSize; i < counts.luas; i++, at += 8) {
    if (at + 8 > size) return;
    yield { path: `luaData[${i}]`, offset: data.getUint32(at, true), size: data.getUint32(at + 4, true) };
  }
  const { object, triangleSize } = facts;
  for (let i = 0, at = objects; i < counts.objects; i++, at += object.size) {
    if (at + object.size > size) return;
    const triangles =
      object.countBits === 32
        ? data.getUint32(at + object.triangleCount, true)
        : data.getUint16(at + object.triangleCount, true);
    const offset = data.getUint32(at + object.meshOffset, true);
    yield { path: `meshes[${i}]`, offset, size: triangles * triangleSize };
  }
  for (let i = 0, at = navmeshes; i < counts.navmeshes; i++, at += 8) {
    if (at + 8 > size) return;
    const triangles = data.getUint16(at + 4, true);
    yield { path: `navData[${i}]`, offset: data.getUint32(at, true), size: triangles * facts.navTriangleSize };
  }
  for (let i = 0, at = atlases; i < counts.atlases; i++, at += 12) {
    if (at + 12 > size) return;
    const words = data.getUint16(at + 4, true) * data.getUint16(at + 6, true);
    yield { path: `atlasData[${i}]`, offset: data.getUint32(at, true), size: 2 * words };
  }
  if (facts.clutSize !== 12) return; // palettes inside the records
  for (let i = 0, at = cluts; i < counts.cluts; i++, at += 12) {
    if (at + 12 > size) return;
    const colors = data.getUint16(at + 8, true);
    yield { path: `clutData[${i}]`, offset: data.getUint32(at, true), size: 2 * colors };
  }
}

function countsOf(data: DataView, facts: DialectFacts) {
  const at = (offset: number | undefined) =>
    offset === undefined || offset + 2 > data.byteLength ? 0 : data.getUint16(offset, true);
  return {
    luas: at(facts.counts.luas),
    objects: at(facts.counts.objects),
    navmeshes: at(facts.counts.navmeshes),
    atlases: at(facts.counts.atlases),
    cluts: at(facts.counts.cluts),
  };
}

/** Size of header and tables according to the counts. */
export function tablesEnd(bytes: Uint8Array, facts: DialectFacts): number {
  const { luas, objects, navmeshes, atlases, cluts } = countsOf(view(bytes), facts);
  return (
    facts.headerSize + 8 * luas + facts.object.size * objects + 8 * navmeshes + 12 * atlases + facts.clutSize * cluts
  );
}

/** Lays a layout over the bytes: every block has to start where the one before it ends (code). */
export function walk(bytes: Uint8Array, facts: DialectFacts): Walk {
  const { luas, objects, navmeshes, atlases, cluts } = countsOf(view(bytes), facts);
  const blocks = luas + objects + navmeshes + atlases + (facts.clutSize === 12 ? cluts : 0);
  const result: Walk = {
    facts,
    tablesEnd: tablesEnd(bytes, facts),
    blocks,
    matched: 0,
    end: tablesEnd(bytes, facts),
    mismatch: undefined,
    cut: false,
  };
  const size = bytes.byteLength;
  if (result.tablesEnd > size) result.cut = true;
  for (const { path, offset, size: blockSize } of blockPlaces(bytes, facts)) {
    const expected = facts.aligned || path.startsWith("atlas") ? align4(result.end) : result.end;
    if (offset !== expected) return { ...result, mismatch: result.mismatch ?? path };
    result.matched++;
    result.end = offset + blockSize;
    if (result.end > size) {
      // The tables go on telling layouts apart although the block itself is gone.
      result.cut = true;
      result.mismatch ??= path;
    }
  }
  return result.matched < blocks ? { ...result, mismatch: result.mismatch ?? "tables" } : result;
}

/** True if the layout accounts for every byte of the file. */
export function isStrict({ matched, blocks, end, cut }: Walk, size: number): boolean {
  return !cut && matched === blocks && end === size;
}

/** All nine layouts over the same bytes, in the order of detection. */
export function walkAll(bytes: Uint8Array): Walk[] {
  return DIALECTS.map((facts) => walk(bytes, facts));
}
