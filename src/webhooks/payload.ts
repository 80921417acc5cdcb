import type { HistoryEntry, RoundState } from "../wire.ts";

/*
 * The bodies of webhooks. `timestamp` is when it happened by the schedule, ISO 8601 in UTC; a webhook that
 * is sent again later keeps it. `record` is the address of the round's record, or its path alone where the
 * service has no BASE_URL. `Fields` are the fields of a game.
 */

/** What happens in each round and may be subscribed to, in its order. */
export const ROUND_EVENTS = ["round.opened", "round.closed", "round.result"] as const;
export type RoundEventType = (typeof ROUND_EVENTS)[number];

/** A round has begun and bets are open: `remainMs` is how long from `timestamp` on. */
export interface RoundOpened<Fields = unknown> {
  type: "round.opened";
  timestamp: string;
  data: { game: string; state: RoundState<Fields>; record: string };
}

/** Bets are closed: `remainMs` is 0 and nothing of the outcome is known. */
export interface RoundClosed<Fields = unknown> {
  type: "round.closed";
  timestamp: string;
  data: { game: string; state: RoundState<Fields>; record: string };
}

/** The result of a round is confirmed: its entry as `results` holds it. */
export interface RoundResult<Fields = unknown> {
  type: "round.result";
  timestamp: string;
  data: { game: string; entry: HistoryEntry<Fields>; record: string };
}

/** Too many webhooks were waiting, and the older ones were dropped: those of these rounds. */
export interface Missed {
  type: "missed";
  timestamp: string;
  data: { rounds: MissedRounds[] };
}

/** Rounds of a game, `from` and `to` included, and the address of their first page in `results`. */
export interface MissedRounds {
  game: string;
  from: number;
  to: number;
  results: string;
}

/** Somebody tries out an endpoint. */
export interface WebhookTest {
  type: "test";
  timestamp: string;
  data: { endpoint: string };
}

/** The body of a webhook. */
export type WebhookPayload<Fields = unknown> =
  | RoundOpened<Fields>
  | RoundClosed<Fields>
  | RoundResult<Fields>
  | Missed
  | WebhookTest;
