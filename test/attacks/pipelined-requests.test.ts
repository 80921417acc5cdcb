import { once } from "node:events";
/*
 * Somebody writes thousands of requests that cost little into one packet. Each was worked on the moment
 * the answer before it was out, all of them in one turn of the event loop: 64 KB on one connection kept
 * everybody waiting for seconds. Now each has a turn of its own, and others are answered in between.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { serializePipelined } from "../../server/http/pipelining.ts";
import { eventually } from "../support/eventually.ts";
import { openRaw } from "../support/raw-client.ts";

const COUNT = 1_000;

test("the requests of one packet are worked on in as many turns of the event loop", async () => {
  let answered = 0;
  let inThisTurn = 0;
  let mostInATurn = 0;
  const server = createServer(
    serializePipelined((_request, response) => {
      answered += 1;
      inThisTurn += 1;
      mostInATurn = Math.max(mostInATurn, inThisTurn);
      setImmediate(() => (inThisTurn = 0));
      response.end();
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const client = await openRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.socket.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n".repeat(COUNT));
  await eventually(() => answered === COUNT);
  expect(mostInATurn).toBeLessThanOrEqual(2);
});

test("a client that leaves with requests waiting leaves nothing behind", async () => {
  let answered = 0;
  const server = createServer(
    serializePipelined((_request, response) => {
      answered += 1;
      response.end();
    }, 10),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const packet = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8);
  // More than may wait in all, were those counted who have gone.
  for (let clients = 0; clients < 10; clients++) {
    const leaving = await openRaw(url);
    leaving.socket.write(packet, () => leaving.socket.destroy());
    await leaving.closed;
  }
  const before = answered;
  const staying = await openRaw(url);
  staying.socket.write(packet);
  await eventually(() => staying.said().split("HTTP/1.1 200").length === 9);
  expect(answered).toBeGreaterThanOrEqual(before + 8);
});
