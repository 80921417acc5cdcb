/*
 * A process of a bench that takes webhooks, as cheaply as can be: on `/hangs` it never answers, anywhere else
 * at once. It answers every message of its parent with how many it has taken.
 */
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";

// Receivers are other people's machines: they take what the polls leave of this one.
setPriority(constants.priority.PRIORITY_LOW);

const HANGS = Buffer.from("POST /hangs");
const TAKEN = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
let taken = 0;
const server = createServer((socket) => {
  socket.on("error", () => {});
  // The head and the body of a webhook come together or one after the other; the first part tells enough.
  socket.once("data", (head) => {
    socket.resume();
    if (!HANGS.equals(head.subarray(0, HANGS.length))) {
      taken += 1;
      socket.end(TAKEN);
    }
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.((server.address() as AddressInfo).port);
process.on("message", () => process.send?.(taken));
process.once("disconnect", () => process.exit());
