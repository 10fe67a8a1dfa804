/** Hues of the fields, far enough apart that neighbours differ. */
const HUES = [212, 158, 280, 32, 188, 330, 96, 252, 52, 130] as const;

/** The colour of a top-level field, always the same for the same name. */
export function fieldHue(path: string): number {
  const name = path.split(/[.[]/, 1)[0] ?? path;
  let sum = 0;
  for (let i = 0; i < name.length; i++) sum = (sum * 31 + name.charCodeAt(i)) >>> 0;
  return HUES[sum % HUES.length] ?? HUES[0];
}
