/**
 * Two editions of the exporter lived for one day each and wrote files that differ from every later reader. They are
 * told apart by the size alone.
 *
 * @returns what to tell the user if the size fits one of them
 */
export function oneDayDialect(bytes: Uint8Array): string | undefined {
  if (bytes.byteLength < 31) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [version, vertices, faces, normals, uvs] = [
    view.getUint8(7),
    view.getUint32(9, true),
    view.getUint32(13, true),
    view.getUint32(21, true),
    view.getUint32(25, true),
  ];
  const skinned = version >= 2 && view.getUint8(29) !== 0;
  const bones = view.getUint8(30);
  const header = version >= 2 ? 31 : 29;
  const sphere = version >= 3 ? 10 : 0;
  const skeleton = skinned ? 21 * bones + vertices : 0;
  const expected = header + 15 * vertices + 24 * faces + 6 * normals + 2 * uvs + 12 + sphere + skeleton;
  if (version === 2 && skinned && bytes.byteLength - expected === 8 * bones - vertices) {
    return "The size fits the exporter of one day (2025-10-07), which wrote bones of 29 bytes and no vertexBone: re-export.";
  }
  if (version === 3 && expected - bytes.byteLength === 2) {
    return "The size fits the exporter of one day (2026-04-20), which wrote a radius of 2 bytes: re-export.";
  }
  return undefined;
}
