import type { Socket } from "node:net";

/** Connections that are told the same. */
export interface Audience {
  readonly size: number;
  add(socket: Socket): void;
  remove(socket: Socket): void;
  /** Writes the same bytes to everyone who is there now, after what is still being written. */
  tell(bytes: Uint8Array): void;
  /** Ends every connection once it has what was written to it. */
  end(): void;
}

/**
 * How many bytes may wait in this process for one connection. The machine's own buffers come
 * before that, so whoever reaches it has not read for minutes.
 */
export const MAX_WAITING_BYTES = 65_536;

/** Writes done in one go. In between, others get their turn: requests, other games, new streams. */
const SLICE = 500;

/** An audience; `dropped` is called for each connection that is cut because it does not read. */
export function createAudience(dropped: () => void): Audience {
  const members = new Set<Socket>();
  /** What is being written, oldest first, and to whom: those who were there when it was said. */
  const letters: { bytes: Uint8Array; to: readonly Socket[]; next: number }[] = [];

  function write(socket: Socket, bytes: Uint8Array): void {
    if (!members.has(socket)) {
      return;
    }
    if (socket.writableLength > MAX_WAITING_BYTES) {
      members.delete(socket);
      socket.destroy();
      dropped();
      return;
    }
    socket.write(bytes);
  }

  function writeSlice(): void {
    const letter = letters[0];
    if (letter === undefined) {
      return;
    }
    const end = Math.min(letter.next + SLICE, letter.to.length);
    for (; letter.next < end; letter.next++) {
      write(letter.to[letter.next] as Socket, letter.bytes);
    }
    if (end === letter.to.length) {
      letters.shift();
    }
    if (letters.length > 0) {
      setImmediate(writeSlice);
    }
  }

  return {
    get size() {
      return members.size;
    },
    add: (socket) => void members.add(socket),
    remove: (socket) => void members.delete(socket),
    tell(bytes) {
      letters.push({ bytes, to: [...members], next: 0 });
      if (letters.length === 1) {
        writeSlice();
      }
    },
    end() {
      for (const socket of members) {
        socket.destroySoon();
      }
      members.clear();
      letters.length = 0;
    },
  };
}
