/** Width of text on a terminal: East Asian wide characters take two columns. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of stripStyle(text))
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(char)
      ? 2
      : 1;
  return width;
}

function stripStyle(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that starts a colour is one
  return text.replace(/\u001b\[\d+m/g, "");
}

/** Rows with aligned columns; numbers to the right. */
export function table(rows: readonly (readonly string[])[], rightAligned: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, displayWidth(cell));
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const pad = " ".repeat(Math.max(0, (widths[i] ?? 0) - displayWidth(cell)));
          return rightAligned.includes(i) ? pad + cell : cell + pad;
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** 8,576 bytes as "8.4 KB". */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 2 ** 20) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** 1 vertex, 2 vertices. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
