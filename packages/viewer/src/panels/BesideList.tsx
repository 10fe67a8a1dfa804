import type { Companion } from "../protocol.ts";
import { active, chooseCompanions } from "../store/files.ts";
import { STRINGS } from "../strings.ts";

/** Rows that are shown of one role; folders of a game hold thousands of animations. */
const SHOWN = 100;

/** What lies beside the file: skeleton, animations, material, textures; chosen here where names do not say it. */
export function BesideList() {
  const list = active.value?.companions ?? [];
  if (list.length === 0) return null;
  const roles = [...new Set(list.map(({ role }) => role))];
  return (
    <section class="beside" aria-label={STRINGS.beside}>
      <h3>{STRINGS.beside}</h3>
      {roles.map((role) => (
        <Role key={role} role={role} list={list.filter((entry) => entry.role === role)} />
      ))}
    </section>
  );
}

function Role({ role, list }: { role: Companion["role"]; list: readonly Companion[] }) {
  // What is used comes first, and is always among what is shown.
  const sorted = [...list].sort((a, b) => Number(b.used) - Number(a.used));
  const left = sorted.length - SHOWN;
  return (
    <>
      <h4>{STRINGS.roles[role]}</h4>
      <ul class="rows">
        {sorted.slice(0, SHOWN).map((entry) => (
          <li key={entry.name ?? entry.wanted}>
            <Row entry={entry} list={list} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p class="dim">
          {left} {STRINGS.moreFiles}
        </p>
      )}
    </>
  );
}

function Row({ entry, list }: { entry: Companion; list: readonly Companion[] }) {
  const { role, name, wanted, used, fault } = entry;
  if (name === undefined) {
    return (
      <span class="dim">
        {STRINGS.notOpened}: {wanted}
      </span>
    );
  }
  const base = name.split("/").at(-1);
  if (role === "texture") return <span title={name}>{base}</span>; // the material names it
  const choose = (use: boolean) => {
    // There is one of each, animations excepted.
    const others = use && role !== "animation" ? list.filter((other) => other !== entry) : [];
    const off = others.flatMap((other) => (other.name === undefined ? [] : [[other.name, false] as const]));
    void chooseCompanions({ ...Object.fromEntries(off), [name]: use });
  };
  return (
    <label title={name}>
      <input type="checkbox" checked={used} onChange={(event) => choose(event.currentTarget.checked)} />
      <span>{base}</span>
      {fault && (
        <span class="fault">
          {fault.code}: {fault.message}
        </span>
      )}
    </label>
  );
}
