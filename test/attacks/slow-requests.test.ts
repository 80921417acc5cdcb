/*
 * Attack: a client opens connections and sends the head or body of a request one byte at a time. Effect: with Node's
 * defaults, the connections stayed open for minutes. Defence: a whole request must arrive within 10 seconds.
 */
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "../../server/http/http-server.ts";
import { listenOn } from "../support/free-port.ts";
import { openRaw } from "../support/raw-client.ts";
import { startService } from "../support/service.ts";

test.each([
  ["a request head", "GET /embed/baccarat/api/current HTTP/1.1\r\nHost: a\r\nX-Slow: "],
  ["a form", "POST /account/sign-in/ HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n"],
  ["an unread body", "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n"],
])("%s that arrives too slowly ends its connection", async (_, start) => {
  const { handle } = await startService();
  const server = createHttpServer(handle, 200);
  onTestFinished(() => void server.close());
  const client = await openRaw(`http://127.0.0.1:${await listenOn(server)}`);
  client.socket.write(start);
  const drip = setInterval(() => client.socket.write("x"), 20);
  onTestFinished(() => clearInterval(drip));
  await client.closed;
  expect(client.socket.destroyed).toBe(true);
});
