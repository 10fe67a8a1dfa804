import type { OutputFile } from "../protocol.ts";

/** Hands a file to the browser to be saved. */
export function download({ name, bytes }: OutputFile): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the bytes after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
