import type { Gap } from "../../layout/at.ts";
import { factsOf } from "./dialects.ts";
import type { SplashpackFile } from "./file.ts";

/** A record that points at a block. */
type Pointing = { dataOffset?: number } | { meshOffset: number };
type Data = readonly { byteLength: number }[] | undefined;

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

/**
 * Tells where an exporter would put each block, in its order. By calls and not by a list: a damaged file may have very
 * many.
 *
 * @param visit answers whether to go on
 * @returns whether it was gone on to the end
 */
function everyPlace(
  file: SplashpackFile,
  dialect: string,
  visit: (record: Pointing, offset: number, pad: number) => boolean,
): boolean {
  const { aligned } = factsOf(dialect);
  let end = tablesSize(file, dialect);
  const put = (record: Pointing, size: number, isAligned: boolean): boolean => {
    const pad = isAligned ? (4 - (end % 4)) % 4 : 0;
    const offset = end + pad;
    end = offset + size;
    return visit(record, offset, pad);
  };
  const table = (records: readonly Pointing[] | undefined, data: Data, isAligned = aligned) =>
    (records ?? []).every((record, i) => put(record, data?.[i]?.byteLength ?? 0, isAligned));
  return (
    table(file.luas, file.luaData) &&
    file.objects.every((record, i) => put(record, file.meshes[i]?.triangles.byteLength ?? 0, aligned)) &&
    table(file.navmeshes, file.navData) &&
    table(file.atlases, file.atlasData, true) &&
    table(file.clutData && file.cluts, file.clutData)
  );
}

/** True if every block lies where an exporter would have put it. */
export function isCanonical(file: SplashpackFile, dialect: string): boolean {
  return everyPlace(
    file,
    dialect,
    (record, offset) => ("meshOffset" in record ? record.meshOffset : record.dataOffset) === offset,
  );
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
  everyPlace(placed, dialect, (record, offset, pad) => {
    if ("meshOffset" in record) record.meshOffset = offset;
    else record.dataOffset = offset;
    if (pad > 0) placed.gaps.push({ offset: offset - pad, bytes: new Uint8Array(pad) });
    return true;
  });
  return placed;
}

/** True for the zero bytes that exporters put in front of a block to align it. */
export function isAlignment(gap: Gap, dialect: string): boolean {
  const end = gap.offset + gap.bytes.byteLength;
  return factsOf(dialect).aligned && gap.bytes.byteLength < 4 && end % 4 === 0 && gap.bytes.every((byte) => byte === 0);
}
