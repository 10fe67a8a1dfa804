import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { MeshglotError } from "@meshglot/core";
import type { ExitCode } from "../exitCodes.ts";
import { findInputs, fixedPart, type Input, systemPath } from "../inputs.ts";
import { complain } from "../output/emitter.ts";
import { type CommonOptions, type RunHooks, runInputs, runVerb } from "../run.ts";
import type { Verb } from "./outcome.ts";

/** A program that exports writes in bursts; when it has been quiet for this long the file is looked at. */
const QUIET_MS = 250;
/** Network folders announce nothing, so everything is looked at now and then. */
const LOOK_EVERY_MS = 5000;

/**
 * Runs a verb over all inputs, and then again over those that are new or changed, until the process is ended. What
 * woke us up does not matter: size and time of every input say what changed.
 *
 * @returns only if the inputs or options make no sense
 */
export async function watchInputs(
  name: string,
  words: readonly string[],
  options: CommonOptions,
  verb: Verb,
  hooks: RunHooks,
): Promise<ExitCode> {
  if (words.includes("-") || (options.json && !options.jsonl)) {
    throw new MeshglotError({
      code: "WRONG_USAGE",
      detail: "--watch never comes to an end",
      hint: "It wants files or folders as inputs, and --jsonl instead of --json.",
    });
  }
  const seen = new Map<string, string>();
  const find = () => findInputs(words, { accepts: hooks.accepts, except: hooks.outDir });
  const firstLook = await find().catch(() => []);
  await changedSince(seen, firstLook);
  const code = await runVerb(name, words, options, verb, hooks);
  if (firstLook.length === 0) return code;
  const bell = new Bell(await Promise.all(words.map(placeToWatch)));
  complain(`watching ${words.join(" ")}; Ctrl-C ends it`);
  for (;;) {
    await bell.rings();
    const inputs = await find().catch(() => []); // an exporter may delete a file before it writes it anew
    const changed = await changedSince(seen, inputs);
    if (changed.length === 0) continue;
    try {
      await runInputs(name, changed, options, verb, hooks);
    } catch (error) {
      if (!(error instanceof MeshglotError)) throw error;
      complain(`${error.code} ${error.message}`);
    }
  }
}

/** The inputs whose size or time is not what it was at the last look. */
async function changedSince(seen: Map<string, string>, inputs: readonly Input[]): Promise<Input[]> {
  const changed: Input[] = [];
  for (const input of inputs) {
    const found = await stat(systemPath(input), { bigint: true }).catch(() => undefined);
    if (!found) continue;
    const state = `${found.size} ${found.mtimeNs}`;
    if (seen.get(input.path) !== state) changed.push(input);
    seen.set(input.path, state);
  }
  return changed;
}

async function placeToWatch(word: string): Promise<string> {
  const found = await stat(word).catch(() => undefined);
  if (found?.isDirectory()) return word;
  return found ? dirname(word) : fixedPart(word);
}

/** Rings some time after something stirred in one of the folders. */
class Bell {
  #stirred = false;
  #wake: () => void = () => undefined;

  constructor(folders: readonly string[]) {
    for (const folder of new Set(folders)) {
      const watcher = watch(folder, { recursive: true }, () => {
        this.#stirred = true;
        this.#wake();
      });
      watcher.on("error", () => watcher.close()); // the folder is gone; the look every few seconds remains
    }
  }

  /** Resolves when there was something and it has become quiet, or when it is time to look anyway. */
  async rings(): Promise<void> {
    if (!this.#stirred) await this.#stirs(LOOK_EVERY_MS);
    do {
      this.#stirred = false;
      await this.#stirs(QUIET_MS);
    } while (this.#stirred);
  }

  #stirs(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, atMostMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
