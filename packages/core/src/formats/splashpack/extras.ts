import type { Document, Node } from "@gltf-transform/core";
import type { Json } from "../../json.ts";
import { addExtras } from "../../scene/document.ts";
import type { LossLedger } from "../../scene/loss.ts";
import { storeArray } from "../../scene/rawData.ts";
import type { SplashpackFile, SplashpackObject } from "./file.ts";
import { isAlignment, isCanonical } from "./place.ts";

/** What a node keeps of its object: raw numbers, because those of the node are rounded or left out. */
export function addObjectExtras(document: Document, node: Node, object: SplashpackObject): void {
  const { position, rotation, texturePage, clutX, clutY, palette, pad, luaIndex, flags } = object;
  addExtras(node, {
    position: Array.from(position),
    rotation: Array.from(rotation),
    texturePage,
    clutX,
    clutY,
    palette: palette && storeArray(document, palette),
    pad,
    luaIndex,
    flags,
  });
}

/** What the document keeps of the file: everything that is no geometry and no object. */
export function addFileExtras(
  document: Document,
  file: SplashpackFile,
  dialect: string,
  scale: number,
  ledger: LossLedger,
): void {
  const { header } = file;
  const canonical = isCanonical(file, dialect);
  const gaps = file.gaps.filter((gap) => !canonical || !isAlignment(gap, dialect));
  addExtras(document.getRoot(), {
    format: "splashpack",
    version: header.version,
    layout: dialect,
    scale,
    playerPosition: header.playerPosition && Array.from(header.playerPosition),
    playerRotation: header.playerRotation && Array.from(header.playerRotation),
    playerHeight: header.playerHeight,
    sceneLuaIndex: header.sceneLuaIndex,
    unused: header.unused?.some((word) => word !== 0) ? Array.from(header.unused) : undefined,
    atlases: file.atlases.map(({ width, height, vramX, vramY }, i) => ({
      width,
      height,
      vramX,
      vramY,
      words: storeArray(document, file.atlasData[i] ?? new Uint16Array(0)),
    })),
    palettes: file.cluts?.map(({ clutX, clutY, length, pad, palette }, i): Json => {
      const colors = palette ?? file.clutData?.[i] ?? new Uint16Array(0);
      return { clutX, clutY, length, pad, colors: storeArray(document, colors) };
    }),
    luas: file.luaData?.map((source) => storeArray(document, source)),
    offsets: canonical ? undefined : offsetsOf(file),
    gaps:
      gaps.length > 0 ? gaps.map(({ offset, bytes }) => ({ offset, bytes: storeArray(document, bytes) })) : undefined,
    trailing: file.trailing.byteLength > 0 ? storeArray(document, file.trailing) : undefined,
  });
  const bytes = gaps.reduce((sum, gap) => sum + gap.bytes.byteLength, 0) + file.trailing.byteLength;
  ledger.add(
    "UNCLAIMED_BYTES",
    "gaps",
    bytes,
    "bytes that belong to no block are no part of the scene",
    "document extras",
  );
  ledger.add("SCRIPTS_DROPPED", "luas", file.luas?.length ?? 0, "glTF has no scripts", "document extras luas");
  ledger.add(
    "PLAYER_DROPPED",
    "header",
    header.playerPosition ? 1 : 0,
    "glTF has no player start",
    "document extras playerPosition, playerRotation, playerHeight",
  );
}

/** Stored offsets, where they are not the ones that a writer would choose. */
function offsetsOf(file: SplashpackFile): Json {
  const data = (records: readonly { dataOffset?: number }[] | undefined) =>
    records?.map(({ dataOffset }) => dataOffset ?? 0) ?? [];
  return {
    meshes: file.objects.map(({ meshOffset }) => meshOffset),
    atlases: data(file.atlases),
    navmeshes: data(file.navmeshes),
    luas: data(file.luas),
    palettes: data(file.cluts),
    sizes: [
      ...(file.meshes ?? []).map(({ triangles }) => triangles.byteLength),
      ...(file.atlasData ?? []).map((words) => words.byteLength),
    ],
  };
}
