/** The last part of a path. */
export function baseOf(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? name;
}

/** The name without folder and extension, as names of outputs and scenes. */
export function stemOf(name: string): string {
  return baseOf(name).replace(/\.[^.]+$/, "") || "mesh";
}
