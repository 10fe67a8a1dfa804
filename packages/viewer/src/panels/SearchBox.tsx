import { useSignal } from "@preact/signals";
import { search } from "../store/search.ts";
import { STRINGS } from "../strings.ts";

/** Goes to an offset, a field or some bytes. */
export function SearchBox() {
  const state = useSignal<"" | "searching" | "nothing">("");
  return (
    <search class="search-box">
      <form
        class={`search ${state.value}`}
        onSubmit={async (event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.namedItem("words");
          if (!(input instanceof HTMLInputElement)) return;
          state.value = "searching";
          state.value = (await search(input.value)) ? "" : "nothing";
        }}
      >
        <input
          name="words"
          id="search"
          type="search"
          placeholder={STRINGS.search}
          title={STRINGS.searchHint}
          aria-label={STRINGS.search}
          autocomplete="off"
          spellcheck={false}
        />
        <span role="status">
          {state.value === "nothing" ? STRINGS.notFound : state.value === "searching" ? STRINGS.searching : ""}
        </span>
      </form>
    </search>
  );
}
