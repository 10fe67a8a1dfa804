import type { Verb } from "./outcome.ts";

/** Makes the part of a verb that works on one file, from options that are plain data. */
type VerbMaker = (options: never) => Verb;

/**
 * The verbs that worker threads can run, by name. A worker can not be handed a function, so it loads the verb itself;
 * a verb that is not listed runs in the main thread.
 */
export const WORKER_VERBS: Readonly<Record<string, () => Promise<VerbMaker>>> = {
  inspect: async () => (await import("../verbs/inspect.ts")).inspectFile,
  map: async () => (await import("../verbs/map.ts")).mapFile,
  verify: async () => (await import("../verbs/verify.ts")).verifyFile,
  validate: async () => (await import("../verbs/validate.ts")).validateFile,
  convert: async () => (await import("../verbs/convert.ts")).convertFile,
  edit: async () => (await import("../verbs/edit.ts")).editFile,
  diff: async () => (await import("../verbs/diff.ts")).diffPair,
};
