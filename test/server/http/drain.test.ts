/*
 * One client that did not take its answer kept all idle connections from being ended: each stop took five
 * seconds, and cut all of them. And a stop reset the connections that waited to be accepted, all but one:
 * libuv accepts one a turn of the event loop.
 */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { drains } from "../../../server/http/drain.ts";
import { createHttpServer } from "../../../server/http/http-server.ts";
import { eventually } from "../../support/eventually.ts";
import { getting, openRaw } from "../../support/raw-client.ts";

const HUGE = "x".repeat(20_000_000);
/** Longer than a busy machine takes to read that. */
const PATIENCE_MS = 600_000;
const WAITING = 60;
/** The most connections that wait to be accepted by a server of Node. */
const BACKLOG = 511;

/** Starts a server that can be stopped. */
async function listening(
  stopMs?: number,
): Promise<{ url: string; server: Server; stop: () => Promise<void> }> {
  const server = createHttpServer((request, response) => {
    response.end(request.url === "/huge" ? HUGE : "small");
  });
  const stop = drains(server, stopMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, stop };
}

test("idle connections end while an answer is not taken, and that one is not cut with them", async () => {
  const { url, stop } = await listening(PATIENCE_MS);
  const silent = await openRaw(url);
  silent.socket.pause();
  silent.socket.write(getting("/huge"));
  const idle = await openRaw(url);
  idle.socket.write(getting("/"));
  await eventually(() => idle.said().endsWith("small"));
  const stopped = stop();
  onTestFinished(() => stopped);
  await idle.closed;
  silent.socket.resume();
  await silent.closed;
  expect(silent.said().split("\r\n\r\n")[1]?.length).toBe(HUGE.length);
});

test("who connected before the stop is answered, also when nobody has accepted the connection yet", async () => {
  const { url, stop } = await listening();
  const clients = Array.from({ length: WAITING }, () => openRaw(url));
  // The machine has made the connections by now; this process has looked at none of them.
  const stopped = stop();
  for (const client of clients) {
    (await client).socket.write(getting("/"));
  }
  for (const { said, closed } of await Promise.all(clients)) {
    await closed;
    expect(said()).toMatch(/^HTTP\/1\.1 200 [^]*small$/);
  }
  await stopped;
});

test("a flood of new connections does not hold a stop up", async () => {
  const { url, server, stop } = await listening();
  let accepted = 0;
  server.on("connection", () => {
    accepted += 1;
    // So that there is always one more that waits.
    void openRaw(url).catch(() => {});
  });
  await openRaw(url);
  await stop();
  expect(accepted).toBeLessThan(BACKLOG + 10);
});
