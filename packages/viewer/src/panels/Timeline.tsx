import { active } from "../store/files.ts";
import { chooseClip, clip, looping, playing, SPEEDS, speed, time, togglePlaying } from "../store/playback.ts";
import { STRINGS } from "../strings.ts";

/** Plays the animations of the model, if it has some; marks on the line are the events of the file. */
export function Timeline() {
  const model = active.value?.model;
  if (!model || model.clips.length === 0) return null;
  const shown = clip.value;
  const word = playing.value ? STRINGS.pause : STRINGS.play;
  return (
    <div class="timeline" role="toolbar" aria-label={STRINGS.animation}>
      <button type="button" class="play" aria-label={word} title={word} onClick={() => togglePlaying(model)}>
        {playing.value ? "❚❚" : "▶"}
      </button>
      <select
        aria-label={STRINGS.animation}
        value={shown ? model.clips.indexOf(shown) : -1}
        onChange={(event) => chooseClip(model.clips[Number(event.currentTarget.value)])}
      >
        <option value={-1}>{STRINGS.restPose}</option>
        {model.clips.map(({ name }, i) => (
          <option key={`${i} ${name}`} value={i}>
            {name}
          </option>
        ))}
      </select>
      <Scrubber />
      <output>
        {time.value.toFixed(2)} / {(shown?.duration ?? 0).toFixed(2)} s
      </output>
      <select
        aria-label={STRINGS.speed}
        title={STRINGS.speed}
        value={speed.value}
        onChange={(event) => {
          speed.value = Number(event.currentTarget.value);
        }}
      >
        {SPEEDS.map((factor) => (
          <option key={factor} value={factor}>
            {factor}×
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-pressed={looping.value}
        class={looping.value ? "on" : ""}
        onClick={() => {
          looping.value = !looping.value;
        }}
      >
        {STRINGS.loop}
      </button>
    </div>
  );
}

function Scrubber() {
  const duration = clip.value?.duration ?? 0;
  const seek = (seconds: number) => {
    playing.value = false;
    time.value = seconds;
  };
  return (
    <div class="scrubber">
      <input
        type="range"
        aria-label={STRINGS.time}
        min={0}
        max={duration}
        step="any"
        disabled={duration === 0}
        value={time.value}
        onInput={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      {clip.value?.events.map(({ type, info, time: ms }, i) => {
        // Events may lie behind the last key, or nowhere at all.
        const at = Math.min(Math.max(ms / 1000 || 0, 0), duration);
        const text = `${[type, info].filter(Boolean).join(" · ")} · ${Number(ms.toPrecision(6))} ms`;
        return (
          <button
            key={`${i} ${text}`}
            type="button"
            class="event"
            title={text}
            aria-label={text}
            style={{ left: `${duration > 0 ? (100 * at) / duration : 0}%` }}
            onClick={() => seek(at)}
          />
        );
      })}
    </div>
  );
}
