import { signal } from "@preact/signals";
import type { Clip, Model } from "../protocol.ts";

/** The animation that is shown; undefined for the pose in which the model stands without one. */
export const clip = signal<Clip | undefined>(undefined);
/** Seconds from the start of the clip. */
export const time = signal(0);
export const playing = signal(false);
/** Seconds of the clip per second. */
export const speed = signal(1);
export const looping = signal(true);

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

/** What belongs to one file is forgotten with it. @param moves whether the file is an animation, which is shown at once */
export function resetPlayback(model: Model | undefined, moves: boolean): void {
  playing.value = false;
  chooseClip(moves ? model?.clips[0] : undefined);
}

/** A file that was read anew goes on with the clip of the same name. */
export function keepClip(model: Model | undefined): void {
  const [before, at] = [clip.peek(), time.peek()];
  const same = model?.clips.find(({ name }) => name === before?.name);
  chooseClip(same);
  if (same) time.value = Math.min(at, same.duration);
}

/** Shows a clip from its start; one that was playing goes on with the new one. */
export function chooseClip(next: Clip | undefined): void {
  clip.value = next;
  time.value = 0;
  if (!next) playing.value = false;
}

/** Starts, from the beginning where the end was reached, or stops. Without a clip the first one is taken. */
export function togglePlaying(model: Model | undefined): void {
  if (playing.value) {
    playing.value = false;
    return;
  }
  if (!clip.value) chooseClip(model?.clips[0]);
  if (!clip.value) return;
  if (time.value >= clip.value.duration) time.value = 0;
  playing.value = true;
}

/** Where a clip is after some more seconds, and whether it goes on. */
export function timeAfter(
  from: number,
  seconds: number,
  duration: number,
  loops: boolean,
): { at: number; on: boolean } {
  const at = from + seconds;
  if (at < duration) return { at, on: true };
  return loops && duration > 0 ? { at: at % duration, on: true } : { at: duration, on: false };
}

/** Moves the time with the clock while a clip plays. */
export function followClock(): () => void {
  let before: number | undefined;
  let request = 0;
  const step = (now: number) => {
    request = requestAnimationFrame(step);
    const shown = clip.value;
    if (!shown) return;
    // A page in the background gets no frames; what it missed is not made up for.
    const seconds = Math.min(now - (before ?? now), LONGEST_STEP) / 1000;
    before = now;
    const { at, on } = timeAfter(time.value, seconds * speed.value, shown.duration, looping.value);
    time.value = at;
    if (!on) playing.value = false;
  };
  const stop = playing.subscribe((on) => {
    cancelAnimationFrame(request);
    before = undefined;
    if (on) request = requestAnimationFrame(step);
  });
  return () => {
    stop();
    cancelAnimationFrame(request);
  };
}

/** Milliseconds. */
const LONGEST_STEP = 250;
