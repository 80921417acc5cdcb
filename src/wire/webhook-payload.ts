import type { HistoryEntry, RoundState } from "./responses.ts";

/* The bodies of webhooks, which `public/openapi.json` describes to users; `Fields` are the game's fields. */

/** A round's events that endpoints can subscribe to, in order. */
export const ROUND_EVENTS = ["round.opened", "round.closed", "round.result"] as const;
export type RoundEventType = (typeof ROUND_EVENTS)[number];

/** The common part of all webhooks. */
interface Webhook<Type extends string, Data> {
  /** The event. */
  type: Type;
  /**
   * When it happened according to the schedule, ISO 8601 in UTC; the same on every retry.
   * @format date-time
   */
  timestamp: string;
  data: Data;
}

/** The common fields of a round's webhooks. */
interface OfRound {
  /** The game's slug. */
  game: string;
  /** The URL of the round record, or only its path if the service has no BASE_URL. */
  record: string;
}

interface WithState<Fields> extends OfRound {
  /** The round, as in `current`. */
  state: RoundState<Fields>;
}

interface WithEntry<Fields> extends OfRound {
  /** The round, as in `results`. */
  entry: HistoryEntry<Fields>;
}

/** A round starts and bets are open: `remainMs` counts from `timestamp`. */
export type RoundOpened<Fields = unknown> = Webhook<"round.opened", WithState<Fields>>;

/** Bets are closed: `remainMs` is 0 and nothing of the outcome is known. */
export type RoundClosed<Fields = unknown> = Webhook<"round.closed", WithState<Fields>>;

/** A round's result is confirmed. */
export type RoundResult<Fields = unknown> = Webhook<"round.result", WithEntry<Fields>>;

/** Webhooks of these rounds were dropped, because too many were waiting. */
export type Missed = Webhook<"missed", { rounds: MissedRounds[] }>;

/** Rounds of a game, `from` and `to` included. */
export interface MissedRounds {
  /** The game's slug. */
  game: string;
  /** The first round. */
  from: number;
  /** The last round. */
  to: number;
  /** The URL of their first page in `results`. */
  results: string;
}

/** An endpoint test. */
export type WebhookTest = Webhook<"test", { endpoint: string }>;

/** A webhook's body. */
export type WebhookPayload<Fields = unknown> =
  | RoundOpened<Fields>
  | RoundClosed<Fields>
  | RoundResult<Fields>
  | Missed
  | WebhookTest;
