import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { requestQueue } from "../../../server/http/request-queue.ts";
import type { OverloadReason, QueueLimits } from "../../../server/http/request-queue.ts";
import { eventually } from "../../support/eventually.ts";
import { listenOn } from "../../support/free-port.ts";
import { getting, openRaw } from "../../support/raw-client.ts";

/** A server with a request queue. The path names the client, as in /a/1. */
async function open(handle: RequestListener, limits: Partial<QueueLimits> = {}) {
  const refused: OverloadReason[] = [];
  const queued = requestQueue({
    handle,
    refuse: (_request, response) => response.writeHead(503).end(),
    addressOf: ({ url = "" }) => url.split("/")[1] ?? "",
    onRefusal: (reason) => refused.push(reason),
    deferWork: setImmediate,
    limits,
  });
  const server = createServer(queued);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${await listenOn(server)}`, refused };
}

/** Sends all requests in one packet, so that they arrive in one turn of the event loop. */
async function askAll(url: string, paths: readonly string[]) {
  const client = await openRaw(url);
  client.socket.write(paths.map(getting).join(""));
  return client;
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test("IP addresses take turns, however many requests each sends", async () => {
  const begun: string[] = [];
  const { url } = await open(({ url: path = "" }, response) => {
    begun.push(path);
    response.end();
  });
  const client = await askAll(url, [
    ...Array.from({ length: 50 }, (_, n) => `/flood/${n}`),
    "/b/1",
  ]);
  await eventually(() => statuses(client.received()).length === 51);
  expect(begun.indexOf("/b/1")).toBeLessThan(4);
});

describe("refusing the newest request", () => {
  test("the newest request is refused while too many wait", async () => {
    const { url, refused } = await open((_request, response) => response.end(), { waiting: 10 });
    const client = await askAll(
      url,
      Array.from({ length: 30 }, (_, n) => `/a/${n}`),
    );
    await eventually(() => statuses(client.received()).length === 30);
    expect(statuses(client.received())).toEqual([
      ...Array.from({ length: 11 }, () => "200"),
      ...Array.from({ length: 19 }, () => "503"),
    ]);
    expect(new Set(refused)).toEqual(new Set(["waiting"]));
  });

  // Cause: the limit was a waiting time, so a page's images were refused after a pause of the whole process.
  test("an IP address's newest request is refused while too many of its requests wait", async () => {
    const { url, refused } = await open((_request, response) => response.end(), { waitingEach: 2 });
    const client = await askAll(url, ["/a/0", "/a/1", "/a/2", "/a/3", "/b/1"]);
    await eventually(() => statuses(client.received()).length === 5);
    expect(statuses(client.received())).toEqual(["200", "200", "200", "503", "200"]);
    expect(refused).toEqual(["waiting"]);
  });
});

test("the oldest response is cut off once unread responses exceed the byte limit", async () => {
  const big = Buffer.alloc(50_000_000);
  const { url, refused } = await open(
    ({ url: path }, response) => response.end(path === "/a/big" ? big : ""),
    { unreadBytes: 60_000_000 },
  );
  const first = await openRaw(url, { reads: false });
  first.socket.write(getting("/a/big"));
  // A response to another client starts afterwards.
  expect((await fetch(`${url}/b/1`)).status).toBe(200);
  expect(refused).toEqual([]);
  const second = await openRaw(url, { reads: false });
  second.socket.write(getting("/a/big"));
  await eventually(() => refused.length > 0);
  expect(refused).toEqual(["unread"]);
  first.socket.resume();
  await first.closed;
  expect((await fetch(`${url}/b/1`)).status).toBe(200);
  expect(second.socket.destroyed).toBe(false);
});

test("a disconnected client does not use a turn", async () => {
  const begun: string[] = [];
  const { url } = await open(({ url: path = "" }, response) => {
    begun.push(path);
    response.end();
  });
  for (let n = 0; n < 20; n++) {
    const leaving = await openRaw(url);
    leaving.socket.write(Array.from({ length: 50 }, () => getting("/gone/1")).join(""), () =>
      leaving.socket.destroy(),
    );
    await leaving.closed;
  }
  const before = begun.length;
  const client = await askAll(url, ["/b/1"]);
  await eventually(() => statuses(client.received()).length === 1);
  expect(begun.slice(before)).toContain("/b/1");
});
