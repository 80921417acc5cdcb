import { createServer } from "node:net";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { fetchText } from "../../../server/runtime/fetch.ts";
import { listenOn } from "../../support/free-port.ts";

/** More than Node reads at once. With the global `fetch`, unread bytes crash the process when the connection breaks. */
const LONG = "x".repeat(100_000);

interface RelayResponse {
  readonly bytes: Uint8Array | string;
  /** The relay's behaviour afterwards. `drips`: sends a byte at intervals. */
  readonly does?: "ends" | "resets" | "drips";
}

const DRIP_MS = 20;

async function startLyingRelay(responseTo: (path: string) => RelayResponse) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let asked = "";
    let timer: NodeJS.Timeout | undefined;
    // A client can disconnect early.
    socket
      .on("error", () => {})
      .once("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
      })
      .on("data", (piece) => {
        asked += piece.toString("latin1");
        const path = /^(?:GET|HEAD|POST) (\S+) HTTP\/1\.1\r\n[^]*\r\n\r\n$/.exec(asked)?.[1];
        if (path === undefined) {
          return;
        }
        asked = "";
        const { bytes, does = "ends" } = responseTo(path);
        socket.write(bytes);
        switch (does) {
          case "ends":
            socket.end();
            break;
          case "resets":
            socket.resetAndDestroy();
            break;
          case "drips":
            timer = setInterval(() => socket.write(" "), DRIP_MS);
            break;
        }
      });
  });
  onTestFinished(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  return { url: `http://127.0.0.1:${await listenOn(server)}` };
}

function responseBytes(
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
  status = "200 OK",
): Buffer {
  const bytes = Buffer.from(body);
  const allHeaders = { "content-length": String(bytes.length), connection: "close", ...headers };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), bytes]);
}

const textAt = async (url: string, signal: AbortSignal | null = null) =>
  (await fetchText(url, { signal }, 1_000_000)).text;

test("a compressed response is rejected", async () => {
  const { url } = await startLyingRelay(() => ({
    bytes: responseBytes(gzipSync(LONG), { "content-encoding": "gzip" }),
  }));
  await expect(textAt(url)).rejects.toThrow(RangeError);
  const plain = await startLyingRelay(() => ({
    bytes: responseBytes("as it is", { "content-encoding": "identity" }),
  }));
  expect(await textAt(plain.url)).toBe("as it is");
});

test("a rejected response that breaks later does not crash the process", async () => {
  // Cause: Node's own `fetch` drops a response with six encodings, and a later error crashed the process.
  const { url } = await startLyingRelay(() => ({
    bytes: responseBytes("x", { "content-encoding": "a,b,c,d,e,f", "content-length": "9" }),
    does: "resets",
  }));
  for (let asked = 0; asked < 20; asked++) {
    await expect(textAt(url)).rejects.toThrow("compressed");
  }
});

test("a relay that sends endless interim responses or chunk extensions is cut off", async () => {
  // Cause: both were read without a limit, and kept a core busy until the timeout.
  const hint = "HTTP/1.1 103 Early Hints\r\n\r\n";
  const { url } = await startLyingRelay((path) => ({
    bytes:
      path === "/named"
        ? `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${LONG}\r\nx\r\n0\r\n\r\n`
        : hint.repeat(path === "/soon" ? 3 : 1_000) + responseBytes("at last").toString(),
  }));
  expect(await textAt(`${url}/soon`)).toBe("at last");
  await expect(textAt(`${url}/later`)).rejects.toThrow("only interim responses");
  await expect(textAt(`${url}/named`)).rejects.toThrow("aborted");
});

test("the time limit covers the whole response", async () => {
  const { url } = await startLyingRelay((path) => ({
    bytes: path === "/head" ? "HTTP/1.1 200" : responseBytes("x", { "content-length": "1000" }),
    does: "drips",
  }));
  const ended = new AbortController();
  const [head, read] = ["head", "body"].map((path) => textAt(`${url}/${path}`, ended.signal));
  setTimeout(() => ended.abort(), 5 * DRIP_MS);
  await expect(head).rejects.toThrow("abort");
  await expect(read).rejects.toThrow("abort");
});

test("a refusal's status is returned, whatever its body", async () => {
  const { url } = await startLyingRelay((path) => ({
    bytes: responseBytes(path === "/long" ? LONG : "x", { "content-length": "200000" }, "404 No"),
  }));
  for (const path of ["long", "broken"]) {
    expect(await fetchText(`${url}/${path}`, {}, 10_000)).toMatchObject({ status: 404, text: "" });
  }
});
