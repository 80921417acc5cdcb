import { isConfirmed } from "../../../src/round/phases.ts";
import { arc, easeIn, easeInOut, progress } from "../easing.ts";
import type { Play } from "../scene.ts";
import type { Pile } from "./visible-bets.ts";

/* Bets on the felt as a function of time, like the rest of the picture: each bet has its arrival time in its phase. */

/** A spot's pose. Progress values are from 0 to 1. */
export interface SpotPose {
  readonly name: string;
  /** Chips in all players' pile; the fraction is how far the next chip has fallen. */
  readonly total: number;
  /** Chips in the player's own pile, with a fraction as in `total`. */
  readonly own: number;
  readonly percent: string;
  readonly stake: string;
  /** The player's result here; empty for none. */
  readonly result: string;
  readonly isGain: boolean;
  readonly resultShown: number;
  /** Opacity of the percentage and the stake. */
  readonly labelsShown: number;
  readonly hasWon: boolean;
  readonly lit: number;
  /** Progress of paying the player's own bet. */
  readonly paid: number;
  /** Progress of the dealer's sweep of lost chips. */
  readonly swept: number;
  /** Progress of the player taking won chips. */
  readonly taken: number;
  readonly gone: number;
}

/**
 * Times of settling the operator's bets, in ms after the winners are known. The viewer sees the cards first; then lost
 * bets are swept away, and winners are paid. The paddle's times are `PAY_MS`: its chips arrive at `paid.at`.
 */
export const BETS_MS = {
  swept: { at: 980, length: 700 },
  paid: { at: 1_980, length: 700 },
} as const;

/** Time a chip takes to drop and come to rest, in ms; chips drop one after the other. */
const DROP_MS = 200;
/** Times of the text and the light after the winners are known, in ms. */
const SETTLE_MS = {
  /** The labels fade out. */
  labels: { at: 0, length: 260 },
  light: { at: 0, length: 600 },
  result: { at: 200, length: 260 },
} as const;
/** Length of the `result` phase if it is unknown, in ms. */
const DEFAULT_RESULT_MS = 3_000;
/** The sweep's progress when its chips start to disappear. */
const LOST_FROM = 0.85;
/** When chips disappear in the `waiting` phase, in ms: before the paddle sweeps the cards. */
const CLEARED_MS = { at: 0, length: 220 } as const;

/** Heights of a chip's fall and bounce, in chip widths. */
const FALL_HEIGHT = 1.2;
const BOUNCE_HEIGHT = 0.09;
/** The drop's progress when the chip lands. */
const LANDED_AT = 0.68;

/** A dropping chip's height above its place, in chip widths, at a progress of 0 to 1. */
export const dropHeight = (fallen: number): number =>
  fallen < LANDED_AT
    ? (1 - easeIn(fallen / LANDED_AT)) * FALL_HEIGHT
    : arc((fallen - LANDED_AT) / (1 - LANDED_AT)) * BOUNCE_HEIGHT;

/** When a pile's last chip comes to rest, in ms from the start of `betting`. */
export const laidAtMs = ({ chips, before, sinceMs }: Pile): number =>
  sinceMs + DROP_MS * Math.max(0, chips - before);

function chipsAt({ chips, before, sinceMs }: Pile, elapsedMs: number): number {
  // Removed chips disappear immediately; added ones drop one by one.
  return Math.min(chips, before + Math.max(0, elapsedMs - sinceMs) / DROP_MS);
}

/** How far the table is cleared, when the bets were settled, and the progress of each part of settling them. */
function settlingAt({ state, bets, resultMs = DEFAULT_RESULT_MS }: Play, elapsedMs: number) {
  const cleared =
    state.phase === "waiting"
      ? easeInOut(progress(elapsedMs, CLEARED_MS.at, CLEARED_MS.length))
      : 0;
  const settledMs = isConfirmed(state.phase) ? (bets?.settledMs ?? null) : null;
  // A late settlement continues while the table is cleared.
  const sinceResultMs = elapsedMs + (state.phase === "waiting" ? resultMs : 0);
  const progressOf = (part: { at: number; length: number }, lateMs = 0) =>
    settledMs === null ? 0 : progress(sinceResultMs, settledMs + part.at + lateMs, part.length);
  return { cleared, settledMs, progressOf };
}

/** All bets' pose on the felt, `elapsedMs` into the phase. `lateMs` delays paying the winners. */
export function betsPose(play: Play, elapsedMs: number, lateMs = 0): readonly SpotPose[] {
  const { state, bets } = play;
  const isBetting = state.phase === "betting";
  const { cleared, settledMs, progressOf } = settlingAt(play, elapsedMs);
  return (bets?.spots ?? []).map((spot) => {
    const { name, total, own, percent, stake, result, isPaid, isGain, hasWon } = spot;
    const won = settledMs !== null && hasWon;
    const lost = settledMs !== null && !hasWon;
    const swept = lost ? easeInOut(progressOf(BETS_MS.swept)) : 0;
    return {
      name,
      total: isBetting ? chipsAt(total, elapsedMs) : total.chips,
      own: isBetting ? chipsAt(own, elapsedMs) : own.chips,
      percent,
      stake,
      result: settledMs === null ? "" : result,
      isGain: won && isGain,
      resultShown: (1 - cleared) * progressOf(SETTLE_MS.result),
      hasWon: won,
      labelsShown: (1 - cleared) * (1 - progressOf(SETTLE_MS.labels)),
      lit: won ? (1 - cleared) * progressOf(SETTLE_MS.light) : 0,
      paid: won && isPaid ? progressOf(BETS_MS.paid, lateMs) : 0,
      swept,
      taken: won ? cleared : 0,
      gone: Math.max(cleared, progress(swept, LOST_FROM, 1 - LOST_FROM)),
    };
  });
}

/** The time in the state's phase at which the bets come to rest, in ms. */
export function betsRestAfterMs(
  { state, bets, resultMs = DEFAULT_RESULT_MS }: Play,
  lateMs = 0,
): number {
  const { spots = [], settledMs = null } = bets ?? {};
  const settled =
    settledMs === null ? 0 : settledMs + BETS_MS.paid.at + lateMs + BETS_MS.paid.length;
  switch (state.phase) {
    case "betting":
      return Math.max(0, ...spots.flatMap(({ total, own }) => [total, own].map(laidAtMs)));
    case "result":
      return settled;
    case "waiting":
      return spots.length > 0 ? Math.max(CLEARED_MS.at + CLEARED_MS.length, settled - resultMs) : 0;
    default:
      return 0;
  }
}
