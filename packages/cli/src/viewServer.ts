import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Only this computer can reach it. */
const ADDRESS = "127.0.0.1";

const HEADERS = {
  // The page has a stricter policy of its own; this one also covers what a page can not say about itself.
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
} as const;

export interface ViewServer {
  /** Address of the page. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the page and the named files to this computer, and nothing else: no other path, no other method, and no other
 * name of this computer, so that a page of somebody else can not reach them by a name that points here.
 *
 * @param page file of the built page
 * @param files paths, which the page sees as `files/0`, `files/1`, …
 * @param port 0 takes a free one
 */
export async function serveView(page: string, files: readonly string[], port: number): Promise<ViewServer> {
  const server = createServer((request, response) => {
    answer(request, response, page, files, hostsOf(server)).catch(() => {
      // The file went away between naming and reading it, or the browser hung up.
      if (!response.headersSent) refuse(response, 404);
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, ADDRESS, resolve);
  });
  return {
    url: `http://${ADDRESS}:${portOf(server)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // it listens to a port, not to a pipe
}

function hostsOf(server: Server): readonly string[] {
  const port = portOf(server);
  return [`${ADDRESS}:${port}`, `localhost:${port}`];
}

async function answer(
  { method, url = "", headers }: IncomingMessage,
  response: ServerResponse,
  page: string,
  files: readonly string[],
  hosts: readonly string[],
): Promise<void> {
  if (!hosts.includes(headers.host ?? "")) return refuse(response, 421);
  if (method !== "GET") return refuse(response, 405);
  if (url === "/") return send(response, "text/html; charset=utf-8", await readFile(page));
  if (url === "/files.json") return send(response, "application/json", JSON.stringify(files));
  const file = files[Number(/^\/files\/(\d{1,6})$/.exec(url)?.[1] ?? -1)];
  if (file === undefined) return refuse(response, 404);
  const stream = createReadStream(file);
  await new Promise<void>((resolve, reject) => {
    stream.once("error", reject);
    stream.once("open", () => resolve());
  });
  response.writeHead(200, { ...HEADERS, "Content-Type": "application/octet-stream" });
  stream.once("error", () => response.destroy());
  stream.pipe(response);
}

function send(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.writeHead(200, { ...HEADERS, "Content-Type": type });
  response.end(body);
}

function refuse(response: ServerResponse, status: 404 | 405 | 421): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain", ...(status === 405 ? { Allow: "GET" } : {}) });
  response.end();
}
