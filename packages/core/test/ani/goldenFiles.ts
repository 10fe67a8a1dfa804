import { fromHex } from "../support/hex.ts";

/** By hand from the format's page: one event, one track of one key each. Not made by our writer. */
const head = (version: string) => `
  414e4900 ${version}
  01000000 02000000 7366 00000000 0000c842
  e8030000
  01000000 05000000 4269703031 0000803f 01000000`;
/** x 1, y 2, z -3 cm at 500 ms. */
const place = "0000803f 00000040 000040c0 f4010000";

export const GOLDEN = {
  "4000": fromHex(`${head("a00f0000")} 00000000 00000000 00000000 0000803f ${place}`),
  "4001": fromHex(`${head("a10f0000")} fffdf7df ${place}`),
  "4002": fromHex(`${head("a20f0000")} 00800080 ffff0080 ${place}`),
};
