type Color = readonly [r: number, g: number, b: number];

/**
 * A DDS file of BC1 blocks (DXT1) of one colour each, in stripes.
 * @param width and `height` multiples of four
 */
export function stripedDds(width: number, height: number, colors: readonly Color[]): Uint8Array {
  const [across, down] = [width / 4, height / 4];
  const bytes = new Uint8Array(128 + across * down * 8);
  const view = new DataView(bytes.buffer);
  const fields: [offset: number, value: number][] = [
    [0, 0x20534444], // "DDS "
    [4, 124],
    [8, 0x1 | 0x2 | 0x4 | 0x1000 | 0x80000], // caps, height, width, pixel format, linear size
    [12, height],
    [16, width],
    [20, across * down * 8],
    [76, 32],
    [80, 0x4], // fourCC
    [84, 0x31545844], // "DXT1"
    [108, 0x1000], // a texture
  ];
  for (const [offset, value] of fields) view.setUint32(offset, value, true);
  for (let row = 0; row < down; row++) {
    const [r, g, b] = colors[Math.floor(row / 2) % colors.length] ?? [0, 0, 0];
    const packed = ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);
    for (let column = 0; column < across; column++) {
      const at = 128 + 8 * (row * across + column);
      view.setUint16(at, packed, true); // the first colour, which all indices of 0 take
    }
  }
  return bytes;
}

/** A TGA file of 24 bits a texel, first row at the top, in stripes of two rows. */
export function stripedTga(width: number, height: number, colors: readonly Color[]): Uint8Array {
  const bytes = new Uint8Array(18 + 3 * width * height);
  bytes[2] = 2; // true colour, not compressed
  new DataView(bytes.buffer).setUint16(12, width, true);
  new DataView(bytes.buffer).setUint16(14, height, true);
  bytes[16] = 24;
  bytes[17] = 0x20; // first row at the top
  for (let row = 0, at = 18; row < height; row++) {
    const [r, g, b] = colors[Math.floor(row / 2) % colors.length] ?? [0, 0, 0];
    for (let column = 0; column < width; column++, at += 3) bytes.set([b, g, r], at);
  }
  return bytes;
}
