import { getFloat16, setFloat16 } from "@petamoriken/float16";
import { MeshglotError } from "../../bytes/fault.ts";
import { Sink } from "../../bytes/sink.ts";
import type { Node } from "../../layout/node.ts";
import { f32, i8, i16, i32, u8, u16, u32 } from "../../layout/scalars.ts";

/** A half float of which a user gives the value; files keep its bits. */
const f16: Node<number> = {
  ...u16,
  type: "f16",
  write: (sink, value, record) => {
    const view = new DataView(new ArrayBuffer(2));
    setFloat16(view, 0, value);
    if (Number.isFinite(value) !== Number.isFinite(getFloat16(view, 0))) {
      throw new MeshglotError({ code: "WRITE_OUT_OF_RANGE", detail: `${value} does not fit f16 (-65504 to 65504)` });
    }
    u16.write(sink, view.getUint16(0), record);
  },
};

const NODES: Readonly<Record<string, Node<number>>> = { u8, i8, u16, i16, u32, i32, f32, f16 };

/**
 * Numbers as bytes of a type.
 *
 * @param type as maps name it; of `i16 x9` the first word counts
 * @throws MeshglotError `WRITE_OUT_OF_RANGE` for a number that does not fit
 */
export function encodeNumbers(type: string, values: readonly number[]): Uint8Array {
  const node = NODES[type.split(" ")[0] ?? ""];
  if (!node) throw new MeshglotError({ code: "EDIT_VALUE", detail: `numbers can not be put into "${type}"` });
  const sink = new Sink();
  for (const value of values) node.write(sink, value, undefined);
  return sink.finish();
}

/** Numbers as a user types them: `1,-2.5,0x10`. @throws MeshglotError `EDIT_VALUE` */
export function parseNumbers(text: string): number[] {
  return text.split(",").map(parseNumber);
}

export function parseNumber(text: string): number {
  const value = Number(text.trim());
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new MeshglotError({
    code: "EDIT_VALUE",
    detail: `"${text}" is no number`,
    hint: "Write 12, -0.5 or 0x1f; several with commas.",
  });
}

/** A 64-bit number. @throws MeshglotError `EDIT_VALUE` */
export function parseBigInt(text: string): bigint {
  if (/^-?(\d+|0x[0-9a-f]+)$/i.test(text.trim())) {
    const digits = text.trim();
    return digits.startsWith("-") ? -BigInt(digits.slice(1)) : BigInt(digits);
  }
  throw new MeshglotError({ code: "EDIT_VALUE", detail: `"${text}" is no whole number` });
}
