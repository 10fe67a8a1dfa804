import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FORMATS, ISSUE_TABLE, type LayoutDescription } from "@meshglot/core";

/** Writes what is generated in docs/ anew: `npm run docs`. A test holds the committed files against it. */
const docs = fileURLToPath(new URL("../docs/", import.meta.url));

/** `docs/issues.md`: every code, grouped by its prefix. */
export function issuesPage(): string {
  const lines = [
    "# Issue codes",
    "",
    "Generated from the table of codes (`npm run docs`); do not edit. `meshglot validate` says these about files.",
    "",
    "**error**: the file can not be parsed, or the engine rejects it, crashes or shows something else than the author meant. **warning**: legal but suspicious or lossy. **info**: worth knowing.",
  ];
  const codes = Object.keys(ISSUE_TABLE);
  const families = [...new Set(codes.map(familyOf))];
  for (const family of families) {
    lines.push(
      "",
      `## ${family}`,
      "",
      "| code | severity | what is wrong | what the engine does | what to do |",
      "|---|---|---|---|---|",
    );
    for (const code of codes.filter((code) => familyOf(code) === family)) {
      const facts = ISSUE_TABLE[code];
      if (facts)
        lines.push(`| \`${code}\` | ${facts.severity} | ${facts.title} | ${facts.consequence} | ${facts.hint ?? ""} |`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function familyOf(code: string): string {
  const format = FORMATS.find(({ family }) => code.startsWith(`${family}_`));
  return format?.title ?? "All formats";
}

/** The tables of all layouts of a format, nested records included. */
export function layoutTables(layouts: Readonly<Record<string, LayoutDescription>>): string {
  const seen = new Set<string>();
  return Object.values(layouts)
    .flatMap((layout) => tablesOf(layout, seen))
    .join("\n\n");
}

function tablesOf(layout: LayoutDescription, seen: Set<string>): string[] {
  const rows = layout.fields.map(({ name, node, when, unit, evidence, note }) => {
    const cells = [`\`${name}\``, node.type, when?.expr ?? "", unit ?? "", note ?? "", evidence ?? ""];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  const table = [
    `**${layout.type}**`,
    "",
    "| field | type | present when | unit | note | evidence |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  const inner = layout.fields.flatMap(({ node }) => {
    if (!node.fields || seen.has(node.type)) return [];
    seen.add(node.type);
    return tablesOf({ type: node.type, fields: node.fields } as LayoutDescription, seen);
  });
  return [table, ...inner];
}

/** A format's page with its generated part replaced. */
export function formatPage(id: string, text: string): string {
  const format = FORMATS.find((known) => known.id === id);
  if (!format) return text;
  return withPart(text, `layout:${id}`, layoutTables(format.layouts));
}

/** The profiles of all formats, with the limits that their checks know. */
export function profilesTable(): string {
  const rows = FORMATS.flatMap(({ id, profiles }) =>
    profiles.map((profile, i) => {
      const limits = Object.entries(profile.limits).map(([name, limit]) => `${wordsOf(name)} ${limit}`);
      return `| ${id} | \`${profile.id}\`${i === 0 ? " (default)" : ""} | ${profile.title} | ${limits.join(", ")} |`;
    }),
  );
  return ["| format | profile | engine | limits |", "|---|---|---|---|", ...rows].join("\n");
}

/** What `validate --fix` can compute anew. */
export function repairsTable(): string {
  const rows = FORMATS.flatMap(({ repairs }) =>
    repairs.map(({ code, title, onRequest }) => `| \`${code}\` | ${title} | ${onRequest ? "only by its code" : ""} |`),
  );
  return ["| code | what is computed | when |", "|---|---|---|", ...rows].join("\n");
}

/** camelCase as words. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A page with a generated part between its marks replaced. */
function withPart(text: string, name: string, part: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`there is no place for ${name}`);
  return `${text.slice(0, start + open.length)}\n\n${part}\n\n${text.slice(end)}`;
}

/** Generated files by path below docs/. */
export function generatedDocs(): Record<string, string> {
  const pages: Record<string, string> = { "issues.md": issuesPage() };
  const validation = readFileSync(`${docs}validation.md`, "utf8");
  pages["validation.md"] = withPart(withPart(validation, "profiles", profilesTable()), "repairs", repairsTable());
  for (const { id } of FORMATS) {
    const path = `formats/${id}.md`;
    if (!existsSync(docs + path)) throw new Error(`docs/${path} is missing`);
    pages[path] = formatPage(id, readFileSync(docs + path, "utf8"));
  }
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(docs + path, text);
}
