import { databaseTime } from "../store/store.ts";
import type { Store } from "../store/store.ts";

/** A time source, whose bounds can go back. All times are epoch ms. */
export interface TimeSource {
  /** `sure`: the database clock. `unwitnessed`: this machine's clock only. */
  readonly trust: "sure" | "unwitnessed";
  bounds(): BoundedTime;
  /** Why the source cannot be trusted, as a message; null if it can. */
  fault(): string | null;
  /** Reads the time. Rejects if the source does not respond. */
  read(): Promise<void>;
}

export interface SourceDeps {
  /** The machine's clock, epoch ms. */
  readonly wall: () => number;
  /** A monotonic clock, in ms. */
  readonly steady: () => number;
}

const MAX_ERROR_MS = 1_000;
/** How long the time stays known after the database's last response. */
const MAX_SILENCE_MS = 10_000;
/** Maximum drift between two machines' clocks: 0.2 ms a second. */
export const DRIFT = 200e-6;

/** The machine's clock at start-up, advanced by the steady clock. */
export function machineTime({ wall, steady }: SourceDeps): TimeSource {
  const offsetMs = wall() - steady();
  return {
    trust: "unwitnessed",
    bounds: () => exactTime(Math.floor(offsetMs + steady())),
    fault() {
      const fromMs = offsetMs + steady();
      const wallMs = wall();
      // The process might have been paused in between.
      const toMs = offsetMs + steady();
      const byMs = Math.max(0, wallMs - toMs) + Math.min(0, wallMs - fromMs);
      return Math.abs(byMs) <= MAX_ERROR_MS
        ? null
        : `This machine's clock was set ${inSeconds(byMs)} ${byMs > 0 ? "ahead" : "back"} while the service ran. Correct the clock; the tables then reopen. Restart the service only if the machine's time is right.`;
    },
    async read() {},
  };
}

/** How far the database clock is ahead of the steady clock, measured when the steady clock read `atMs`. */
interface Offset {
  readonly minMs: number;
  readonly maxMs: number;
  readonly atMs: number;
}

/** The database clock when last read, advanced by the steady clock. */
export async function databaseClock(store: Store, steady: () => number): Promise<TimeSource> {
  let offset = await readOffset();
  /** How far the last reading was ahead of the expected time. */
  let aheadMs = 0;
  /** How far the database clock was set back, and can therefore be set ahead again. */
  let setBackMs = 0;

  async function readOffset(): Promise<Offset> {
    const sentMs = steady();
    const nowMs = await databaseTime(store);
    const receivedMs = steady();
    // The database read its clock at some moment between sending and receiving.
    return { minMs: nowMs - receivedMs, maxMs: nowMs - sentMs, atMs: receivedMs };
  }

  function widen({ minMs, maxMs, atMs }: Offset, steadyMs: number): Offset {
    const driftMs = (steadyMs - atMs) * DRIFT;
    return { minMs: minMs - driftMs, maxMs: maxMs + driftMs, atMs: steadyMs };
  }

  return {
    trust: "sure",
    bounds() {
      const steadyMs = steady();
      const { minMs, maxMs } = widen(offset, steadyMs);
      return { earliestMs: Math.floor(steadyMs + minMs), latestMs: Math.ceil(steadyMs + maxMs) };
    },
    fault() {
      if (aheadMs > MAX_ERROR_MS + setBackMs) {
        return `The database clock moved ${inSeconds(aheadMs)} ahead while the service ran. Correct that clock; the tables then reopen. Restart the service only if that clock is right, for example because this machine was paused.`;
      }
      return steady() - offset.atMs <= MAX_SILENCE_MS
        ? null
        : `The database has not responded for ${inSeconds(steady() - offset.atMs)}, so the time is unknown. Check the database.`;
    },
    async read() {
      const found = await readOffset();
      const known = widen(offset, found.atMs);
      const minMs = Math.max(known.minMs, found.minMs);
      const maxMs = Math.min(known.maxMs, found.maxMs);
      aheadMs = found.minMs - known.maxMs;
      if (aheadMs > MAX_ERROR_MS + setBackMs) {
        // Following the clock would reveal outcomes early.
        return;
      }
      if (minMs <= maxMs) {
        offset = { minMs, maxMs, atMs: found.atMs };
      } else {
        setBackMs = Math.max(0, setBackMs + (aheadMs > 0 ? -aheadMs : known.minMs - found.maxMs));
        offset = found;
      }
    },
  };
}

function inSeconds(ms: number): string {
  return `${(Math.abs(ms) / 1_000).toFixed(1)} s`;
}

/**
 * The bounds of the current time, epoch ms, both included. A round is revealed by the earliest time, and its bets close
 * by the latest.
 */
export interface BoundedTime {
  readonly earliestMs: number;
  readonly latestMs: number;
}

export function exactTime(nowMs: number): BoundedTime {
  return { earliestMs: nowMs, latestMs: nowMs };
}
