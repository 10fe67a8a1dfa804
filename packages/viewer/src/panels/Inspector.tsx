import { type Span, spansAtByte, valueText } from "@meshglot/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { blockBytes } from "../store/blocks.ts";
import { active, arrivals } from "../store/files.ts";
import { type RelatedPlace, selectBytes, selection, spansOf } from "../store/selection.ts";
import { hex, STRINGS } from "../strings.ts";
import { numbersAt } from "./numbersAt.ts";
import { elementText } from "./ReadOut.tsx";

/** Bytes that the inspector looks at. */
const MOST = 64;

/** The selected bytes: what they are, what they are worth, what stands on them. */
export function Inspector() {
  const chosen = selection.value;
  const bytes = useSignal<Uint8Array | undefined>(undefined);
  const file = active.value;
  const { block = "", offset = 0, size = 0 } = chosen?.place ?? {};
  const source = block === "" ? file?.bytes : blockBytes.value?.block === block ? blockBytes.value.bytes : undefined;
  useEffect(() => {
    bytes.value = source?.peek(offset, Math.min(Math.max(size, 8), MOST));
  }, [source, offset, size, arrivals.value]);
  if (!chosen || !file) return <p class="empty">{STRINGS.nothingSelected}</p>;
  const chain = spansAtByte(spansOf(block), offset);
  const span =
    chain.find((candidate) => candidate.path === chosen.path && candidate.offset === offset) ??
    chain.findLast((candidate) => candidate.path === chosen.path) ??
    chain.at(-1);
  const facts = chain.findLast((candidate) => candidate.evidence || candidate.note || candidate.unit);
  const [element] = chosen.elements;
  return (
    <div class="inspector" aria-live="polite">
      {element && (
        <p class="element">
          {elementText(element)}
          {chosen.elements.length > 1 && <span class="dim"> +{chosen.elements.length - 1}</span>}
        </p>
      )}
      <dl>
        <Fact name={STRINGS.path} value={<code>{chosen.path || "—"}</code>} />
        <Fact
          name={STRINGS.place}
          value={
            <>
              <code>
                {offset} · {hex(offset)}
              </code>
              {block && <span class="dim"> {STRINGS.inDecodedBlock}</span>}
            </>
          }
        />
        <Fact name={STRINGS.size} value={<code>{size.toLocaleString("en")} B</code>} />
        {span && <Fact name={STRINGS.type} value={<code>{typeText(span)}</code>} />}
        {span && bytes.value && valueTextOf(bytes.value, span, size) && (
          <Fact name={STRINGS.value} value={<code class="strong">{valueTextOf(bytes.value, span, size)}</code>} />
        )}
        {facts && (facts.note || facts.unit) && (
          <Fact
            name={STRINGS.meaning}
            value={[facts.note, facts.unit && `(${facts.unit})`].filter(Boolean).join(" ")}
          />
        )}
        {facts?.evidence && (
          <Fact name={STRINGS.evidence} value={<span class={`evidence ${facts.evidence}`}>{facts.evidence}</span>} />
        )}
      </dl>
      {bytes.value && (
        <details>
          <summary>{STRINGS.asNumbers}</summary>
          <dl class="numbers">
            {numbersAt(bytes.value).map(([name, value]) => (
              <Fact key={name} name={name} value={<code>{value}</code>} />
            ))}
          </dl>
        </details>
      )}
      {chosen.related.length > 1 && <Related places={chosen.related} />}
      {file.format && DOCUMENTED.has(file.format.id) && fromDisk && (
        <a class="doc" href={`${DOCS}${file.format.id}.md`} target="_blank" rel="noreferrer">
          {STRINGS.documentation}: {file.format.title}
        </a>
      )}
    </div>
  );
}

/** Beside a page that is served lie no other files. */
const fromDisk = window.location.protocol === "file:";
const DOCUMENTED = new Set(["msh", "meshbin", "splashpack", "bmesh", "unigine"]);
/** Where the pages of the formats are, relative to a page in a checkout of the project. */
const DOCS = "../../../docs/formats/";

function Fact({ name, value }: { name: string; value: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function typeText(span: Span): string {
  return span.count === undefined ? span.type : `${span.type} × ${span.count.toLocaleString("en")}`;
}

/** @param selected bytes; three indices of a face are more than the element that names them */
function valueTextOf(bytes: Uint8Array, span: Span, selected: number): string {
  const { element: _, ...plain } = span;
  return span.children
    ? ""
    : valueText(bytes, { ...plain, offset: 0, size: Math.min(Math.max(span.size, selected), bytes.byteLength) });
}

function Related({ places }: { places: readonly RelatedPlace[] }) {
  const known = new Set<string>();
  const distinct = places.filter(({ block, offset, path }) => {
    const key = `${block} ${offset} ${path}`;
    return known.has(key) ? false : known.add(key);
  });
  return (
    <details open>
      <summary>{STRINGS.related}</summary>
      <ul class="related">
        {distinct.map((place) => (
          <li key={`${place.block} ${place.offset} ${place.path}`}>
            <button type="button" onClick={() => selectBytes(place, "link")}>
              <span>{place.path.split(".").slice(-2).join(".")}</span>
              <code>{place.offset.toString(16)}</code>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
