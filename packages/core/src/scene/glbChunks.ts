const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER = 12;
const CHUNK_HEADER = 8;

/** The two parts of a GLB. */
export interface GlbParts {
  json: Uint8Array;
  binary: Uint8Array | undefined;
}

/** A GLB of its parts. */
export function joinGlb({ json, binary }: GlbParts): Uint8Array {
  const chunks: Chunk[] = [{ kind: JSON_CHUNK, bytes: json, filler: 0x20 }];
  if (binary && binary.byteLength > 0) chunks.push({ kind: BINARY_CHUNK, bytes: binary, filler: 0 });
  const size = chunks.reduce((sum, { bytes }) => sum + CHUNK_HEADER + filled(bytes.byteLength), HEADER);
  const glb = new Uint8Array(size);
  const words = new Uint32Array(glb.buffer); // everything in it begins at a multiple of four
  words.set([MAGIC, 2, size]);
  let at = HEADER;
  for (const { kind, bytes, filler } of chunks) {
    const end = at + CHUNK_HEADER + filled(bytes.byteLength);
    words.set([end - at - CHUNK_HEADER, kind], at / 4);
    glb.set(bytes, at + CHUNK_HEADER);
    glb.fill(filler, at + CHUNK_HEADER + bytes.byteLength, end);
    at = end;
  }
  return glb;
}

/**
 * The parts of a GLB, copied. The library has a function for this too, which refuses GLBs whose images lie beside them.
 * @throws Error if the bytes are no GLB of version 2 with a JSON chunk
 */
export function splitGlb(glb: Uint8Array): GlbParts {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  if (glb.byteLength < HEADER || view.getUint32(0, true) !== MAGIC) throw new Error("no GLB header");
  const version = view.getUint32(4, true);
  if (version !== 2) throw new Error(`GLB version ${version}; 2 is known`);
  const found = new Map<number, Uint8Array>();
  for (let at = HEADER; at + 8 <= glb.byteLength; ) {
    const [size, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (size > glb.byteLength - at - 8) throw new Error(`a chunk of ${size} bytes, ${glb.byteLength - at - 8} left`);
    if (!found.has(kind)) found.set(kind, glb.slice(at + 8, at + 8 + size));
    at += 8 + size;
  }
  const json = found.get(JSON_CHUNK);
  if (!json) throw new Error("no JSON chunk");
  return { json, binary: found.get(BINARY_CHUNK) };
}

interface Chunk {
  kind: number;
  bytes: Uint8Array;
  /** Of the bytes up to a multiple of four. */
  filler: number;
}

function filled(size: number): number {
  return Math.ceil(size / 4) * 4;
}
