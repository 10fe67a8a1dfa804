import type { Gap } from "../../layout/at.ts";
import { factsOf } from "./dialects.ts";
import type { SplashpackFile } from "./file.ts";

interface Block {
  size: number;
  /** Sets the offset in the record that points at the block. */
  record: { dataOffset?: number } | { meshOffset: number };
  isAtlas: boolean;
}

/** The blocks of a file in the order of its exporter. */
function blocksOf(file: SplashpackFile): Block[] {
  const blocks: Block[] = [];
  const add = (records: readonly Block["record"][] | undefined, data: readonly { byteLength: number }[] | undefined) =>
    records?.forEach((record, i) => {
      blocks.push({ record, size: data?.[i]?.byteLength ?? 0, isAtlas: records === file.atlases });
    });
  add(file.luas, file.luaData);
  add(
    file.objects,
    file.meshes.map(({ triangles }) => triangles),
  );
  add(file.navmeshes, file.navData);
  add(file.atlases, file.atlasData);
  if (file.clutData) add(file.cluts, file.clutData);
  return blocks;
}

function tablesSize(file: SplashpackFile, dialect: string): number {
  const { headerSize, object, clutSize } = factsOf(dialect);
  return (
    headerSize +
    8 * (file.luas?.length ?? 0) +
    object.size * file.objects.length +
    8 * (file.navmeshes?.length ?? 0) +
    12 * file.atlases.length +
    clutSize * (file.cluts?.length ?? 0)
  );
}

/** Where an exporter would put each block. */
function* canonicalPlaces(file: SplashpackFile, dialect: string): Generator<Block & { offset: number; pad: number }> {
  const { aligned } = factsOf(dialect);
  let end = tablesSize(file, dialect);
  for (const block of blocksOf(file)) {
    const pad = aligned || block.isAtlas ? (4 - (end % 4)) % 4 : 0;
    yield { ...block, offset: end + pad, pad };
    end += pad + block.size;
  }
}

/** True if every block lies where an exporter would have put it. */
export function isCanonical(file: SplashpackFile, dialect: string): boolean {
  for (const { record, offset } of canonicalPlaces(file, dialect)) {
    if (("meshOffset" in record ? record.meshOffset : record.dataOffset) !== offset) return false;
  }
  return true;
}

/**
 * A copy whose counts and offsets fit its arrays, all blocks one behind the other as an exporter lays them out. Bytes
 * that belonged to no block are gone.
 *
 * @example splashpack.write(placeBlocks(edited, "L1"), "L1")
 */
export function placeBlocks(file: SplashpackFile, dialect: string): SplashpackFile {
  const copy = <T extends object>(records: readonly T[]) => records.map((record) => ({ ...record }));
  const placed: SplashpackFile = {
    ...file,
    header: { ...file.header, objectCount: file.objects.length, atlasCount: file.atlases.length },
    objects: copy(file.objects),
    atlases: copy(file.atlases),
    gaps: [],
  };
  if (file.luas) {
    placed.luas = copy(file.luas);
    placed.header.luaCount = file.luas.length;
  }
  if (file.navmeshes) {
    placed.navmeshes = copy(file.navmeshes);
    placed.header.navmeshCount = file.navmeshes.length;
  }
  if (file.cluts) {
    placed.cluts = copy(file.cluts);
    placed.header.clutCount = file.cluts.length;
  }
  for (const { record, offset, pad } of canonicalPlaces(placed, dialect)) {
    if ("meshOffset" in record) record.meshOffset = offset;
    else record.dataOffset = offset;
    if (pad > 0) placed.gaps.push({ offset: offset - pad, bytes: new Uint8Array(pad) });
  }
  return placed;
}

/** True for the zero bytes that exporters put in front of a block to align it. */
export function isAlignment(gap: Gap, dialect: string): boolean {
  const end = gap.offset + gap.bytes.byteLength;
  return factsOf(dialect).aligned && gap.bytes.byteLength < 4 && end % 4 === 0 && gap.bytes.every((byte) => byte === 0);
}
