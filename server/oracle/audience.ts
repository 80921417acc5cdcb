import type { Socket } from "node:net";
import type { DeferWork } from "../runtime/loop-turns.ts";
import type { ClosedReason } from "./closed-reason.ts";

export type Audience = ReturnType<typeof createAudience>;

/** `slow`: the client did not read. */
export type DropReason = "slow" | ClosedReason | "stopping";

export interface AudienceReport {
  sent(connections: number): void;
  dropped(reason: DropReason, count: number): void;
}

/**
 * Maximum bytes queued in this process per connection. The operating system's buffers fill up first, so a client
 * that reaches this limit has not read for a long time.
 */
const MAX_WAITING_BYTES = 65_536;

/** Connections in one batch, which takes about 10 ms. Requests wait no longer than that. */
const SLICE = 1_000;

/** @param enqueue runs one task in each turn of the event loop; shared by all audiences. */
export function createAudience(enqueue: DeferWork, report: AudienceReport) {
  const members = new Set<Socket>();

  function forAll(work: (socket: Socket) => void): void {
    const sockets = [...members];
    for (let first = 0; first < sockets.length; first += SLICE) {
      enqueue(() => sockets.slice(first, first + SLICE).forEach(work));
    }
  }

  function write(socket: Socket, bytes: Uint8Array): void {
    if (!socket.writable) {
      // The client disconnected while this work was queued.
      return;
    }
    if (socket.writableLength > MAX_WAITING_BYTES) {
      members.delete(socket);
      socket.destroy();
      report.dropped("slow", 1);
      return;
    }
    socket.write(bytes);
  }

  return {
    get size(): number {
      return members.size;
    },
    add: (socket: Socket) => void members.add(socket),
    remove: (socket: Socket) => void members.delete(socket),
    /** Writes to every current connection, after any write in progress. */
    send(bytes: Uint8Array): void {
      report.sent(members.size);
      forAll((socket) => write(socket, bytes));
    },
    /** Ends every current connection, after the bytes already written to it. */
    end(reason: DropReason): void {
      report.dropped(reason, members.size);
      // `destroy` could truncate a message: if data from the client is unread, the operating system discards unsent output.
      forAll((socket) => socket.end());
      members.clear();
    },
  };
}
