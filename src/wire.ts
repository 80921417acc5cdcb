import type { Entropy } from "./round/derive.ts";
import type { Phase, PhaseLength } from "./round/phases.ts";

/** What every game's state carries (`GET /embed/{slug}/api/current`), names as on the wire. */
export interface CommonFields {
  /** Global cumulative round number. */
  round: number;
  /** Round number within the server's local date, from 1; for display. */
  daily_round: number;
  /** The server's local date at the round's start, YYYY-MM-DD. */
  date: string;
  phase: Phase;
  /** Time left to bet, in ms; 0 outside phase `betting`. */
  remainMs: number;
}

/** The state of a round: the common fields and those of its game. */
export type RoundState<Fields = unknown> = CommonFields & Fields;

/** A finished round (`GET /embed/{slug}/api/results`): the common head and the game's outcome. */
export type HistoryEntry<Fields = unknown> = Pick<CommonFields, "round" | "daily_round" | "date"> &
  Fields;

/** The times of a game's rounds, which can change at the start of a UTC day. */
export interface RoundTimes {
  entropy: Entropy;
  /** From a round's start until bets close, in ms; in mode `drand`, phase `betting` lasts longer. */
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
  /** The time zone of `date` and `daily_round`, an IANA name. */
  timeZone: string;
  /** Other times that apply from a round on, the first of the next UTC day; null if none are known. */
  next: (RoundTimes & { round: number }) | null;
}
