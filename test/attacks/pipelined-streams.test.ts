/*
 * Attack: a client sends 100,000 requests for pages or a stream on one connection at once. Effect: the process stopped
 * responding to everybody for 16 seconds. Defence: a connection is cut if it pipelines more than a few requests, or any
 * after a stream, where it would never get a response.
 */
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { startListening } from "../support/listening-service.ts";
import { getting, openRaw } from "../support/raw-client.ts";

const STREAM = getting("/embed/baccarat/api/stream");
const ASKED = 100_000;
/** Twice the number of requests that one packet can contain. */
const TAKEN_IN = 3_000;

test("a request pipelined behind an open stream ends the connection", async () => {
  const { url, server, metrics } = await startListening();
  let takenIn = 0;
  server.on("request", () => (takenIn += 1));
  const attacker = await openRaw(url);
  attacker.socket.write(STREAM.repeat(ASKED));
  await eventually(() => attacker.socket.destroyed);
  for (let poll = 0; poll < 300 && takenIn < TAKEN_IN; poll++) {
    expect((await fetch(`${url}/embed/baccarat/api/current`)).status).toBe(200);
  }
  expect(takenIn).toBeLessThan(TAKEN_IN);
  const late = await openRaw(url);
  late.socket.write(STREAM);
  await eventually(() => late.received().includes("event: state"));
  late.socket.write(getting("/embed/baccarat/api/current"));
  await eventually(() => late.socket.destroyed);
  expect(late.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  await eventually(async () =>
    (await metrics.text()).includes('tableside_streams_open{game="baccarat"} 0\n'),
  );
});

test("a thousand requests in one packet end the connection", async () => {
  const { url } = await startListening();
  const pages = Array.from({ length: 9 }, (_, at) => `/embed/baccarat/api/results?round=${at + 1}`);
  const client = await openRaw(url);
  client.socket.write(pages.map(getting).join(""));
  await eventually(() => client.received().split("HTTP/1.1 200").length === 10);
  const rounds = [...client.received().matchAll(/"round":(\d+)/g)].map(([, round]) =>
    Number(round),
  );
  expect(rounds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const attacker = await openRaw(url);
  attacker.socket.write(getting("/embed/baccarat/api/results?limit=500").repeat(1_000));
  await eventually(() => attacker.socket.destroyed);
  expect((await fetch(`${url}/embed/baccarat/api/current`)).status).toBe(200);
});
