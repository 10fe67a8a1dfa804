import {
  addPoint,
  type Edit,
  MeshglotError,
  movePoint,
  type NewPoint,
  RECOMPUTABLE,
  recompute,
  removePoint,
  renameBone,
  renamePoint,
  renameSurface,
  setField,
  setLightmap,
  type TransformStep,
  transform,
} from "@meshglot/core";

/** The flags of `edit` that say what to do. */
export interface EditFlags {
  set: string[];
  renameBone: string[];
  renameSurface: string[];
  lightmap: string[];
  transform: string[];
  recompute: string[];
  addPoint?: string;
  movePoint?: string;
  renamePoint: string[];
  removePoint: string[];
  at?: string;
  bone?: string;
  info?: string;
  metres?: boolean;
}

type Triple = [number, number, number];

/**
 * The edits that the flags ask for. They run in this order, whatever the order of the flags: points are removed,
 * renamed, moved, added; bones and surfaces renamed; light maps and fields set; then the transform, and last what is
 * recomputed.
 *
 * @param placeOf a place as the user gave it, in the file's own axes and units
 * @throws MeshglotError `WRONG_USAGE` for flags that make no sense
 */
export function editSteps(flags: EditFlags, placeOf: (point: Triple) => Triple): Edit[] {
  const steps: Edit[] = [
    ...flags.removePoint.map((name) => removePoint(name)),
    ...flags.renamePoint.map((pair) => renamePoint(...names("--rename-point", pair))),
    ...(flags.movePoint === undefined ? [] : [movePoint(flags.movePoint, placeOf(at(flags)))]),
    ...(flags.addPoint === undefined ? [] : [addPoint(newPoint(flags, flags.addPoint, placeOf))]),
    ...flags.renameBone.map((pair) => renameBone(...names("--rename-bone", pair))),
    ...flags.renameSurface.map((pair) => renameSurface(...names("--rename-surface", pair))),
    ...flags.lightmap.map(lightmapStep),
    ...flags.set.map((pair) => setField(...names("--set", pair))),
    ...(flags.transform.length > 0
      ? [transform(flags.transform.map(transformStep), flags.metres ? "metres" : "file")]
      : []),
    ...flags.recompute.flatMap((words) => words.split(",")).map(recomputeStep),
  ];
  if (flags.addPoint !== undefined && flags.movePoint !== undefined) {
    throw usage("--add-point and --move-point share --at", "Do one after the other.");
  }
  if (steps.length > 0) return steps;
  throw usage(
    "nothing to do",
    "Say what to change, for instance --set version=2002; `meshglot edit --help` lists everything.",
  );
}

function newPoint({ bone, info, ...flags }: EditFlags, name: string, placeOf: (point: Triple) => Triple): NewPoint {
  return {
    name,
    position: placeOf(at(flags)),
    ...(bone === undefined ? {} : { bone }),
    ...(info === undefined ? {} : { info }),
  };
}

function at({ at: text }: Pick<EditFlags, "at">): Triple {
  if (text !== undefined) return triple("--at", text);
  throw usage("a point needs a place", "Add --at x,y,z.");
}

function names(flag: string, pair: string): [string, string] {
  const split = pair.indexOf("=");
  if (split > 0) return [pair.slice(0, split), pair.slice(split + 1)];
  throw usage(
    `${flag} ${pair} has no "="`,
    flag === "--set" ? "Write path=value." : "Write OLD=NEW; #3=NEW takes the fourth.",
  );
}

function lightmapStep(pair: string): Edit {
  const [surface, setting] = names("--lightmap", pair);
  const [channel = Number.NaN, texels = Number.NaN] = setting.split(",").map(Number);
  return setLightmap(surface, channel, texels);
}

function recomputeStep(word: string): Edit {
  const what = RECOMPUTABLE.find((known) => known === word);
  if (what) return recompute(what);
  throw usage(`nothing called "${word}" can be recomputed`, `Known are ${RECOMPUTABLE.join(", ")}.`);
}

const AXES: Readonly<Record<string, Triple>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** `translate=1,2,3`, `rotate=y,90`, `rotate=1,1,0,45`, `scale=2`, `scale=1,2,1`. */
function transformStep(text: string): TransformStep {
  const [kind, value] = names("--transform", text);
  if (kind === "translate") return { translate: triple("translate", value) };
  if (kind === "rotate") {
    const parts = value.split(",");
    const named = AXES[parts[0] ?? ""];
    const axis = named ?? triple("the axis of rotate", parts.slice(0, 3).join(","));
    return { rotate: { axis, degrees: number("rotate", parts[named ? 1 : 3] ?? "") } };
  }
  if (kind === "scale") return { scale: value.includes(",") ? triple("scale", value) : number("scale", value) };
  throw usage(
    `--transform ${text} is no transform`,
    "It can be translate=x,y,z, rotate=x|y|z,degrees or scale=factor.",
  );
}

function triple(what: string, text: string): Triple {
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN, ...more] = text.split(",").map((part) => number(what, part));
  if (more.length === 0 && [x, y, z].every(Number.isFinite)) return [x, y, z];
  throw usage(`${what} ${text} is not three numbers`, "Write x,y,z without blanks.");
}

function number(what: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw usage(`"${text}" in ${what} is no number`, "Write 12, -0.5 or 1e-3.");
}

function usage(detail: string, hint: string): MeshglotError {
  return new MeshglotError({ code: "WRONG_USAGE", detail, hint });
}
