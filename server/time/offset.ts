/**
 * How far a clock is ahead of this process's steady clock, in ms: between the two, as of `atMs` of the
 * steady clock. A steady clock counts ms from any beginning, and nobody can set it.
 */
export interface Offset {
  readonly leastMs: number;
  readonly mostMs: number;
  readonly atMs: number;
}

/** How fast the clock of any machine may run away, at most: 0.2 ms a second. */
export const DRIFT = 200e-6;

/** What a clock said, and when it was asked and had answered by the steady clock. */
export interface Reading {
  readonly fromMs: number;
  /** The same as `fromMs` for a clock that says a moment, and later for one that says whole seconds. */
  readonly toMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/**
 * It was read at some moment between the question and the answer; if right at the question, the two have
 * run apart since.
 */
export function offsetOf({ fromMs, toMs, sentMs, receivedMs }: Reading): Offset {
  const driftMs = (receivedMs - sentMs) * DRIFT;
  return { leastMs: fromMs - receivedMs, mostMs: toMs - sentMs + driftMs, atMs: receivedMs };
}

/** The same at a later time of the steady clock: the two may have run apart meanwhile. */
export function aged({ leastMs, mostMs, atMs }: Offset, steadyMs: number): Offset {
  const driftMs = Math.max(0, steadyMs - atMs) * DRIFT;
  return { leastMs: leastMs - driftMs, mostMs: mostMs + driftMs, atMs: Math.max(atMs, steadyMs) };
}

/**
 * What is known after a further reading: what holds by both. Where nothing does, a clock was set, and
 * the newer one counts.
 */
export function narrowed(kept: Offset | undefined, found: Offset): Offset {
  if (kept === undefined) {
    return found;
  }
  const old = aged(kept, found.atMs);
  const leastMs = Math.max(old.leastMs, found.leastMs);
  const mostMs = Math.min(old.mostMs, found.mostMs);
  return leastMs <= mostMs ? { leastMs, mostMs, atMs: found.atMs } : found;
}

type Span = Pick<Offset, "leastMs" | "mostMs">;

/** How far the first lies ahead of the second, in ms: 0 where they meet, negative where it is behind. */
export function aheadMs(one: Span, other: Span): number {
  return Math.max(0, one.leastMs - other.mostMs) + Math.min(0, one.mostMs - other.leastMs);
}

/** A moment that is not in doubt. */
export function pointAt(ms: number): Span {
  return { leastMs: ms, mostMs: ms };
}
