import type { Phase, PhaseLength } from "./round/clock.ts";

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

/** The clock of a game (`GET /embed/{slug}/api/schedule`). Times are epoch ms. */
export interface Schedule {
  slug: string;
  /** The server's time when it answered. */
  now: number;
  /** Start of round 1. */
  genesis: number;
  intervalMs: number;
  /** The zone that `date` and `daily_round` are told in, an IANA name. */
  timeZone: string;
  phases: PhaseLength[];
}
