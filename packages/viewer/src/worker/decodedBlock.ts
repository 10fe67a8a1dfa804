import { decodeLz4, mapMesh, spanAt } from "@meshglot/core";

/**
 * The decoded bytes of a compressed block.
 * @param path of its payload, as in the byte map
 */
export function decodedBlock(bytes: Uint8Array, path: string): Uint8Array {
  const { spans } = mapMesh(bytes);
  const payload = spanAt(spans, path);
  const size = spanAt(spans, path.replace(/payload$/, "uncompressedSize"));
  if (payload?.path !== path || !size) throw new Error(`${path} is no block`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const uncompressed = Number(view.getBigInt64(size.offset, true)); // the map was read, so the size is one that fits
  return decodeLz4(bytes.subarray(payload.offset, payload.offset + payload.size), uncompressed);
}
