import { useSignal } from "@preact/signals";
import { active, files } from "../store/files.ts";
import { takeIn } from "../store/intake.ts";
import { toggleTheme } from "../store/theme.ts";
import { STRINGS } from "../strings.ts";
import { BytesDock } from "./BytesDock.tsx";
import { FileList } from "./FileList.tsx";
import { ModelView } from "./ModelView.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { SideDock } from "./SideDock.tsx";
import { Splitter } from "./Splitter.tsx";

/** The page. */
export function App() {
  const help = useSignal(false);
  return (
    <div class={`app ${files.value.length === 0 ? "empty-app" : ""}`}>
      <header>
        <h1>
          <Logo />
          {STRINGS.title}
        </h1>
        <OpenButton />
        {active.value && <SearchBox />}
        <span class="grow" />
        <button type="button" class="quiet" aria-expanded={help.value} onClick={() => (help.value = !help.value)}>
          {STRINGS.help}
        </button>
        <button type="button" class="quiet" title={STRINGS.theme} aria-label={STRINGS.theme} onClick={toggleTheme}>
          ◐
        </button>
      </header>
      {files.value.length === 0 && <Welcome />}
      {files.value.length > 0 && <FileList />}
      {files.value.length > 0 && <Splitter side="left" label={STRINGS.files} />}
      <ModelView />
      {files.value.length > 0 && <Splitter side="bottom" label={STRINGS.bytes} />}
      {files.value.length > 0 && <BytesDock />}
      {files.value.length > 0 && <Splitter side="right" label={STRINGS.structure} />}
      {files.value.length > 0 && <SideDock />}
      {help.value && <Help />}
    </div>
  );
}

function OpenButton() {
  return (
    <label class="primary open" title={STRINGS.openHint}>
      {STRINGS.open}
      <input
        type="file"
        multiple
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void takeIn(chosen.map((blob) => ({ name: blob.name, blob })));
        }}
      />
    </label>
  );
}

function Welcome() {
  return (
    <div class="welcome">
      <Logo />
      <h2>{STRINGS.welcome}</h2>
      <p>{STRINGS.welcomeMore}</p>
      <p class="dim">{STRINGS.welcomeFormats}</p>
      <OpenButton />
    </div>
  );
}

/** A triangle over two rows of bytes, the upper of them lit. */
function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d="M12 2 21 15H3Z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" />
      <path d="M12 2 3 15h5.5z" fill="currentColor" opacity=".28" />
      <g fill="currentColor">
        <rect x="3" y="18" width="4" height="3.4" rx="1" class="lit" />
        <rect x="8.7" y="18" width="4" height="3.4" rx="1" class="lit" />
        <rect x="14.4" y="18" width="3" height="3.4" rx="1" opacity=".45" />
        <rect x="18.4" y="18" width="3" height="3.4" rx="1" opacity=".45" />
      </g>
    </svg>
  );
}

function Help() {
  return (
    <section class="help" aria-label={STRINGS.help}>
      <dl>
        {STRINGS.keys.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
