import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { WebhookPayload } from "../../src/wire/webhook-payload.ts";
import { listenOn } from "./free-port.ts";

/** How a receiver responds: with a status, or with a fault. */
export type Mood = number | "hangs" | "drops" | "redirects" | "slow headers" | "long headers";

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly payload: WebhookPayload;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** `mood`: how it responds, or a function of the number of webhooks received. It is closed after the test. */
export async function startReceiver(mood: Mood | ((count: number) => Mood) = 200) {
  const received: Received[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const text = Buffer.concat(chunks).toString();
    const id = String(request.headers["webhook-id"]);
    const payload = JSON.parse(text) as WebhookPayload;
    received.push({ id, headers: request.headers, text, payload });
    const mood = receiver.mood;
    const chosen = typeof mood === "function" ? mood(received.length) : mood;
    respond(chosen, request, response, timers);
  }

  onTestFinished(() => {
    timers.forEach(clearInterval);
    server.closeAllConnections();
    server.close();
  });
  const receiver = {
    url: `http://127.0.0.1:${await listenOn(server)}/hook`,
    mood,
    received: received as readonly Received[],
  };
  return receiver;
}

function respond(
  mood: Mood,
  request: IncomingMessage,
  response: ServerResponse,
  timers: Set<NodeJS.Timeout>,
): void {
  const { socket } = request;
  const trickle = (text: string, everyMs: number) => {
    const timer = setInterval(() => socket.write(text), everyMs);
    timers.add(timer);
    socket.on("close", () => clearInterval(timer)).on("error", () => {});
  };
  switch (mood) {
    case "hangs":
      return;
    case "drops":
      socket.destroy();
      return;
    case "redirects":
      response.writeHead(302, { location: "http://127.0.0.1:1/inside" }).end();
      return;
    case "slow headers":
      socket.write("HTTP/1.1 200 OK\r\n");
      trickle("x-a: b\r\n", 20);
      return;
    case "long headers":
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(100_000)}\r\n\r\n`);
      return;
    default:
      response.writeHead(mood).end("noted");
  }
}
