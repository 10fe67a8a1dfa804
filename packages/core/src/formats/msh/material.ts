import { latin1 } from "../../bytes/codePage.ts";

/** Comments, braces, and statements that run to the end of their line. */
const TOKEN = /\/\/.*|[{}]|[^\s{}](?:(?!\/\/)[^\n{}])*/g;

/**
 * Number of `material` blocks in a material text, one per sub-mesh (code); undefined if the bytes are no such text.
 *
 * @example countMaterials(textOf("material\n{\n}\n")) // 1
 */
export function countMaterials(bytes: Uint8Array): number | undefined {
  if (bytes.includes(0)) return undefined;
  let depth = 0;
  let materials = 0;
  for (const [token] of latin1.decode(bytes).text.matchAll(TOKEN)) {
    if (token === "{") depth++;
    else if (token === "}") depth--;
    else if (depth === 0 && /^material(\s|$)/.test(token)) materials++;
  }
  return materials === 0 ? undefined : materials;
}
