import type { Socket } from "node:net";
import type { SetTimer } from "../runtime/timers.ts";
import type { ClosedReason } from "./closed-reason.ts";

/** Connections that are sent the same. */
export interface Audience {
  readonly size: number;
  add(socket: Socket): void;
  remove(socket: Socket): void;
  /** Writes the same bytes to every connection that is there now, after what is still being written. */
  send(bytes: Uint8Array): void;
  /** Ends connections, so many at most, each once it has what was written to it. */
  end(reason: DropReason, most?: number): void;
}

/** Why this side ended a connection: it did not read, or all of a game or of the server were ended. */
export type DropReason = "slow" | ClosedReason | "stopping";

/** Counts what an audience does. */
export interface AudienceReport {
  /** A message was written to so many connections. */
  sent(count: number): void;
  dropped(reason: DropReason, count: number): void;
}

/**
 * How many bytes may wait in this process for one connection. The machine's own buffers come
 * before that, so a client that reaches it has not read for a long time.
 */
export const MAX_WAITING_BYTES = 65_536;

/**
 * An audience.
 *
 * @param inSlices is shared by all audiences, so that one has its message before the next is sent any.
 */
export function createAudience(inSlices: Slices, report: AudienceReport): Audience {
  const members = new Set<Socket>();

  function write(socket: Socket, bytes: Uint8Array): void {
    if (!members.has(socket)) {
      // Left while others were written to.
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
    get size() {
      return members.size;
    },
    add: (socket) => void members.add(socket),
    remove: (socket) => void members.delete(socket),
    send(bytes) {
      report.sent(members.size);
      inSlices([...members], (socket) => write(socket, bytes));
    },
    end(reason, most = Infinity) {
      const ended = [...members].slice(0, most);
      report.dropped(reason, ended.length);
      for (const socket of ended) {
        members.delete(socket);
        // Not destroyed: with anything of the client's unread, the machine would throw away what the
        // client has not taken yet, and cut it inside a message.
        socket.end();
      }
    },
  };
}

/** Does something with each item, in order, after all that was asked for before. */
export type Slices = <T>(items: readonly T[], work: (item: T) => void) => void;

/**
 * Long lists of small work, `size` items at a time: in between, the process does what else there is
 * to do. The first slice is done at once.
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
 * The longest that a stop takes to end all streams. Their clients reconnect within a second and a half, to a
 * server that has others to serve: ten thousand at once would keep it for two.
 */
const HAND_OVER_MS = 2_000;
const STEP_MS = 50;
/** Where there are few, there is no need to wait. */
const FEWEST = 50;

/** Ends audiences a part at a time. Those that wait for it are sent what there is till then. */
export function handOver(audiences: readonly Audience[], setTimer: SetTimer): void {
  const all = audiences.reduce((sum, { size }) => sum + size, 0);
  const part = Math.max(FEWEST, Math.ceil((all * STEP_MS) / HAND_OVER_MS));

  function step(): void {
    let left = part;
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
