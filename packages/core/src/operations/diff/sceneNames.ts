import type { PartNames } from "./pairParts.ts";
import type { PlainScene, ScenePart } from "./sceneParts.ts";

/**
 * What conversions for a comparison are called. Some formats have no names for their meshes and materials, and a
 * conversion calls them like the file: `sword/Sub1`. By this word such names are known.
 */
export const INVENTED = "\u0001";

/** Names of the parts of two scenes, in words of their own where one of them made its names up. */
export function partNames(scenes: readonly PlainScene[]): (part: ScenePart) => PartNames {
  const parts = scenes.flatMap((scene) => scene.parts);
  const node = wordsFor(parts.map(({ name }) => name));
  const material = wordsFor(parts.map((part) => part.material ?? ""));
  return (part) => ({ node: node(part.name), material: part.material === null ? null : material(part.material) });
}

/** A name that fits a made-up one counts as that. */
function wordsFor(names: readonly string[]): (name: string) => string {
  const patterns = [...new Set(names)].filter((name) => name.includes(INVENTED));
  const known = new Map<string, string>();
  return (name) => {
    const word = known.get(name) ?? patterns.find((pattern) => fits(name, pattern)) ?? name;
    known.set(name, word);
    return word;
  };
}

function fits(name: string, pattern: string): boolean {
  const at = pattern.indexOf(INVENTED);
  const [head, tail] = [pattern.slice(0, at), pattern.slice(at + INVENTED.length)];
  return name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}

/** What stands in for a name that was made up. */
const UNNAMED = "mesh";

/** A name as a person may read it. */
export function readable(name: string | null): string | null {
  return name?.replaceAll(INVENTED, UNNAMED) ?? null;
}

/** What pairs of parts are called in paths: each by its node, or by its material where the node has several. */
export function labels(scenes: readonly PlainScene[]): (a: ScenePart | undefined, b: ScenePart | undefined) => string {
  const siblings = new Map<ScenePart, number>();
  for (const { parts } of scenes) {
    const counts = new Map<string, number>();
    for (const { name } of parts) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const part of parts) siblings.set(part, counts.get(part.name) ?? 1);
  }
  const taken = new Set<string>();
  return (...pair) => {
    const parts = pair.filter((part) => part !== undefined);
    // What a file calls itself says more than what we made up for the other one.
    const real = (names: (string | null)[]) => names.find((name) => name && !name.includes(INVENTED)) || undefined;
    const node = real(parts.map(({ name }) => name));
    const material = real(parts.map((part) => part.material));
    const several = parts.some((part) => (siblings.get(part) ?? 1) > 1);
    const label = unusedName((several ? material : undefined) ?? node ?? UNNAMED, taken);
    taken.add(label);
    return label;
  };
}

/** A name, or the name with a number where it is taken. */
export function unusedName(name: string, taken: { has(name: string): boolean }): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}#${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}
