import type { Play } from "../scene.ts";
import { clamp01, easeIn, easeInOut, lerp, progress } from "../tracks.ts";
import type { Pile } from "./shown.ts";

/*
 * Bets on the cloth at each moment. What lies there is told along with when it came, in ms of its phase, so
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
  readonly win: string;
  /** How far its words are seen. */
  readonly worded: number;
  /** How far the light of the winner is up, and how far it is paid. */
  readonly lit: number;
  readonly paid: number;
  /** How far its chips are taken away. */
  readonly gone: number;
}

/** How long a chip takes to come down, and the lot of them at most, in ms. */
const [DROP_MS, DROPS_MS] = [240, 900];
/** In ms after it is known who has won. */
const SETTLE = {
  wordsGo: 260,
  light: 600,
  loserAt: 350,
  loser: 750,
  paidAt: 900,
  paid: 700,
} as const;
/** In ms of phase `waiting`: chips are gone before a hand reaches for the cards. */
const CLEARED = { at: 0, length: 220 } as const;

const dropMs = ({ chips, before }: Pile): number =>
  Math.min(DROPS_MS, DROP_MS * Math.abs(chips - before));

function chipsAt(pile: Pile, elapsedMs: number): number {
  const share = progress(elapsedMs, pile.sinceMs, Math.max(1, dropMs(pile)));
  // What is taken back is gone at once; what is added comes down chip by chip.
  return pile.chips < pile.before ? pile.chips : lerp(pile.before, pile.chips, share);
}

/** The bets on the cloth at a moment of a phase. */
export function betsPose({ state, bets }: Play, elapsedMs: number): readonly SpotPose[] {
  const isBetting = state.phase === "betting";
  const isOver = state.phase === "result" || state.phase === "waiting";
  const cleared =
    state.phase === "waiting" ? easeInOut(progress(elapsedMs, CLEARED.at, CLEARED.length)) : 0;
  const settledMs = isOver ? (bets?.settledMs ?? null) : null;
  const at = (fromMs: number, lengthMs: number) =>
    settledMs === null
      ? 0
      : state.phase === "waiting"
        ? 1
        : progress(elapsedMs, settledMs + fromMs, lengthMs);
  return (bets?.spots ?? []).map(({ name, total, own, share, stake, win, hasWon }) => {
    const won = settledMs !== null && hasWon;
    const lost = settledMs !== null && !hasWon;
    return {
      name,
      total: isBetting ? chipsAt(total, elapsedMs) : total.chips,
      own: isBetting ? chipsAt(own, elapsedMs) : own.chips,
      share,
      stake,
      win: won ? win : "",
      worded: (1 - cleared) * (1 - at(0, SETTLE.wordsGo)),
      lit: won ? (1 - cleared) * at(0, SETTLE.light) : 0,
      paid: won ? at(SETTLE.paidAt, SETTLE.paid) : 0,
      gone: clamp01(Math.max(cleared, lost ? easeIn(at(SETTLE.loserAt, SETTLE.loser)) : 0)),
    };
  });
}

/** How far into the state's phase bets move, in ms. */
export function betsRestAfterMs({ state, bets }: Play): number {
  const { spots = [], settledMs = null } = bets ?? {};
  switch (state.phase) {
    case "betting":
      return Math.max(
        0,
        ...spots.flatMap(({ total, own }) =>
          [total, own].map((pile) => pile.sinceMs + dropMs(pile)),
        ),
      );
    case "result":
      return settledMs === null ? 0 : settledMs + SETTLE.paidAt + SETTLE.paid;
    case "waiting":
      return spots.length > 0 ? CLEARED.at + CLEARED.length : 0;
    default:
      return 0;
  }
}
