import { MeshglotError } from "../bytes/fault.ts";
import type { Node } from "./node.ts";

type IntType = "u8" | "i8" | "u16" | "i16" | "u32" | "i32";
type Getter = "getUint8" | "getInt8" | "getUint16" | "getInt16" | "getUint32" | "getInt32";
type Setter = "setUint8" | "setInt8" | "setUint16" | "setInt16" | "setUint32" | "setInt32";

function integer(type: IntType, size: number, get: Getter, set: Setter, min: number, max: number): Node<number> {
  return {
    type,
    size,
    read: (cursor) => cursor.view[get](cursor.take(size), true),
    write: (sink, value) => {
      if (!Number.isInteger(value) || value < min || value > max) throw outOfRange(value, type, min, max);
      const { view, at } = sink.scalar(size);
      view[set](at, value, true);
    },
  };
}

function outOfRange(value: unknown, type: string, min: number | bigint, max: number | bigint): MeshglotError {
  return new MeshglotError({
    code: "WRITE_OUT_OF_RANGE",
    detail: `${value} does not fit ${type} (${min} to ${max})`,
    hint: "Change the value; meshglot never wraps or truncates numbers.",
  });
}

export const u8 = integer("u8", 1, "getUint8", "setUint8", 0, 0xff);
export const i8 = integer("i8", 1, "getInt8", "setInt8", -0x80, 0x7f);
export const u16 = integer("u16", 2, "getUint16", "setUint16", 0, 0xffff);
export const i16 = integer("i16", 2, "getInt16", "setInt16", -0x8000, 0x7fff);
export const u32 = integer("u32", 4, "getUint32", "setUint32", 0, 0xffffffff);
export const i32 = integer("i32", 4, "getInt32", "setInt32", -0x80000000, 0x7fffffff);

function bigInteger(type: "u64" | "i64", min: bigint, max: bigint): Node<bigint> {
  return {
    type,
    size: 8,
    read: (cursor) => {
      const at = cursor.take(8);
      return type === "u64" ? cursor.view.getBigUint64(at, true) : cursor.view.getBigInt64(at, true);
    },
    write: (sink, value) => {
      if (value < min || value > max) throw outOfRange(value, type, min, max);
      const { view, at } = sink.scalar(8);
      view.setBigInt64(at, value, true);
    },
  };
}

export const u64 = bigInteger("u64", 0n, 2n ** 64n - 1n);
export const i64 = bigInteger("i64", -(2n ** 63n), 2n ** 63n - 1n);

/**
 * A single-precision number. A NaN has millions of encodings that become one in a JavaScript number, so the record
 * keeps the four bytes where they are not the ones we would write.
 */
export const f32: Node<number> = {
  type: "f32",
  size: 4,
  read: (cursor) => cursor.view.getFloat32(cursor.take(4), true),
  write: (sink, value) => {
    if (typeof value !== "number" || (Number.isFinite(value) && !Number.isFinite(Math.fround(value)))) {
      throw outOfRange(value, "f32", -3.4028234663852886e38, 3.4028234663852886e38);
    }
    const { view, at } = sink.scalar(4);
    view.setFloat32(at, value, true);
  },
  canonical: (value) => new Uint8Array(Float32Array.of(value).buffer),
};

/** An integer that counts something: a negative one is a fault of this field, found here and nowhere else. */
export function count(node: Node<number>): Node<number> {
  return {
    ...node,
    read: (cursor, record) => {
      const offset = cursor.offset;
      const value = node.read(cursor, record);
      if (value < 0) {
        throw cursor.fault("NEGATIVE_COUNT", { detail: `a count of ${value} is impossible`, offset, needed: value });
      }
      return value;
    },
  };
}

/**
 * Fixed bytes at the start of a file or a section, given as text. They are no field: there is nothing to choose.
 * @param kind what the fault is called where other bytes are found
 */
export function magic(text: string, kind = "BAD_MAGIC"): Node<undefined> {
  const expected = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const size = expected.byteLength;
  return {
    type: `char[${size}]`,
    size,
    read: (cursor) => {
      const at = cursor.take(size);
      const found = cursor.bytes.subarray(at, at + size);
      if (!found.every((byte, i) => byte === expected[i])) {
        throw cursor.fault(kind, {
          detail: `expected the bytes ${hex(expected)}, found ${hex(found)}`,
          offset: at,
        });
      }
      return undefined;
    },
    write: (sink) => sink.bytes(expected),
  };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}
