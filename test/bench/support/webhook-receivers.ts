/*
 * A thread of a bench that takes webhooks: on `/hangs` it never answers, anywhere else at once. It answers
 * every message of its parent with how many it has taken.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";

let taken = 0;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    if (request.url !== "/hangs") {
      taken += 1;
      response.writeHead(204).end();
    }
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
parentPort?.postMessage((server.address() as AddressInfo).port);
parentPort?.on("message", () => parentPort?.postMessage(taken));
