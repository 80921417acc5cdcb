import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { throwPackets } from "./throw-packets.ts";

test("a fault is found among answers, and a refusal with 503 is none", async () => {
  const server = createServer((socket) => {
    socket
      .on("error", () => {})
      .once("data", (bytes) => {
        const status = bytes.includes("bad") ? 500 : 503;
        socket.end(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`);
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const packet = (text: string) => ({ text, requests: 1, leaves: "ends", cutAt: 0 }) as const;
  const all = ["good", "bad", "good"].map(packet);
  const { port } = server.address() as AddressInfo;
  expect(await throwPackets(port, all, 2)).toEqual({
    statuses: { 500: 1, 503: 2 },
    faults: [JSON.stringify(packet("bad"))],
  });
});
