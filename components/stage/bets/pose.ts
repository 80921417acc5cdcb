import type { Play } from "../scene.ts";
import { arc, easeIn, easeInOut, progress } from "../tracks.ts";
import type { Pile } from "./shown.ts";
import { BETS_MS } from "./times.ts";
import type { SweepTimes } from "./times.ts";

/*
 * Bets on the cloth at each moment. Each comes with the time of its arrival, in ms of its phase, so
 * that it is a function of time like the rest of the picture.
 */

/** How a spot looks at a moment; shares from 0 to 1. */
export interface SpotPose {
  readonly name: string;
  /** Chips in its piles; what is over whole ones is how far the next chip has come down. */
  readonly total: number;
  readonly own: number;
  readonly share: string;
  readonly stake: string;
  /** The player's result here, whether it is a gain, and how far it has appeared. */
  readonly told: readonly string[];
  readonly isGain: boolean;
  readonly toldSeen: number;
  /** How far its other words are seen. */
  readonly worded: number;
  /** How far the light of the winner is up, and how far the player's own chips are paid. */
  readonly hasWon: boolean;
  readonly lit: number;
  readonly paid: number;
  /** The hand that sweeps its chips off the table, where one does. */
  readonly sweptBy?: "left" | "right" | undefined;
  /** How far the dealer has swept its chips off the table, how far a player has taken them, and how far they are gone. */
  readonly swept: number;
  readonly taken: number;
  readonly gone: number;
}

/** How long a chip takes to come down and to lie still: one after the other comes. */
const DROP_MS = 200;
/** In ms after it is known who has won. */
const SETTLE = { wordsGo: 260, light: 600, tell: 200, told: 260 } as const;
const NOTHING: readonly string[] = [];
/** How long phase `result` is where nobody says it, in ms. */
const LEAST_RESULT_MS = 3_000;
/** On the last part of their way to the dealer, as a share of it, chips are lost from sight. */
const LOST_FROM = 0.85;
/** In ms of phase `waiting`: chips are gone before a hand reaches for the cards. */
const CLEARED = { at: 0, length: 220 } as const;

/** From how high it comes, when on its way it lands, and how high it springs then: in widths of one, and a share. */
const [FALL, LANDS, SPRINGS] = [1.2, 0.68, 0.09];

/** How high above its place a chip is so far on its way, 0 to 1, in widths of one. */
export const fallenTo = (down: number): number =>
  down < LANDS ? (1 - easeIn(down / LANDS)) * FALL : arc((down - LANDS) / (1 - LANDS)) * SPRINGS;

/** When the last chip of a pile lies, in ms of phase `betting`. */
export const laidAtMs = ({ chips, before, sinceMs }: Pile): number =>
  sinceMs + DROP_MS * Math.max(0, chips - before);

function chipsAt({ chips, before, sinceMs }: Pile, elapsedMs: number): number {
  // What is taken back is gone at once; what is added comes down chip by chip.
  return Math.min(chips, before + Math.max(0, elapsedMs - sinceMs) / DROP_MS);
}

/** How bets are settled at a moment of a phase: how far the table is cleared, and how far something has come since. */
function settlingAt({ state, bets, resultMs = LEAST_RESULT_MS }: Play, elapsedMs: number) {
  const isOver = state.phase === "result" || state.phase === "waiting";
  const cleared =
    state.phase === "waiting" ? easeInOut(progress(elapsedMs, CLEARED.at, CLEARED.length)) : 0;
  const settledMs = isOver ? (bets?.settledMs ?? null) : null;
  // A late result stays while the table is cleared.
  const sinceResultMs = elapsedMs + (state.phase === "waiting" ? resultMs : 0);
  const at = (fromMs: number, lengthMs: number) =>
    settledMs === null ? 0 : progress(sinceResultMs, settledMs + fromMs, lengthMs);
  return { cleared, settledMs, at };
}

/** How the bets of a game are settled where that is not as everywhere. */
export interface Settling {
  /** How much later winners are paid, in ms; below 0 sooner. */
  lateMs: number;
  /** When the lost bets on a spot are swept into the tray, and by which hand of the dealer. */
  sweepOf(name: string): (SweepTimes & { hand: "left" | "right" }) | undefined;
}

/** How long chips take to disappear among those in the tray, in ms. */
const IN_TRAY_MS = 120;

/** The bets on the cloth at a moment of a phase. */
export function betsPose(
  play: Play,
  elapsedMs: number,
  { lateMs, sweepOf }: Settling = { lateMs: 0, sweepOf: () => undefined },
): readonly SpotPose[] {
  const { state, bets } = play;
  const isBetting = state.phase === "betting";
  const { cleared, settledMs, at } = settlingAt(play, elapsedMs);
  return (bets?.spots ?? []).map((spot) => {
    const { name, total, own, share, stake, told, isPaid, isGain, hasWon } = spot;
    const won = settledMs !== null && hasWon;
    const lost = settledMs !== null && !hasWon;
    const sweep = lost ? sweepOf(name) : undefined;
    const { atMs, lengthMs } = sweep ?? { atMs: BETS_MS.sweptAt, lengthMs: BETS_MS.swept };
    const swept = easeInOut(at(atMs, lengthMs));
    const lostFromSight = sweep
      ? at(atMs + lengthMs, IN_TRAY_MS)
      : progress(swept, LOST_FROM, 1 - LOST_FROM);
    return {
      name,
      total: isBetting ? chipsAt(total, elapsedMs) : total.chips,
      own: isBetting ? chipsAt(own, elapsedMs) : own.chips,
      share,
      stake,
      told: settledMs === null ? NOTHING : told,
      isGain: won && isGain,
      toldSeen: (1 - cleared) * at(SETTLE.tell, SETTLE.told),
      hasWon: won,
      worded: (1 - cleared) * (1 - at(0, SETTLE.wordsGo)),
      lit: won ? (1 - cleared) * at(0, SETTLE.light) : 0,
      paid: won && isPaid ? at(BETS_MS.paidAt + lateMs, BETS_MS.paid) : 0,
      sweptBy: sweep?.hand,
      swept: lost ? swept : 0,
      taken: won ? cleared : 0,
      gone: Math.max(cleared, lost ? lostFromSight : 0),
    };
  });
}

/** How far into the state's phase bets move, in ms. */
export function betsRestAfterMs(
  { state, bets, resultMs = LEAST_RESULT_MS }: Play,
  { lateMs }: Pick<Settling, "lateMs"> = { lateMs: 0 },
): number {
  const { spots = [], settledMs = null } = bets ?? {};
  const settled = settledMs === null ? 0 : settledMs + BETS_MS.paidAt + lateMs + BETS_MS.paid;
  switch (state.phase) {
    case "betting":
      return Math.max(0, ...spots.flatMap(({ total, own }) => [total, own].map(laidAtMs)));
    case "result":
      return settled;
    case "waiting":
      return spots.length > 0 ? Math.max(CLEARED.at + CLEARED.length, settled - resultMs) : 0;
    default:
      return 0;
  }
}
