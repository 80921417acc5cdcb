import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { Socket } from "node:net";

/**
 * How long idle connections stay open when a server stops. A request on one of them is answered, with
 * `connection: close`. Closed at once, it would reset a request that is already on its way.
 */
const IDLE_MS = 1_000;
/** How long answers that are under way are waited for. */
const STOP_MS = 5_000;
/** How often a stop looks for connections that have become idle. */
const SWEEP_MS = 50;

/**
 * Follows a server's connections from its start on, and gives what stops it: takes no new connection,
 * answers what is asked on those there are, ends idle ones last, and cuts none inside an answer before
 * STOP_MS have passed.
 */
export function drains(server: Server): () => Promise<void> {
  /** The latest answer of each connection; null before the first. */
  const latest = new Map<Socket, ServerResponse | null>();
  /** How many bytes each connection had sent when its latest answer was out. */
  const readWhenOut = new WeakMap<Socket, number>();
  let stopping = false;

  server.on("connection", (socket: Socket) => {
    latest.set(socket, null);
    socket.once("close", () => latest.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    const { socket } = request;
    latest.set(socket, response);
    response.once("finish", () => readWhenOut.set(socket, socket.bytesRead));
    if (stopping) {
      response.setHeader("connection", "close");
    }
  });

  /** Not Node's own, which takes a connection for idle whose answer is ended and not out. */
  function endIdle(): void {
    for (const [socket, response] of latest) {
      const isIdle =
        response === null
          ? socket.bytesRead === 0
          : response.writableFinished && readWhenOut.get(socket) === socket.bytesRead;
      // Or ended by this side and not by the other.
      if (isIdle || socket.writableFinished) {
        socket.destroy();
      }
    }
  }

  return async () => {
    stopping = true;
    const closed = once(server, "close");
    // Right after the machine's connections were accepted, since it resets those that were not.
    await afterPoll();
    // Not node:http's, which ends idle connections at once.
    NetServer.prototype.close.call(server);
    const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
    let sweep: NodeJS.Timeout | undefined;
    const idle = setTimeout(() => {
      sweep = setInterval(() => setImmediate(endIdle), SWEEP_MS);
    }, IDLE_MS);
    await closed;
    for (const timer of [cut, idle, sweep]) {
      clearTimeout(timer);
    }
  };
}

/** Resolves when what has arrived by now was looked at: the first comes before that, the second after it. */
function afterPoll(): Promise<void> {
  return new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
}
