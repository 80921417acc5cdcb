import { AsyncLocalStorage } from "node:async_hooks";
import type { Duplex } from "node:stream";

/** A process of the simulated world: what it began ends with it. */
export interface Host {
  readonly name: string;
  /** False from its crash on: nothing that it waits for will ever come. */
  isAlive: boolean;
  /** Whether it stands still: as when a machine swaps, or is moved. See `Agenda.thaw`. */
  isFrozen: boolean;
  /** How far its clock is ahead of the world's, ms. */
  aheadMs: number;
  /** How much later than it should a timer of it goes off at most, besides what is usual, ms. */
  lateMs: number;
  /** When it began, ms of the world. */
  readonly bornMs: number;
  /** Open handles of databases. A crash closes them, and with that undoes what was not committed. */
  readonly handles: Set<{ close(): void; readonly isOpen: boolean }>;
  /** Open ends of connections. */
  readonly sockets: Set<Duplex>;
  /** How many of its timers wait. */
  timers: number;
}

/** Whose code runs. All that it begins, directly or later, is that host's. */
export const present = new AsyncLocalStorage<Host>();

export function createHost(name: string, bornMs: number, aheadMs = 0): Host {
  return {
    name,
    isAlive: true,
    isFrozen: false,
    aheadMs,
    lateMs: 0,
    bornMs,
    handles: new Set(),
    sockets: new Set(),
    timers: 0,
  };
}

/** Closes databases under a process; what it had not committed is undone. */
export function closeHandles({ handles }: Host): void {
  for (const handle of handles) {
    if (handle.isOpen) {
      handle.close();
    }
  }
  handles.clear();
}

/** Ends a process without a word, as `kill -9` does. */
export function crash(host: Host): void {
  host.isAlive = false;
  closeHandles(host);
  for (const socket of host.sockets) {
    // Nobody here learns of it any more; the other end does.
    socket.removeAllListeners().on("error", () => {});
    socket.destroy();
  }
  host.sockets.clear();
}
