import { once } from "node:events";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../server/http/http-server.ts";
import { ensureBuild } from "../support/build.ts";
import { runScript } from "../support/command.ts";
import { eventually } from "../support/eventually.ts";
import { writeRevealedUntil } from "../support/revealed-until.ts";
import { sharedServer, startServer } from "../support/server-process.ts";
import { startService, withStoreOf } from "../support/service.ts";
import { tempFolder } from "../support/temp-store.ts";

const PAST = "/embed/baccarat/api/results?before=1000&limit=500";

async function textOf(address: string, path: string): Promise<string> {
  return (await fetch(`${address}${path}`)).text();
}

beforeAll(ensureBuild, 600_000);

test("only the first start of a service offers drand mode", async () => {
  const env = { DATA_DIR: await tempFolder() };
  const first = await startServer(env);
  await first.untilPrinted("With\n  ENTROPY=drand, not even you can");
  await first.end("SIGTERM");
  const second = await startServer(env);
  await second.untilPrinted("Tableside is running. Open ");
  await second.end("SIGTERM");
  expect(second.stdout()).not.toContain("ENTROPY=drand");
});

// Cause: "Tableside is running" was printed while the service returned 503.
test("a server whose tables are closed prints the reason when it starts", async () => {
  const DATA_DIR = await tempFolder();
  await (await startServer({ DATA_DIR })).end("SIGTERM");
  await withStoreOf(DATA_DIR, (store) => writeRevealedUntil(store, Date.now() + 600_000));
  const server = await startServer({ DATA_DIR });
  await server.untilPrinted("but its tables are closed. Results up to ");
  expect((await fetch(`${server.address}/healthz`)).status).toBe(503);
});

test("a second server on the same data folder refuses to start until the first ends", async () => {
  const DATA_DIR = await tempFolder();
  const first = await startServer({ DATA_DIR });
  await expect(startServer({ DATA_DIR })).rejects.toThrow(
    "Another server is running on the data folder",
  );
  await first.end("SIGKILL");
  const last = await startServer({ DATA_DIR });
  await last.end("SIGKILL");
  // Cause: any fault of the lock file was reported as another server, or as a bug.
  await rm(join(DATA_DIR, "server.lock"));
  await mkdir(join(DATA_DIR, "server.lock"));
  await expect(startServer({ DATA_DIR })).rejects.toThrow("server.lock cannot be used");
});

describe("a server started from the command line", () => {
  const server = sharedServer({ METRICS_PORT: "0" });

  test("the server prints its URL when it has started", async () => {
    const { address, dataDir, untilPrinted } = server();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await untilPrinted(`Open ${address}/`);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/`)).status).toBe(200);
    for (const file of ["secret", "tableside.sqlite"]) {
      expect(((await stat(join(dataDir, file))).mode & 0o777).toString(8)).toBe("600");
    }
  });

  test("a server returns 404 for raw URLs that lead out of the built pages", async () => {
    const { address } = server();
    const paths = [
      "/_astro/../../package.json",
      "/../package.json",
      "/_astro/%2e%2e/%2e%2e/package.json",
      "/embed/../../package.json",
      "//package.json",
      "/embed/baccarat/../../index.html",
      "/embed/baccarat/index.html",
      "/.built-from",
      "*",
    ];
    for (const path of paths) {
      const socket = connect(Number(new URL(address).port), "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      const [first] = await once(socket, "data");
      expect(`${path} ${String(first).slice(0, 12)}`).toBe(`${path} HTTP/1.1 404`);
      socket.destroy();
    }
  });

  // Other tests cover the messages of refused starts. These cover how a whole server exits.
  describe("a refused start", () => {
    async function refusal(env: Record<string, string>): Promise<string> {
      const settings = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: await tempFolder(), ...env };
      const { code, stderr, stdout } = await runScript("server/main.ts", [], settings);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).not.toMatch(/^\s+at |node:internal|Error:/m);
      return stderr;
    }

    // Cause: `npm start -- --port 8080` ignored the option and listened on 3000.
    test("the server refuses to start with arguments, which it would ignore", async () => {
      const { code, stderr } = await runScript("server/main.ts", ["--port", "8080"], {});
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr:
          'The server accepts no arguments, but got "--port". Its settings are environment variables, such as PORT=8080.\n',
      });
    });

    // By this point, the service and its first port are open.
    test("the service refuses to start if the metrics port is in use", async () => {
      const { port } = new URL(server().address);
      expect(await refusal({ METRICS_PORT: port })).toBe(
        `Port ${port} on 127.0.0.1 is in use by another process. Stop it or set METRICS_PORT to a free port.\n`,
      );
    });
  });

  test("a server exits with 0 on SIGINT", async () => {
    const { end, stderr } = server();
    expect(await end("SIGINT")).toBe(0);
    expect(stderr()).toBe("");
  });
});

// Cause: a restarted log reader crashed the server with EPIPE on its next line.
test("each line of the log is JSON", async () => {
  const baseUrl = "https://games.example.com";
  const env = { PORTAL: "off", BASE_URL: baseUrl };
  const { address, child, end, stdout } = await startServer(env);
  // Cause: the address was BASE_URL, without the port.
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(JSON.parse(stdout())).toMatchObject({ address, baseUrl });
  // The server logs each request.
  const request = () => fetch(`${address}/embed/baccarat/?key=tbs_live_wrong`);
  const events = () =>
    stdout()
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { event: string }).event);
  await request();
  await eventually(() => events().length === 2);
  expect(events()).toEqual(["listening", "embed"]);
  expect(stdout()).not.toContain("tbs_live_");
  child.stdout?.destroy();
  for (let requests = 0; requests < 5; requests++) {
    expect((await request()).status).toBe(401);
  }
  expect(await end("SIGTERM")).toBe(0);
});

describe("a server that is stopped", () => {
  test("a stopped server finishes the response in progress", async () => {
    const { address, child, ended, untilPrinted, stderr } = await startServer();
    const socket = connect(Number(new URL(address).port), "127.0.0.1").setEncoding("utf8");
    const { promise: closed, resolve } = Promise.withResolvers<unknown>();
    // A late request might get a reset, which is also fine.
    socket.on("error", () => {}).once("close", resolve);
    let response = "";
    socket.on("data", (text: string) => (response += text));
    // Withholds the end of the second request. Both are in one packet, so the response to the first proves that the
    // server has read the beginning of the second.
    const first = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    socket.write(`${first}GET /embed/baccarat/api/results?limit=500 HTTP/1.1\r\nHost: a\r\n`);
    await once(socket, "data");
    response = "";
    child.kill("SIGTERM");
    await untilPrinted('"event":"stopping"');
    // The port closes a moment after that is logged; earlier requests are still accepted.
    await eventually(async () => !(await fetch(`${address}/healthz`).catch(() => null)));
    // A client that keeps polling on the same connection does not delay the stop.
    socket.on("data", () => response.endsWith("]") && socket.write(first));
    socket.write("\r\n");
    await closed;
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
    const [head = "", body = ""] = response.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 200/);
    expect(JSON.parse(body)).toHaveLength(500);
    expect(await ended()).toBe(0);
    expect(stderr()).toBe("");
  });
});

test("past rounds stay the same after a restart", async () => {
  const first = await startServer();
  const history = await textOf(first.address, PAST);
  expect(JSON.parse(history)).toHaveLength(500);
  expect(await first.end("SIGKILL")).toBeNull();
  const again = await startServer({ DATA_DIR: first.dataDir });
  const secret = await readFile(join(first.dataDir, "secret"), "utf8");
  const other = await startService({ env: { ORACLE_SECRET: secret.trim() } });
  for (const slug of ["dragontiger", "baccarat", "bigsixball"]) {
    const path = `/embed/${slug}/api/results?before=1000&limit=500`;
    expect(await textOf(again.address, path)).toBe(await (await other.ask(path)).text());
  }
  expect(await textOf(again.address, PAST)).toBe(history);
});

test("the service refuses to start if its port is in use", async () => {
  const { url, stop } = await listen(() => {}, { host: "127.0.0.1", port: 0 });
  onTestFinished(stop);
  const port = Number(new URL(url).port);
  await expect(listen(() => {}, { host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another process. Stop it or set PORT to a free port.`,
  );
});
