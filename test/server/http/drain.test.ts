/*
 * One client that did not take its answer kept all idle connections from being ended: each stop took five
 * seconds, and cut all of them.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { drains } from "../../../server/http/drain.ts";
import { createHttpServer } from "../../../server/http/http-server.ts";
import { eventually } from "../../support/eventually.ts";
import { getting, openRaw } from "../../support/raw-client.ts";

const HUGE = "x".repeat(50_000_000);

test("idle connections end while an answer is not taken, and that one is not cut with them", async () => {
  const server = createHttpServer((request, response) => {
    response.end(request.url === "/huge" ? HUGE : "small");
  });
  const stop = drains(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
