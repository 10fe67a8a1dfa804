import { describe, expect, it } from "vitest";
import { array } from "../../src/layout/arrays.ts";
import { layoutOf, when } from "../../src/layout/record.ts";
import { u8 } from "../../src/layout/scalars.ts";

interface Small {
  n: number;
  data: Uint8Array;
  maybe?: number;
}
const { field, record } = layoutOf<Small>();
const present = when<Small>("n > 0", (small) => small.n > 0);

// Each line below must be refused by the compiler: `tsc` fails if one of them is accepted.
export const refused = [
  // @ts-expect-error the interface has no such field
  () => field("missing", u8),
  // @ts-expect-error a number is no array
  () => field("data", u8),
  // @ts-expect-error another kind of array
  () => field("data", array(Uint16Array, 1, "n")),
  // @ts-expect-error the count is no field
  () => field("data", array(Uint8Array, 1, "count")),
  // @ts-expect-error the count is no number
  () => field("data", array(Uint8Array, 1, "data")),
  // @ts-expect-error an optional field needs a condition
  () => field("maybe", u8),
  // @ts-expect-error the layout forgets `maybe`
  () => record("small", [field("n", u8), field("data", array(Uint8Array, 1, "n"))]),
];

describe("the types of the layout language", () => {
  it("accept a whole layout", () => {
    const layout = record("small", [
      field("n", u8),
      field("data", array(Uint8Array, 1, "n")),
      field("maybe", u8, { when: present }),
    ]);
    expect(layout.fields.map(({ name }) => name)).toEqual(["n", "data", "maybe"]);
    expect(refused).toHaveLength(7);
  });
});
