import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connectionsFor, limitConnections } from "../../../server/http/connections.ts";
import { overloadBytes } from "../../../server/http/overload.ts";
import { eventually } from "../../support/eventually.ts";
import { getting, openRaw } from "../../support/raw-client.ts";
import type { RawClient } from "../../support/raw-client.ts";

const MAX = 3;

/** A server with few places, and how often it has refused one. */
async function smallServer(limits: { max: number; maxSilent?: number } = { max: MAX }) {
  const refused = { count: 0 };
  const server = createServer((_request, response) => response.end("ok"));
  server.keepAliveTimeout = 600_000;
  const onRefusal = () => void (refused.count += 1);
  limitConnections(server, { ...limits, refusal: overloadBytes, onRefusal });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refused };
}

async function asked(url: string): Promise<RawClient> {
  const client = await openRaw(url);
  client.socket.write(getting("/"));
  await eventually(() => client.said().endsWith("ok"));
  return client;
}

test("connections that ask nothing make way, the oldest first", async () => {
  const { url, refused } = await smallServer();
  const working = await asked(url);
  const [first, second] = [await openRaw(url), await openRaw(url)];
  // Half a head is none.
  first.socket.write("GET / HT");
  const next = await asked(url);
  await first.closed;
  expect([working, second, next].map(({ socket }) => socket.destroyed)).toEqual([
    false,
    false,
    false,
  ]);
  expect(refused.count).toBe(0);
});

// 20,000 of them took half of the memory in a storm, and time to collect what was made for each.
test("only so many ask nothing, however much room there is", async () => {
  const { url, refused } = await smallServer({ max: 100, maxSilent: 2 });
  const working = [await asked(url), await asked(url), await asked(url)];
  const [first, second, third] = [await openRaw(url), await openRaw(url), await openRaw(url)];
  await first.closed;
  second.socket.write(getting("/"));
  await eventually(() => second.said().endsWith("ok"));
  expect([...working, second, third].some(({ socket }) => socket.destroyed)).toBe(false);
  expect(refused.count).toBe(0);
});

test("where all have asked, the newest is told to come again, and the others stay", async () => {
  const { url, refused } = await smallServer();
  const there = [await asked(url), await asked(url), await asked(url)];
  const late = await openRaw(url);
  late.socket.write(getting("/"));
  await late.closed;
  expect(late.said()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(late.said()).toContain("retry-after: 2\r\n");
  expect(JSON.parse(late.said().split("\r\n\r\n")[1] ?? "")).toMatchObject({ code: "overloaded" });
  expect(there.some(({ socket }) => socket.destroyed)).toBe(false);
  expect(refused.count).toBe(1);
});

test("there is room again once somebody has left", async () => {
  const { url } = await smallServer();
  const there = [await asked(url), await asked(url), await asked(url)];
  there[0]?.socket.destroy();
  await expect
    .poll(async () => {
      const client = await openRaw(url);
      client.socket.write(getting("/"));
      await eventually(() => client.said() !== "" || client.socket.destroyed);
      return client.said();
    })
    .toMatch(/ok$/);
});

test.each([
  ["what the streams need, and 2,000", 10_000, Infinity, 12_000],
  ["what the machine lets open, less what the process needs itself", 10_000, 1_024, 824],
  ["one, however little that is", 10_000, 100, 1],
])("there are as many as %s", (_, streams, openFiles, connections) => {
  expect(connectionsFor(streams, openFiles)).toBe(connections);
});
