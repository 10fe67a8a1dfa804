import { spawn } from "node:child_process";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveView, type ViewServer } from "../src/viewServer.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = `${root}README.md`; // any file stands for the page here
const file = `${root}examples/msh/ring_static.msh`;

let server: ViewServer;
let port: number;
beforeAll(async () => {
  server = await serveView(page, [file, `${root}examples/gone.msh`], 0);
  port = Number(new URL(server.url).port);
});
afterAll(() => server.close());

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

function ask(path: string, { method = "GET", host = `127.0.0.1:${port}` } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers: { Host: host } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      });
    });
    asked.once("error", reject);
    asked.end();
  });
}

describe("the server of view", () => {
  it("gives the page, the list and the named files", async () => {
    expect((await ask("/")).headers["content-type"]).toContain("text/html");
    expect(JSON.parse((await ask("/files.json")).body.toString())).toEqual([file, `${root}examples/gone.msh`]);
    const bytes = await ask("/files/0");
    expect(bytes.status).toBe(200);
    expect(bytes.body.byteLength).toBe(13928); // as the file system says of the example
    expect(bytes.headers["x-content-type-options"]).toBe("nosniff");
    expect(bytes.headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect((await ask("/", { host: `localhost:${port}` })).status).toBe(200);
  });

  it.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost"])(
    "refuses the host %j",
    async (host) => {
      const answer = await ask("/files/0", { host });
      expect(answer.status).toBe(421);
      expect(answer.body.byteLength).toBe(0);
    },
  );

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"])("refuses the method %s", async (method) => {
    expect((await ask("/", { method })).status).toBe(405);
  });

  it.each([
    "/files/2",
    "/files/-1",
    "/files/0/..",
    "/files/00x",
    "/files/../../etc/passwd",
    "/..%2f..%2fetc/passwd",
    "/README.md",
    "/files",
    "/files/",
    "//etc/passwd",
    "/?x",
    "/files/0?x",
  ])("has nothing at %s", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it("says 404 for a named file that went away, and lives on", async () => {
    expect((await ask("/files/1")).status).toBe(404);
    expect((await ask("/")).status).toBe(200);
  });

  it("is at no address but this computer's own", async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of others) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host: address, port });
        socket.once("connect", () => {
          socket.destroy();
          resolve(true);
        });
        socket.once("error", () => resolve(false));
      });
      expect(reached, address).toBe(false);
    }
  });
});

describe("the verb view", () => {
  it("prints its address, serves the built page, and ends well when it is interrupted", async () => {
    const view = spawn(process.execPath, ["--import", "tsx", `${root}packages/cli/src/main.ts`, "view", file], {
      cwd: root,
    });
    const url = await new Promise<string>((resolve, reject) => {
      view.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
      view.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await (await fetch(url)).text()).toContain("<title>meshglot</title>");
    const ended = new Promise<number | null>((resolve) => view.once("exit", resolve));
    view.kill("SIGINT");
    expect(await ended).toBe(0);
  });
});
