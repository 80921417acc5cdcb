import type { Entropy } from "../round/derive.ts";
import type { Phase, PhaseLength } from "../round/phases.ts";

/*
 * The responses of the API, which `public/openapi.json` describes to users. The descriptions must match.
 */

/** The common fields of every game's state (`GET /embed/{slug}/api/current`), names as on the wire. */
export interface CommonFields {
  /**
   * Round number, counted from 1 across all days.
   * @minimum 1
   */
  round: number;
  /**
   * Round number within `date`, from 1; for display.
   * @minimum 1
   */
  daily_round: number;
  /**
   * The day on which the round starts, YYYY-MM-DD in the service's time zone; for display.
   * @format date
   */
  date: string;
  /** Bets are open in `betting`; the result is final once `result` starts. */
  phase: Phase;
  /**
   * Time left to bet, in ms; 0 outside the `betting` phase.
   * @minimum 0
   */
  remainMs: number;
}

/** A round's state: the common fields and the game's. */
export type RoundState<Fields = unknown> = CommonFields & Fields;

/** A finished round (`GET /embed/{slug}/api/results`): the common head and the game's outcome. */
export type HistoryEntry<Fields = unknown> = Pick<CommonFields, "round" | "daily_round" | "date"> &
  Fields;

/** The times of a game's rounds, which can change at the start of a UTC day. */
export interface RoundTimes {
  /** `seed`: the committed seed alone determines rounds. `drand`: a public beacon contributes. */
  entropy: Entropy;
  /** Time from a round's start until bets close, in ms; in `drand` mode, the `betting` phase lasts longer. */
  closesMs: number;
  /** In order; they add up to `intervalMs`. */
  phases: PhaseLength[];
}

/** A game's clock (`GET /embed/{slug}/api/schedule`). Times are epoch ms. */
export interface Schedule extends RoundTimes {
  /** The game. */
  slug: string;
  /** Only in a sandbox, whose rounds are for tests: its tables are marked. */
  sandbox?: true;
  /** The server's time when it responded. */
  now: number;
  /** Start of round 1. */
  genesis: number;
  /** Time from one round's start to the next, in ms. */
  intervalMs: number;
  /** The time zone of `date` and `daily_round`, an IANA name. */
  timeZone: string;
  /** Different times that apply from the first round of the next UTC day; null if none are known. */
  next: (RoundTimes & { round: number }) | null;
}

/** Selects finished rounds. Pass at most one of `before`, `after` and `round`. */
export interface ResultsQuery {
  /**
   * The maximum number of rounds. The API reference has the default and the limit.
   * @minimum 1
   */
  limit?: number;
  /**
   * Rounds before this one, newest first.
   * @minimum 1
   */
  before?: number;
  /**
   * Rounds after this one, oldest first; 0 starts at the first.
   * @minimum 0
   */
  after?: number;
  /**
   * This round alone; an empty list while it is not finished.
   * @minimum 1
   */
  round?: number;
}

/** A lobby table's state (`GET /lobby/api/stream`). */
export interface LobbyChange<State = RoundState> {
  /** The game. */
  game: string;
  /** Why the game has no current round: it is down, or its next round waits to open. Null while it is open. */
  closed: "maintenance" | "suspended" | null;
  /** The state, as in the game's `current`; null while it is closed. */
  state: State | null;
}

/** A lobby table (`GET /lobby/api/current`). */
export interface LobbyTable<State = RoundState> extends LobbyChange<State> {
  /** The schedule, as in the game's `schedule`. */
  schedule: Schedule;
}

/** Whether the service can serve (`GET /healthz`). */
export interface Health {
  /** `degraded`: it serves, and `detail` says what is wrong. */
  status: "ok" | "degraded";
  /** The problems, one sentence each. */
  detail?: string;
  /** The service version. */
  version: string;
  /** Whether the time is from the database (`sure`) or this server's machine (`unwitnessed`). */
  clock: "sure" | "unwitnessed";
}
