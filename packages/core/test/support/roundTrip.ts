import type { Companions } from "../../src/format.ts";
import { buildMesh } from "../../src/operations/build.ts";
import { meshToScene, writeGlb } from "../../src/operations/convert.ts";
import { importScene } from "../../src/operations/importScene.ts";
import { openMesh } from "../../src/operations/open.ts";

/** A file as a GLB and back again, opened. */
export async function throughGlb<F>(
  bytes: Uint8Array,
  target: string,
  companions: Companions = {},
  options: Record<string, string | number> = {},
): Promise<{ file: F; bytes: Uint8Array; losses: string[] }> {
  const { document } = await meshToScene(bytes, { name: "clip" }, { companions });
  const { document: read } = await importScene(await writeGlb(document), "glb");
  const built = await buildMesh(read, target, options);
  const { file, fault } = openMesh(built.bytes);
  if (fault) throw fault;
  return { file: file as F, bytes: built.bytes, losses: built.losses.map(({ code }) => code) };
}
