import type { Socket } from "node:net";
import type { SetTimer } from "../runtime/timers.ts";
import type { ClosedReason } from "./closed-reason.ts";

export type Audience = ReturnType<typeof createAudience>;

/** `slow`: the client did not read. */
export type DropReason = "slow" | ClosedReason | "stopping";

export interface AudienceReport {
  sent(connections: number): void;
  dropped(reason: DropReason, count: number): void;
}

/**
 * Maximum bytes of one connection that wait in this process. The operating system's buffers fill up first, so a client
 * that reaches this limit has not read for a long time.
 */
const MAX_WAITING_BYTES = 65_536;

/** @param inSlices shared by all audiences, so that each finishes its message before the next begins. */
export function createAudience(inSlices: Slices, report: AudienceReport) {
  const members = new Set<Socket>();

  function write(socket: Socket, bytes: Uint8Array): void {
    if (!members.has(socket)) {
      // The connection left while others were written to.
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
      inSlices([...members], (socket) => write(socket, bytes));
    },
    /** Ends connections, at most `limit`, each after the bytes written to it. */
    end(reason: DropReason, limit = Infinity): void {
      const ended = [...members].slice(0, limit);
      report.dropped(reason, ended.length);
      for (const socket of ended) {
        members.delete(socket);
        // Ended, not destroyed: if unread input of the client remained, the operating system would discard unsent
        // output, and cut it inside a message.
        socket.end();
      }
    },
  };
}

export type Slices = <T>(items: readonly T[], work: (item: T) => void) => void;

/**
 * Works through long lists of small tasks, `size` items at a time, so that other work can run in between. The first
 * slice runs at once.
 */
export function slices(size: number): Slices {
  const lists: { items: readonly unknown[]; work: (item: never) => void; next: number }[] = [];

  function next(): void {
    const [list] = lists;
    if (list === undefined) {
      return;
    }
    const end = Math.min(list.next + size, list.items.length);
    while (list.next < end) {
      list.work(list.items[list.next++] as never);
    }
    if (end === list.items.length) {
      lists.shift();
    }
    if (lists.length > 0) {
      setImmediate(next);
    }
  }

  return (items, work) => {
    lists.push({ items, work, next: 0 });
    if (lists.length === 1) {
      next();
    }
  };
}

/**
 * All streams of a stopping server end within this time. Their clients reconnect within a second and a half, to a
 * server that also serves others: ten thousand at once would keep it busy for two seconds.
 */
const END_ALL_MS = 2_000;
const STEP_MS = 50;
/** Below this number of connections, all end at once. */
const MIN_GRADUAL = 50;

/** Ends all connections in steps. Those that are still open keep receiving messages. */
export function endGradually(audiences: readonly Audience[], setTimer: SetTimer): void {
  const total = audiences.reduce((sum, { size }) => sum + size, 0);
  const perStep = Math.max(MIN_GRADUAL, Math.ceil((total * STEP_MS) / END_ALL_MS));

  function step(): void {
    let left = perStep;
    for (const audience of audiences) {
      const { size } = audience;
      audience.end("stopping", left);
      left -= size - audience.size;
    }
    if (audiences.some(({ size }) => size > 0)) {
      setTimer(step, STEP_MS);
    }
  }

  step();
}
