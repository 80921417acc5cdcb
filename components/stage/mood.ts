import { DEALT_AFTER_MS, waitsForBeacon } from "./pacing.ts";
import type { Play } from "./scene.ts";
import { RESULT_MS, TABLE_MS } from "./times.ts";
import { arc, clamp01, easeInOut, easeOut, lerp, progress } from "./tracks.ts";

/** The light over a table, which shows the phase before a word is read. Shares from 0 to 1. */
export interface Mood {
  /** The lamp above and behind. */
  lamp: number;
  /** How far the last seconds of betting have drawn the light together. */
  tense: number;
  /** How far the slow life of the light has run, in seconds. */
  life: number;
  /** The last seconds of betting as they are counted on the cloth; 0 before them. */
  count: number;
  /** How far the number of this second stands out, 0 to 1: it starts and ends its second at rest. */
  pop: number;
  /** How far the words "place your bets" have swept over the table: nothing is seen at 0 and at 1. */
  opening: number;
  /** How far the words "no more bets" have swept over the table: nothing is seen at 0 and at 1. */
  closing: number;
  /** How far the light that announces the next round has passed: nothing is seen at 0 and at 1. */
  call: number;
}

/** How long a table lives on when nobody says when bets close, in ms. */
const LIFE_MS = 36_000;
/** What is left of the tension while the cards are turned. */
export const SUSPENSE = 0.42;

/** What is left of the lamp once the winner has been looked at. */
const LEFT_LIT = 0.58;

/** How far into `betting` the light lives, in ms; 0 in any other phase. */
export function livesUntilMs(view: Play): number {
  return view.state.phase === "betting" ? (view.closesAtMs ?? LIFE_MS) : 0;
}

function tenseIn(view: Play, elapsedMs: number): number {
  if (view.closesAtMs === undefined) {
    return 0;
  }
  return clamp01((elapsedMs - view.closesAtMs + TABLE_MS.last) / TABLE_MS.last);
}

/** The second that is counted down, and how it stands out. */
function countIn(view: Play, elapsedMs: number): Pick<Mood, "count" | "pop"> {
  const leftMs = (view.closesAtMs ?? Number.POSITIVE_INFINITY) - elapsedMs;
  if (leftMs <= 0 || leftMs > TABLE_MS.last) {
    return { count: 0, pop: 0 };
  }
  const count = Math.ceil(leftMs / 1000);
  return { count, pop: arc(progress(count * 1000 - leftMs, 0, TABLE_MS.pop)) };
}

/**
 * The light over the table at a moment of a phase. The words that close the bets are gone before anything else
 * moves; where a beacon is awaited the table then stands in a light that is no alarm.
 */
export function moodOf(view: Play, elapsedMs: number): Mood {
  const lifeMs = view.closesAtMs ?? LIFE_MS;
  const isAwaiting = waitsForBeacon(view);
  const steady: Mood = {
    lamp: 1,
    tense: 0,
    life: lifeMs / 1000,
    count: 0,
    pop: 0,
    opening: 0,
    closing: 0,
    call: 0,
  };
  switch (view.state.phase) {
    case "betting": {
      const waited = isAwaiting ? progress(elapsedMs, lifeMs, DEALT_AFTER_MS) : 0;
      const tense = lerp(tenseIn(view, elapsedMs), SUSPENSE, easeInOut(waited));
      return {
        ...steady,
        lamp: lerp(1, 0.62, tense),
        tense,
        life: Math.min(elapsedMs, lifeMs) / 1000,
        ...countIn(view, elapsedMs),
        opening: progress(elapsedMs, 0, TABLE_MS.opening),
        closing: waited,
      };
    }
    case "revealing": {
      const suspense = SUSPENSE * tenseIn(view, Number.POSITIVE_INFINITY);
      const before = isAwaiting ? suspense : suspense / SUSPENSE;
      const relaxed = easeInOut(progress(elapsedMs, 0, TABLE_MS.relax));
      return {
        ...steady,
        lamp: lerp(lerp(1, 0.62, before), 0.8, relaxed),
        tense: lerp(before, suspense, relaxed),
        closing: isAwaiting ? 1 : progress(elapsedMs, 0, TABLE_MS.closing),
      };
    }
    case "result": {
      const eased = easeOut(progress(elapsedMs, 0, TABLE_MS.relax));
      return {
        ...steady,
        // It goes down for as long as the winner is looked at.
        lamp: lerp(0.8, LEFT_LIT, easeOut(progress(elapsedMs, 0, RESULT_MS.celebration))),
        tense: SUSPENSE * tenseIn(view, Number.POSITIVE_INFINITY) * (1 - eased),
      };
    }
    default: {
      const call = progress(elapsedMs, TABLE_MS.callAt, TABLE_MS.call);
      // The life starts anew under the lamp as it comes up, where nobody sees it jump.
      return { ...steady, lamp: lerp(LEFT_LIT, 1, easeInOut(call)), life: 0, call };
    }
  }
}
