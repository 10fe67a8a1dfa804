import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { MeshglotError } from "@meshglot/core";
import { EXIT, type ExitCode } from "../exitCodes.ts";
import { plural } from "../output/table.ts";
import { complain, print } from "../run.ts";
import { viewedFiles } from "../viewedFiles.ts";
import { serveView } from "../viewServer.ts";

interface ViewOptions {
  port: number;
}

/** Serves the page with these files until it is interrupted. */
export async function view(words: string[], { port }: ViewOptions): Promise<ExitCode> {
  const files = await viewedFiles(words);
  if (files.includes("-")) {
    throw new MeshglotError({
      code: "WRONG_USAGE",
      detail: "view can not show standard input",
      hint: "Save it to a file; the page reads files again when it comes back to them.",
    });
  }
  const server = await serveView(pageFile(), files, port);
  print(server.url);
  complain(
    `Open this address in a browser. It shows ${plural(files.length, "file")} to this computer only; Ctrl-C ends it.`,
  );
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  await server.close();
  return EXIT.fine;
}

function pageFile(): string {
  const file = createRequire(import.meta.url).resolve("@meshglot/viewer/page");
  if (existsSync(file)) return file;
  throw new MeshglotError({ code: "UNREADABLE", detail: `${file} is not there`, hint: "Run npm run build first." });
}
