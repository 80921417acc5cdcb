/*
 * Somebody writes thousands of requests that cost little into one packet. Each was worked on the moment
 * the answer before it was out, all of them in one turn of the event loop: 64 KB on one connection kept
 * everybody waiting for seconds. Now each has a turn of its own, and others are answered in between.
 *
 * Those that wait were kept until their connection ended, when Node makes an error for each: 50 connections with 800
 * each kept everybody waiting for a second once more. Now only a few may wait.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { serializePipelined } from "../../server/http/pipelining.ts";
import { eventually } from "../support/eventually.ts";
import { openRaw } from "../support/raw-client.ts";

const COUNT = 1_000;
const ONE = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n";

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the requests of one packet are worked on in as many turns of the event loop", async () => {
  let answered = 0;
  let inThisTurn = 0;
  let mostInATurn = 0;
  const handle: RequestListener = (_request, response) => {
    answered += 1;
    inThisTurn += 1;
    mostInATurn = Math.max(mostInATurn, inThisTurn);
    setImmediate(() => (inThisTurn = 0));
    response.end();
  };
  const url = await listen(serializePipelined(handle, { ofOne: COUNT, inAll: COUNT }));
  const client = await openRaw(url);
  client.socket.write(ONE.repeat(COUNT));
  await eventually(() => answered === COUNT);
  expect(mostInATurn).toBeLessThanOrEqual(2);
});

test("a client that leaves with requests waiting leaves nothing behind", async () => {
  let answered = 0;
  const handle: RequestListener = (_request, response) => {
    answered += 1;
    response.end();
  };
  const url = await listen(serializePipelined(handle, { ofOne: 8, inAll: 10 }));
  const packet = ONE.repeat(8);
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

test("a connection with too many requests waiting is cut, and another is answered", async () => {
  const begun: string[] = [];
  const url = await listen(
    serializePipelined((request, response) => {
      begun.push(request.url ?? "");
      // Only the other one is answered.
      if (request.url === "/y") {
        response.end();
      }
    }),
  );
  const patient = await openRaw(url);
  patient.socket.write(ONE.repeat(65));
  const attacker = await openRaw(url);
  attacker.socket.write(ONE.repeat(COUNT));
  await attacker.closed;
  const other = await openRaw(url);
  other.socket.write(ONE.replace("/x", "/y"));
  await eventually(() => other.said().startsWith("HTTP/1.1 200"));
  expect(patient.socket.destroyed).toBe(false);
  expect(begun).toEqual(["/x", "/x", "/y"]);
});
