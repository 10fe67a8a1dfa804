/** Name and version of the form of an entry; the schemas are in docs/schemas. */
export function schemaOf(name: string): string {
  return `meshglot.${name}/1`;
}
