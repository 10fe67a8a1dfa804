import { MeshglotError } from "../../bytes/fault.ts";
import { fixedName, notesOnName } from "../../bytes/fixedName.ts";
import type { SpanElement } from "../../bytes/trace.ts";
import { blockOf } from "../../layout/block.ts";
import { isScalars } from "../../layout/elements.ts";
import { isBlock, isRecord, isText } from "../../layout/values.ts";
import { type Edit, type EditTarget, encodeText } from "./edit.ts";

import { type PathStep, parsePath } from "./fieldPath.ts";
import { parseBigInt, parseNumber } from "./numbers.ts";
import { setInArray } from "./setArray.ts";

interface FieldNode extends SpanElement {
  readonly fields?:
    | readonly { readonly name: string; readonly node: SpanElement; readonly when?: { readonly expr: string } }[]
    | undefined;
}

/** Where the walk to a field notes what it did beside setting it. */
interface SetTarget extends EditTarget {
  notes: string[];
}

/**
 * Another value for one field, by its path in the byte map. Every number, text, vector and element of an array can be
 * set; the value has to fit the field's type. Nothing else changes: a count does not follow its array, nor a box its
 * positions.
 *
 * @param value a number, numbers with commas for a vector or an element, text for a string, `hex:…` for bytes
 * @throws MeshglotError (when it runs) `EDIT_PATH` if there is no such field, `EDIT_VALUE`, `WRITE_OUT_OF_RANGE`
 * @example await editMesh(bytes, [setField("positions[41]", "0,1.5,0"), setField("boneNames[2]", "Bip01")])
 */
export function setField(path: string, value: string): Edit {
  const steps = parsePath(path);
  return async (target) => {
    const layout = target.mesh.format.layouts[target.mesh.dialect];
    const notes: string[] = [];
    try {
      const file = (await set(target.mesh.file, layout, steps, value, { ...target, notes })) as object; // a record stays one
      return { file, notes };
    } catch (error) {
      if (error instanceof MeshglotError && error.path === "") error.within(path);
      throw error;
    }
  };
}

async function set(
  current: unknown,
  node: FieldNode | undefined,
  steps: readonly PathStep[],
  value: string,
  target: SetTarget,
): Promise<unknown> {
  const [step, ...rest] = steps;
  if (isScalars(current)) return setScalars(current, node, steps, value, target);
  if (isText(current)) return setText(step, rest, value, target);
  if (isBlock(current)) {
    if (step !== "payload" && step !== "value") throw noField("a block has one part, payload");
    return blockOf(await set(current.value, node, rest, value, target), current.stored);
  }
  if (Array.isArray(current)) {
    if (typeof step !== "number" || step >= current.length)
      throw noField(`it has ${current.length} items, counted from 0`);
    return current.with(step, await set(current[step], node, rest, value, target));
  }
  if (isRecord(current)) return setInRecord(current, node, steps, value, target);
  if (step !== undefined) throw noField("a number has no parts");
  if (typeof current === "bigint") return parseBigInt(value);
  return node?.type === "f32" ? single(parseNumber(value)) : parseNumber(value);
}

/** A number as a float holds it; one that is too large stays, and the writer refuses it. */
function single(value: number): number {
  const rounded = Math.fround(value);
  return Number.isFinite(rounded) ? rounded : value;
}

async function setInRecord(
  record: Record<string, unknown>,
  node: FieldNode | undefined,
  steps: readonly PathStep[],
  value: string,
  target: SetTarget,
): Promise<object> {
  const [step, ...rest] = steps;
  // An array with facts beside it counts as an array: odd spellings of integers, the place of a gap.
  const array = typeof step === "number" ? ["values", "bytes"].find((name) => isScalars(record[name])) : undefined;
  if (array) return { ...record, [array]: await set(record[array], undefined, steps, value, target) };
  const field = node?.fields?.find(({ name }) => name === step);
  if (typeof step === "string" && step !== "$raw" && Object.hasOwn(record, step)) {
    return { ...record, [step]: await set(record[step], field?.node, rest, value, target) };
  }
  if (field?.when) throw noField(`this file does not have it; it is there when ${field.when.expr}`);
  if (field) throw noField("these bytes are fixed by the format");
  const names = Object.keys(record).filter((name) => name !== "$raw");
  throw noField(
    step === undefined ? `name one of its fields: ${names.join(", ")}` : `the fields here are ${names.join(", ")}`,
  );
}

async function setScalars(
  array: Parameters<typeof setInArray>[0],
  node: FieldNode | undefined,
  steps: readonly PathStep[],
  value: string,
  target: SetTarget,
): Promise<typeof array> {
  if (steps.length === 0 && array instanceof Uint8Array) {
    if (/^char\[/.test(node?.type ?? "")) {
      const name = fixedName(array, await encodeText(value, target));
      target.notes.push(...notesOnName(name));
      return name.raw;
    }
    if (value.startsWith("hex:")) return encodeText(value, target);
  }
  return setInArray(array, node, steps, value);
}

async function setText(
  step: PathStep | undefined,
  rest: readonly PathStep[],
  value: string,
  target: SetTarget,
): Promise<object> {
  if (rest.length > 0 || (step !== undefined && step !== "bytes")) {
    throw noField(step === "length" ? "the length follows from the text" : "a text has no parts but its bytes");
  }
  return target.editing.string(await encodeText(value, target));
}

function noField(why: string): MeshglotError {
  return new MeshglotError({
    code: "EDIT_PATH",
    detail: `there is no such field: ${why}`,
    hint: "`meshglot map FILE` lists the fields of a file.",
  });
}
