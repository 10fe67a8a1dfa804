import type { ComponentChildren } from "preact";

export interface Tab<K extends string> {
  id: K;
  label: string;
  badge?: { text: string; kind: string } | undefined;
}

interface Props<K extends string> {
  tabs: readonly Tab<K>[];
  current: K;
  choose(id: K): void;
  label: string;
  children?: ComponentChildren;
}

/** A row of tabs; arrow keys move between them. */
export function Tabs<K extends string>({ tabs, current, choose, label, children }: Props<K>) {
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const at = tabs.findIndex(({ id }) => id === current);
        const next = tabs[(at + step + tabs.length) % tabs.length];
        if (!next) return;
        choose(next.id);
        const buttons = event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]");
        buttons[tabs.indexOf(next)]?.focus();
      }}
    >
      {tabs.map(({ id, label: name, badge }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === current}
          tabIndex={id === current ? 0 : -1}
          class={id === current ? "on" : ""}
          onClick={() => choose(id)}
        >
          {name}
          {badge && <span class={`badge ${badge.kind}`}>{badge.text}</span>}
        </button>
      ))}
      {children}
    </div>
  );
}
