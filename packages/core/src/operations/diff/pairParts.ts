import type { ScenePart } from "./sceneParts.ts";

/** What a part is called, in words that both scenes use. */
export interface PartNames {
  node: string;
  material: string | null;
}

/**
 * Pairs the parts of two scenes: by node and material, by material, by node, and what is left in its order, because
 * programs sort and rename parts. Of parts with the same names the first one belongs to the first one.
 */
export function pairParts(
  a: readonly ScenePart[],
  b: readonly ScenePart[],
  namesOf: (part: ScenePart) => PartNames,
): [ScenePart | undefined, ScenePart | undefined][] {
  const partners = new Map<ScenePart, ScenePart>();
  const left = new Set(b);
  const match = (keyOf: (names: PartNames) => string) => {
    const waiting = new Map<string, ScenePart[]>();
    for (const part of [...left].reverse()) {
      const key = keyOf(namesOf(part));
      const others = waiting.get(key);
      if (others) others.push(part);
      else waiting.set(key, [part]);
    }
    for (const part of a) {
      const partner = partners.has(part) ? undefined : waiting.get(keyOf(namesOf(part)))?.pop();
      if (!partner) continue;
      partners.set(part, partner);
      left.delete(partner);
    }
  };
  match(({ node, material }) => JSON.stringify([node, material]));
  match(({ material }) => JSON.stringify(material));
  match(({ node }) => node);
  match(() => "");
  return [
    ...a.map((part): [ScenePart, ScenePart | undefined] => [part, partners.get(part)]),
    ...[...left].map((part): [undefined, ScenePart] => [undefined, part]),
  ];
}
