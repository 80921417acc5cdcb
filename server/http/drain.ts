import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { Socket } from "node:net";

/**
 * How long idle connections stay open when a server stops. A request on one of them is answered, with
 * `connection: close`. Closed at once, it would reset a request that is already on its way.
 */
const IDLE_MS = 1_000;
/** How long answers that are under way are waited for, unless told otherwise. */
const STOP_MS = 5_000;
/** How often a stop looks for connections that have become idle. */
const SWEEP_MS = 50;
/** The most connections that wait to be accepted: what Node asks of the machine by itself. */
const BACKLOG = 511;

/**
 * Follows a server's connections from its start on, and gives what stops it: takes no new connection,
 * answers what is asked on those there are, ends idle ones last, and cuts none inside an answer before
 * `stopMs` have passed.
 */
export function drains(server: Server, stopMs = STOP_MS): () => Promise<void> {
  /** The latest answer of each connection; null before the first. */
  const latest = new Map<Socket, ServerResponse | null>();
  /** How many bytes each connection had sent when its latest answer was out. */
  const readWhenOut = new WeakMap<Socket, number>();
  let stopping = false;
  let accepted = 0;

  server.on("connection", (socket: Socket) => {
    accepted += 1;
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

  /**
   * Accepts the connections that wait, since closing the port resets them. Node accepts one a turn of the
   * event loop, so a turn without one means that none waits. A flood of new ones ends it no later than
   * all that waited at its start are accepted.
   */
  async function acceptWaiting(): Promise<void> {
    // The first turn may be one whose connections were looked at before.
    await endOfTurn();
    let before: number;
    let turns = 0;
    do {
      before = accepted;
      await endOfTurn();
      turns += 1;
    } while (accepted > before && turns <= BACKLOG);
  }

  return async () => {
    stopping = true;
    const closed = once(server, "close");
    await acceptWaiting();
    // Not node:http's, which ends idle connections at once.
    NetServer.prototype.close.call(server);
    const cut = setTimeout(() => server.closeAllConnections(), stopMs);
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

/** Resolves when this turn of the event loop has looked at the network. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
