import { whim } from "../../../src/round/whim.ts";
import { IDLE_FROM_MS, idleUntilMs } from "../../stage/idle/restless.ts";
import type { Play } from "../../stage/scene.ts";
import { arc, clamp01 } from "../../stage/tracks.ts";
import { STILL } from "./race-balls.ts";
import type { BallMove } from "./race-balls.ts";

/*
 * While bets are taken each team is presented in its turn, in an order that is the round's own and says nothing of
 * the race. In the first second of a turn its ball does something; then it waits in its light until the next one.
 * A picture that is looked at once a second shows every turn, one that is looked at more often all of it.
 */

/** How many balls there are. */
const COUNT = 6;
/** When the first turn begins, and how long its ball moves, in seconds. */
const [FROM_S, MOVES_S] = [IDLE_FROM_MS / 1000 + 1, 1];
/** A turn is as long as lets each team have one, within these bounds, in seconds. */
const [SHORTEST_S, LONGEST_S] = [3, 4];
/** Before the last seconds all balls hop, one after another, and settle. In seconds. */
const [WAVE_S, WAVE_EVERY_S, WAVE_HOP_S] = [2, 0.1, 0.5];
/** How high a ball leaps, and how high it is held while it is presented, in what balls are lifted by. */
const [LEAP, HELD] = [1.3, 0.45];
/** How far back one rolls to charge at the gate, in widths of a ball. */
const BACK = 0.5;

/** Whose turn it is, from 0, and for how long it has been, in seconds. */
export interface Turn {
  nth: number;
  ball: number;
  since: number;
}

/** The order in which a round presents its teams. */
function orderOf(round: number): number[] {
  return Array.from({ length: COUNT }, (_, ball) => ball).toSorted(
    (one, other) => whim(round, one, 92) - whim(round, other, 92),
  );
}

/** When a turn is over and how many there are, in seconds of phase `betting`. */
function turnsOf(view: Play): { eachS: number; count: number; untilS: number } {
  const untilS = idleUntilMs(view) / 1000;
  const roomS = untilS - WAVE_S - FROM_S;
  const eachS = Math.min(LONGEST_S, Math.max(SHORTEST_S, Math.floor(roomS / COUNT)));
  return { eachS, count: Math.max(0, Math.floor(roomS / eachS)), untilS };
}

/** Whose turn it is at a time of phase `betting`, in seconds; null before the first and after the last. */
export function turnAt(view: Play, seconds: number): Turn | null {
  const { eachS, count } = turnsOf(view);
  const nth = Math.floor((seconds - FROM_S) / eachS);
  if (nth < 0 || nth >= count) {
    return null;
  }
  const ball = orderOf(view.state.round)[nth % COUNT] ?? 0;
  return { nth, ball, since: seconds - FROM_S - nth * eachS };
}

/** Since when all balls hop before the last seconds, in seconds; below 0 before that. */
export function waveAt(view: Play, seconds: number): number {
  const { count, untilS } = turnsOf(view);
  return count > 0 ? seconds - untilS + WAVE_S : -1;
}

/** What balls do in their turns: they leap and go around, go around fast where they lie, or charge at the gate. */
const DOINGS: readonly ((share: number) => BallMove)[] = [
  (share) => ({
    ahead: 0,
    hop: LEAP * Math.abs(Math.sin(2 * Math.PI * share)) * (1 - 0.4 * share),
    roll: 2 * Math.PI * share,
  }),
  (share) => ({ ahead: 0, hop: 0.5 * LEAP * arc(share), roll: 4 * Math.PI * share }),
  (share) => {
    const back = BACK * Math.abs(Math.sin(2 * Math.PI * share));
    return { ahead: -back, hop: 0, roll: -2 * back };
  },
];

/** How a ball is moved at a time of phase `betting`, in seconds, and how far it is presented, 0 to 1. */
export function paradeOf(view: Play, ball: number, seconds: number): BallMove & { lit: number } {
  const turn = turnAt(view, seconds);
  if (turn?.ball === ball) {
    const { nth, since } = turn;
    const { eachS } = turnsOf(view);
    // Behind the gate lies what the operator tells of bets: no ball rolls over that.
    const free = view.bets === undefined ? DOINGS.length : DOINGS.length - 1;
    const doing = DOINGS[Math.floor(whim(view.state.round, nth, 93) * free)];
    const moved = (since < MOVES_S && doing?.(since / MOVES_S)) || STILL;
    const lit = clamp01(Math.min(since / 0.25, (eachS - since) / 0.25));
    // It is held a little higher until its turn is over.
    return { ...moved, hop: moved.hop + HELD * lit, lit };
  }
  const wave = waveAt(view, seconds) - ball * WAVE_EVERY_S;
  const hop = wave > 0 && wave < WAVE_HOP_S ? LEAP * 0.6 * arc(wave / WAVE_HOP_S) : 0;
  return { ...STILL, hop, lit: 0 };
}

/** Whether balls move at a time of phase `betting`, in seconds: a picture at rest is looked at more often then. */
export function paradeStirs(view: Play, seconds: number): boolean {
  const turn = turnAt(view, seconds);
  const wave = waveAt(view, seconds);
  return turn === null ? wave >= 0 && wave < 1 : turn.since < MOVES_S;
}
