import { describe, expect, it } from "vitest";
import { buildMesh } from "../src/operations/build.ts";
import { checkedOptions } from "../src/operations/checkedOptions.ts";
import { meshToScene } from "../src/operations/convert.ts";
import { inspectMesh } from "../src/operations/inspect.ts";
import { FORMATS } from "../src/registry.ts";
import { newDocument } from "../src/scene/document.ts";
import { exampleFiles } from "./support/files.ts";

const exampleOf = (id: string) => {
  const [file] = exampleFiles(id);
  if (!file) throw new Error(`no example of ${id}`);
  return file.bytes;
};
const scene = () =>
  newDocument({}, "empty", { axes: [0, 1, 2], signs: [1, 1, 1], metres: 1, bakeScale: true, summary: "" });
const refused = (name: string) => ({ code: "OPTION_VALUE", message: expect.stringContaining(`${name} can not be`) });

/** Options of one side of a format that name all that they can be. */
const closed = (options: (typeof FORMATS)[number]["options"]) =>
  options.filter(({ values }) => / \| | to |above/.test(values) && !values.includes("…"));
const reading = FORMATS.flatMap(({ id, options }) => closed(options).map((option) => ({ id, ...option })));
const building = FORMATS.flatMap(({ builder }) =>
  closed(builder?.options ?? []).map((option) => ({ target: builder?.targets[0]?.name ?? "", ...option })),
);

describe("an option of a conversion", () => {
  it("is declared by every format in a form that can be checked", () => {
    expect(reading.length).toBeGreaterThan(20);
    expect(building.length).toBeGreaterThan(10);
  });

  it.each(reading)("$id $name is refused when it is none of: $values", async ({ id, name }) => {
    const bytes = exampleOf(id);
    await expect(meshToScene(bytes, { [name]: "sideways" })).rejects.toMatchObject(refused(name));
    await expect(inspectMesh(bytes, {}, { [name]: "sideways" })).rejects.toMatchObject(refused(name));
  });

  it.each(building)("$target $name is refused when it is none of: $values", async ({ target, name }) => {
    const { document } = scene();
    await expect(buildMesh(document, target, { [name]: "sideways" })).rejects.toMatchObject(refused(name));
  });

  it("names what it can be", () => {
    const facts = [{ name: "pose", values: "bind | rest", summary: "" }];
    expect(() => checkedOptions({ pose: "sideways" }, facts)).toThrow(
      expect.objectContaining({ hint: "It can be bind, rest, or auto." }),
    );
  });

  it.each([
    ["bind | rest", ["bind", "rest"], ["Bind", "", true, 1, "bind | rest"]],
    ["true | false", [true, false], ["true", 1, 0]],
    ["1 | -1", [1, -1], ["1", 0, true]],
    ["1 to 4", [1, 2, 4], [0, 5, 1.5, "2", Number.NaN]],
    ["above 0", [0.01, 100], [0, -1, Number.POSITIVE_INFINITY, "1"]],
    ["cp949 | …", ["cp949", "koi8-r"], []],
    ["40 hex digits", ["abc"], []],
  ])("that is %s takes %j and not %j", (values, taken, not) => {
    const facts = [{ name: "some", values, summary: "" }];
    for (const some of taken) expect(checkedOptions({ some }, facts)).toEqual({ some });
    for (const some of not) expect(() => checkedOptions({ some }, facts), String(some)).toThrow(/some can not be/);
  });

  it("that is auto is as good as absent, and one of another format is let through", () => {
    const facts = [{ name: "pose", values: "bind | rest", summary: "" }];
    expect(checkedOptions({ pose: "auto", scale: "large", name: undefined }, facts)).toEqual({ scale: "large" });
  });
});
