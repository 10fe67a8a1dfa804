import { joinGlb, splitGlb } from "../../src/scene/glbChunks.ts";

/** A scene file that was changed somewhere, and what was done to it. */
interface Damage {
  what: string;
  bytes: Uint8Array;
}

type Random = () => number;
type Holder = Record<string, unknown> | unknown[];

const NUMBERS = [
  -1,
  0,
  1,
  0.5,
  2,
  3,
  255,
  65_535,
  65_536,
  2 ** 31,
  2 ** 32,
  1e9,
  1e308,
  -1e30,
  Number.MAX_SAFE_INTEGER,
];
const WORDS = ["", "SCALAR", "VEC3", "MAT4", "POSITION", "JOINTS_0", "../x", "data:,", "\u0000", "𝄞", "__proto__"];

/** One value of a GLB's JSON replaced, left out or written twice, or a byte of its binary part changed. */
export function damageGlb(glb: Uint8Array, random: Random): Damage {
  let parts: ReturnType<typeof splitGlb>;
  let json: unknown;
  try {
    parts = splitGlb(glb);
    json = JSON.parse(new TextDecoder().decode(parts.json));
  } catch {
    return { what: "was no GLB any more", bytes: glb };
  }
  if (random() < 0.2 && parts.binary && parts.binary.byteLength > 0) {
    const at = Math.floor(random() * parts.binary.byteLength);
    parts.binary[at] = Math.floor(random() * 256);
    return { what: `binary[${at}]`, bytes: joinGlb(parts) };
  }
  const places: [Holder, string | number, string][] = [];
  const collect = (holder: Holder, path: string): void => {
    for (const [key, value] of Object.entries(holder)) {
      const own = `${path}.${key}`;
      places.push([holder, Array.isArray(holder) ? Number(key) : key, own]);
      if (typeof value === "object" && value !== null) collect(value as Holder, own);
    }
  };
  if (typeof json === "object" && json !== null) collect(json as Holder, "");
  const [holder, key, path] = places[Math.floor(random() * places.length)] ?? [];
  if (holder === undefined || key === undefined) return { what: "nothing left", bytes: glb };
  const how = change(holder as Record<string | number, unknown>, key, random);
  return { what: `${how} ${path}`, bytes: joinGlb({ ...parts, json: new TextEncoder().encode(JSON.stringify(json)) }) };
}

function change(holder: Record<string | number, unknown>, key: string | number, random: Random): string {
  const value = holder[key];
  const any = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T; // never empty here
  const dice = random();
  if (dice < 0.15) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
    return "without";
  }
  if (dice < 0.25) {
    holder[key] = any<unknown>([null, true, [], {}, "x", 7, [value], [value, value]]);
    return "another kind for";
  }
  if (dice < 0.35 && Array.isArray(value) && value.length > 0) {
    holder[key] = Array.from({ length: value.length * 2 + 1 }, (_, i) => value[i % value.length]);
    return "twice";
  }
  if (typeof value === "number") {
    holder[key] = random() < 0.5 ? any(NUMBERS) : value + any([-1, 1, 3, 1000]);
    return `${String(holder[key])} for`;
  }
  holder[key] = typeof value === "string" ? any(WORDS) : any<unknown>([value, null, []]);
  return "replaced";
}

const LARGEST_OBJ = 2 ** 20;

/** One word of an OBJ replaced, or a line left out, moved or written again and again. */
export function damageObj(obj: Uint8Array, random: Random): Damage {
  if (obj.byteLength > LARGEST_OBJ) return { what: "large enough", bytes: obj };
  const lines = new TextDecoder().decode(obj).split("\n");
  const at = Math.floor(random() * lines.length);
  const line = lines[at] ?? "";
  const dice = random();
  if (dice < 0.2) lines.splice(at, 1);
  else if (dice < 0.4) lines.splice(at, 0, ...Array.from({ length: 200 }, () => line));
  else if (dice < 0.5) lines.push(line);
  else {
    const words = line.split(" ");
    const word = Math.floor(random() * words.length);
    const others = [
      "0",
      "-1",
      "1",
      "999999",
      "1e400",
      "nan",
      "1//",
      "f",
      "v",
      "o",
      "usemtl",
      "vt",
      "1/1/1",
      "-0",
      "skel 3",
    ];
    words[word] = others[Math.floor(random() * others.length)] ?? "";
    lines[at] = random() < 0.2 ? Array.from({ length: 300 }, () => words.join(" ")).join(" ") : words.join(" ");
  }
  return { what: `line ${at + 1}`, bytes: new TextEncoder().encode(lines.join("\n")) };
}
