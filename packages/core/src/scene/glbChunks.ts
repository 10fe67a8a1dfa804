const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER = 12;

/** The two parts of a GLB. */
export interface GlbParts {
  json: Uint8Array;
  binary: Uint8Array | undefined;
}

/** A GLB of its parts. */
export function joinGlb({ json, binary }: GlbParts): Uint8Array {
  const chunks = [chunk(JSON_CHUNK, json, 0x20), ...(binary ? [chunk(BINARY_CHUNK, binary, 0)] : [])];
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, HEADER);
  const glb = new Uint8Array(size);
  new Uint32Array(glb.buffer, 0, 3).set([MAGIC, 2, size]);
  let at = HEADER;
  for (const bytes of chunks) {
    glb.set(bytes, at);
    at += bytes.byteLength;
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

/** A chunk of a GLB: size, kind, bytes filled up to a multiple of four. */
function chunk(kind: number, bytes: Uint8Array, filler: number): Uint8Array {
  const size = Math.ceil(bytes.byteLength / 4) * 4;
  const whole = new Uint8Array(8 + size).fill(filler, 8);
  new Uint32Array(whole.buffer, 0, 2).set([size, kind]);
  whole.set(bytes, 8);
  return whole;
}
