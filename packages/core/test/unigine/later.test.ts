import { describe, expect, it, vi } from "vitest";
import { later } from "../../src/formats/unigine/later.ts";

const made = () => ({ values: Int32Array.of(1, 2), name: "run" });

describe("an object made later", () => {
  it("is made once, when one of its properties is first read", () => {
    const make = vi.fn(made);
    const object = later(["values", "name"], make);
    expect(Object.keys(object)).toEqual(["values", "name"]);
    expect(make).not.toHaveBeenCalled();
    expect(object.name).toBe("run");
    expect(object.values).toBe(object.values);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("can be changed like any other, before and after it is made", () => {
    const object = later(["values", "name"], made);
    object.name = "other";
    expect(object).toEqual({ values: Int32Array.of(1, 2), name: "other" });
    object.values[0] = 7;
    expect(object.values).toEqual(Int32Array.of(7, 2));
  });

  it("is whole in a copy, also one for a worker", () => {
    expect({ ...later(["values", "name"], made) }).toEqual(made());
    expect(structuredClone(later(["values", "name"], made))).toEqual(made());
  });
});
