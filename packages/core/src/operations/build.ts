import type { Document } from "@gltf-transform/core";
import { MeshglotError } from "../bytes/fault.ts";
import type { Builder, BuildTarget, ConvertOptions, Format } from "../format.ts";
import { FORMATS } from "../registry.ts";
import type { Loss } from "../scene/loss.ts";
import { checkedOptions } from "./checkedOptions.ts";

/** A file made from a scene. */
export interface BuiltMesh {
  bytes: Uint8Array;
  format: Format;
  dialect: string;
  target: BuildTarget;
  losses: Loss[];
}

/** Everything that can be built from a scene, as `convert --to` names it. */
export function buildTargets(): BuildTarget[] {
  return FORMATS.flatMap((format) => format.builder?.targets ?? []);
}

/** How many units of a target's files make a metre, where that is no exact power of two: what OBJ is read with. */
export function unitsPerMetreOf(target: string): number {
  const { space } = findTarget(target).format;
  return space.bakeScale ? 1 : 1 / space.metres;
}

/**
 * A glTF document as a file of one of the formats.
 *
 * @param target a name of {@link buildTargets}: `msh`, `ms15`, …
 * @param options of the target's format; `sceneMemory` is what its vertices may take, in bytes, if nodes show meshes many
 *   times
 * @throws MeshglotError if the format can not hold the scene; nothing is cut down silently. `OPTION_VALUE` for an option
 *   that can not be
 *
 * @example
 * const { bytes, losses } = await buildMesh(document, "msh");
 */
export async function buildMesh(document: Document, target: string, options: ConvertOptions = {}): Promise<BuiltMesh> {
  const { format, builder, facts } = findTarget(target);
  const checked = checkedOptions(options, builder.options);
  const { requireInstances } = await import("../scene/instances.ts");
  requireInstances(document, options.sceneMemory === undefined ? undefined : Number(options.sceneMemory));
  const build = () => builder.fromScene(document, target, checked);
  const { file, dialect, losses } = builder.sharesVertices
    ? await build()
    : await (await import("../scene/ownVertices.ts")).withOwnVertices(document, build);
  return { bytes: format.write(file, dialect), format, dialect, target: facts, losses };
}

function findTarget(target: string): { format: Format; builder: Builder; facts: BuildTarget } {
  for (const format of FORMATS) {
    const facts = format.builder?.targets.find(({ name }) => name === target);
    if (format.builder && facts) return { format, builder: format.builder, facts };
  }
  throw new MeshglotError({
    code: "UNKNOWN_TARGET",
    detail: `nothing called "${target}" can be built`,
    hint: `Targets are ${buildTargets()
      .map(({ name }) => name)
      .join(", ")}.`,
  });
}
