import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimit {
  /** The most connections at once. */
  readonly max: number;
  /** The most of them that have not asked anything yet; `SILENT` if absent. */
  readonly maxSilent?: number;
  /** What a connection is told that there is no room for, and that is ended with it. */
  readonly refusal: Uint8Array;
  readonly onRefusal: () => void;
}

/** Connections besides those of streams: pages, polls, forms. */
const OTHERS = 2_000;
/**
 * Connections that have not asked anything. A client asks one trip after it has connected, so there are
 * hundreds of them at the busiest of times, and each takes 20 KB and the time to make and collect it.
 */
const SILENT = 500;
/** Files that the process opens besides: its database, modules, calls of its own. */
const FILES = 200;

/** How many connections a process takes that may have so many streams, and so many open files. */
export function connectionsFor(streams: number, openFiles: number): number {
  return Math.max(1, Math.min(streams + OTHERS, openFiles - FILES));
}

/** How long a refused client has to read why, and how many may take it; the others are cut. */
const LINGER_MS = 1_000;
const MAX_LINGERING = 200;

/**
 * Holds the connections of a server within limits. Beyond them the one makes way that has been open the
 * longest without asking anything. Where all have asked, the newest is refused.
 */
export function limitConnections(
  server: Server,
  { max, maxSilent = SILENT, refusal, onRefusal }: ConnectionLimit,
): void {
  // Node's own listener makes a parser for the connection, which costs most of its memory.
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  /** Those that have not sent a whole head yet, the oldest first. */
  const silent = new Set<Socket>();
  let open = 0;
  let lingering = 0;

  function refuse(socket: Socket): void {
    onRefusal();
    // Whoever is refused may be gone by now.
    socket.on("error", () => {});
    if (lingering >= MAX_LINGERING) {
      socket.destroy();
      return;
    }
    lingering += 1;
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => {
      lingering -= 1;
      clearTimeout(cut);
    });
    // What it asks is read: a connection that is closed with bytes unread is reset, refusal and all.
    socket.resume().end(refusal);
  }

  server.on("connection", (socket: Socket) => {
    if (open >= max || silent.size >= maxSilent) {
      const [oldest] = silent;
      if (oldest === undefined) {
        refuse(socket);
        return;
      }
      silent.delete(oldest);
      oldest.destroy();
    }
    open += 1;
    silent.add(socket);
    socket.once("close", () => {
      open -= 1;
      silent.delete(socket);
    });
    for (const listener of listeners) {
      listener.call(server, socket);
    }
  });
  server.prependListener("request", ({ socket }) => void silent.delete(socket));
}
