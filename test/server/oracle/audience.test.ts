import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createAudience, type DropReason } from "../../../server/oracle/audience.ts";
import { eventually } from "../../support/eventually.ts";
import { listenOn } from "../../support/free-port.ts";

interface Pair {
  readonly ours: Socket;
  readonly theirs: Socket;
}

async function connections(count: number): Promise<Pair[]> {
  const server = createServer();
  const port = await listenOn(server);
  onTestFinished(() => void server.close());
  const pairs = [];
  for (let i = 0; i < count; i++) {
    const theirs = connect(port, "127.0.0.1");
    const [ours] = (await once(server, "connection")) as [Socket];
    onTestFinished(() => void theirs.destroy());
    pairs.push({ ours: ours.on("error", () => {}), theirs });
  }
  return pairs;
}

test("only a client that stops reading is disconnected, once more than 64 KiB is waiting for it", async () => {
  const dropped: [DropReason, number][] = [];
  const audience = createAudience(setImmediate, {
    sent: () => {},
    dropped: (...drop) => dropped.push(drop),
  });
  const pairs = await connections(3);
  const [slow, ...others] = pairs as [Pair, ...Pair[]];
  const received = others.map(({ theirs }) => {
    let bytes = 0;
    theirs.on("data", (piece: Buffer) => (bytes += piece.length));
    return () => bytes;
  });
  slow.theirs.pause();
  for (const { ours } of pairs) {
    audience.add(ours);
  }
  // Large, since the operating system's buffers must be full before any bytes wait in the process.
  const message = Buffer.alloc(32_768);
  let published = 0;
  let mostWaiting = 0;
  while (!slow.ours.destroyed) {
    audience.send(message);
    published += message.length;
    mostWaiting = Math.max(mostWaiting, slow.ours.writableLength);
    await eventually(() => received.every((bytes) => bytes() === published));
  }
  expect(dropped).toEqual([["slow", 1]]);
  expect(audience.size).toBe(2);
  expect(mostWaiting).toBeGreaterThan(65_536);
  expect(mostWaiting).toBeLessThanOrEqual(65_536 + message.length);
  audience.send(message);
  await eventually(() => received.every((bytes) => bytes() === published + message.length));
});
