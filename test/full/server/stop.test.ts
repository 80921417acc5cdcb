/*
 * Cause: a server that was shutting down closed idle connections immediately, although their next request was in
 * flight: 347 of 9,253 requests got a reset. It also destroyed streams, three of 360 in the middle of a message.
 */
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { ensureBuild } from "../../support/build.ts";
import { eventually } from "../../support/eventually.ts";
import { getting, openRaw } from "../../support/raw-client.ts";
import { startServer } from "../../support/server-process.ts";

beforeAll(ensureBuild, 600_000);

const POLLERS = 60;
const PAUSE_MS = 20;
/** Half the time for which a server that is shutting down keeps an idle connection open. */
const PROMPT_MS = 500;

const responsesIn = (text: string) => text.split("HTTP/1.1 200").length - 1;

/**
 * Polls on one connection until a response closes it, and returns the numbers of requests and responses. A request
 * that a busy machine sent so late that the connection was idle does not count.
 */
async function poll(
  address: string,
  onResponse: () => void,
): Promise<{ asked: number; answered: number }> {
  const { socket, received, closed } = await openRaw(address);
  let asked = 0;
  let answeredMs = performance.now();
  const answered = () => responsesIn(received());
  const isOver = closed.then(() => true);
  for (;;) {
    const isPrompt = performance.now() - answeredMs < PROMPT_MS;
    socket.write(getting("/embed/baccarat/api/current"));
    asked += 1;
    while (answered() < asked) {
      if (await Promise.race([isOver, pause(1)])) {
        return { asked: isPrompt ? asked : asked - 1, answered: answered() };
      }
    }
    answeredMs = performance.now();
    onResponse();
    if (/connection: close/i.test(received().slice(received().lastIndexOf("HTTP/1.1")))) {
      return { asked, answered: answered() };
    }
    await pause(Math.random() * PAUSE_MS);
  }
}

test("a server that is shutting down asks clients to reconnect elsewhere", async () => {
  const server = await startServer();
  const waiting = new Set(Array.from({ length: POLLERS }, (_, index) => index));
  const polls = [...waiting].map((index) => poll(server.address, () => waiting.delete(index)));
  await eventually(() => waiting.size === 0);
  server.child.kill("SIGTERM");
  for (const { asked, answered } of await Promise.all(polls)) {
    expect(answered).toBe(asked);
  }
  expect(await server.ended()).toBe(0);
});

test("a server that is shutting down still sends the state to a new stream", async () => {
  const server = await startServer();
  const [viewer, balancer] = [await openRaw(server.address), await openRaw(server.address)];
  for (const { socket, received } of [viewer, balancer]) {
    socket.write(getting("/healthz"));
    await eventually(() => responsesIn(received()) === 1);
  }
  server.child.kill("SIGTERM");
  await server.untilPrinted('"event":"stopping"');
  viewer.socket.write(getting("/embed/baccarat/api/stream"));
  balancer.socket.write(getting("/healthz"));
  await Promise.all([viewer.closed, balancer.closed]);
  expect(viewer.received()).toMatch(/HTTP\/1\.1 200[^]*\nretry: \d+\nevent: state\n[^]*\n\n$/);
  expect(balancer.received()).toMatch(/HTTP\/1\.1 503[^]*\r\nretry-after: 5\r\n/);
  expect(await server.ended()).toBe(0);
});
