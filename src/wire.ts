import type { Phase, PhaseLength } from "./round/clock.ts";
import type { Entropy } from "./round/derive.ts";

/** What every game's state carries (`GET /embed/{slug}/api/current`), names as on the wire. */
export interface CommonFields {
  /** Global cumulative round number. */
  round: number;
  /** Round number within the server's local date, from 1; for display. */
  daily_round: number;
  /** The server's local date at the round's start, YYYY-MM-DD. */
  date: string;
  phase: Phase;
  /** Left of phase `betting`, in ms; 0 in every other phase. */
  remainMs: number;
}

/** The state of a round: the common fields and those of its game. */
export type RoundState<Fields = unknown> = CommonFields & Fields;

/** A finished round (`GET /embed/{slug}/api/results`): the common head and the game's outcome. */
export type HistoryEntry<Fields = unknown> = Pick<CommonFields, "round" | "daily_round" | "date"> &
  Fields;

/** How the rounds of some days run. */
export interface RoundTimes {
  entropy: Entropy;
  /** From a round's start until its bets close; in mode `drand` phase `betting` goes on after it. */
  closesMs: number;
  phases: PhaseLength[];
}

/** The clock of a game (`GET /embed/{slug}/api/schedule`). Times are epoch ms. */
export interface Schedule extends RoundTimes {
  slug: string;
  /** The server's time when it answered. */
  now: number;
  /** Start of round 1. */
  genesis: number;
  intervalMs: number;
  /** The zone that `date` and `daily_round` are told in, an IANA name. */
  timeZone: string;
  /** How rounds run from the next UTC day on, if it is known to be otherwise. */
  next: (RoundTimes & { round: number }) | null;
}
