/**
 * Stands in for iconv-lite in the page: CP949, which is what names in these files are in, and nothing else. Its table
 * travels compressed and is taken apart when the first name needs it.
 */

import { CP949_TABLE } from "virtual:cp949";
import { inflateSync } from "fflate";

const FIRST_LEAD = 0x81;
const FIRST_TRAIL = 0x41;
const TRAILS = 0xfe - FIRST_TRAIL + 1;
const REPLACEMENT = 0xfffd;

let table: Uint16Array | undefined;
let reverse: Map<number, number> | undefined;

/** Code units by lead and trail byte; 0 where the code page has no character. */
function tableOf(): Uint16Array {
  if (table) return table;
  const packed = Uint8Array.from(atob(CP949_TABLE), (char) => char.charCodeAt(0));
  table = new Uint16Array(inflateSync(packed).slice().buffer);
  return table;
}

function decode(raw: Uint8Array): string {
  const units: number[] = [];
  for (let i = 0; i < raw.length; i++) {
    const lead = raw[i] ?? 0;
    if (lead < 0x80) {
      units.push(lead);
      continue;
    }
    const trail = raw[i + 1] ?? 0;
    const inTable = lead >= FIRST_LEAD && lead <= 0xfe && trail >= FIRST_TRAIL && trail <= 0xfe;
    const unit = inTable ? (tableOf()[(lead - FIRST_LEAD) * TRAILS + trail - FIRST_TRAIL] ?? 0) : 0;
    units.push(unit || REPLACEMENT);
    if (unit) i++;
  }
  return units.map((unit) => String.fromCharCode(unit)).join("");
}

function encode(text: string): Uint8Array {
  reverse ??= new Map(
    Array.from(tableOf(), (unit, place): [number, number] => [unit, place]).filter(([unit]) => unit > 0),
  );
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const place = reverse.get(unit);
    if (unit < 0x80) bytes.push(unit);
    else if (place === undefined)
      bytes.push(0x3f); // "?", as iconv-lite writes; whoever asks compares the way back
    else bytes.push(FIRST_LEAD + Math.floor(place / TRAILS), FIRST_TRAIL + (place % TRAILS));
  }
  return Uint8Array.from(bytes);
}

export default { encodingExists: (id: string) => id === "cp949", decode, encode };
