import type { HistoryEntry, RoundState } from "./responses.ts";

/*
 * The bodies of webhooks, which `public/openapi.json` describes to users; `Fields` are the fields of a game.
 */

/** The events of each round that can be subscribed to, in order. */
export const ROUND_EVENTS = ["round.opened", "round.closed", "round.result"] as const;
export type RoundEventType = (typeof ROUND_EVENTS)[number];

/** The common part of all webhooks. */
interface Webhook<Type extends string, Data> {
  /** The event. */
  type: Type;
  /**
   * When it happened by the schedule, ISO 8601 in UTC; a webhook that is sent again later keeps it.
   * @format date-time
   */
  timestamp: string;
  data: Data;
}

/** The common fields of a round's webhooks. */
interface OfRound {
  /** The slug of the game. */
  game: string;
  /** The URL of the round's record, or its path alone where the service has no BASE_URL. */
  record: string;
}

interface WithState<Fields> extends OfRound {
  /** The round as `current` gave it. */
  state: RoundState<Fields>;
}

interface WithEntry<Fields> extends OfRound {
  /** The round as `results` lists it. */
  entry: HistoryEntry<Fields>;
}

/** A round starts and bets are open: `remainMs` counts from `timestamp`. */
export type RoundOpened<Fields = unknown> = Webhook<"round.opened", WithState<Fields>>;

/** Bets are closed: `remainMs` is 0 and nothing of the outcome is known. */
export type RoundClosed<Fields = unknown> = Webhook<"round.closed", WithState<Fields>>;

/** The result of a round is confirmed. */
export type RoundResult<Fields = unknown> = Webhook<"round.result", WithEntry<Fields>>;

/** Webhooks of these rounds were dropped, because too many were waiting. */
export type Missed = Webhook<"missed", { rounds: MissedRounds[] }>;

/** Rounds of a game, `from` and `to` included. */
export interface MissedRounds {
  /** The slug of the game. */
  game: string;
  /** The first round. */
  from: number;
  /** The last round. */
  to: number;
  /** The URL of their first page in `results`. */
  results: string;
}

/** A test of an endpoint. */
export type WebhookTest = Webhook<"test", { endpoint: string }>;

/** The body of a webhook. */
export type WebhookPayload<Fields = unknown> =
  | RoundOpened<Fields>
  | RoundClosed<Fields>
  | RoundResult<Fields>
  | Missed
  | WebhookTest;
