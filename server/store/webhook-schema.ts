import type { RoundEventType, WebhookPayload } from "../../src/webhooks/payload.ts";

/** The tables of webhooks. */
export interface WebhookSchema {
  webhook_endpoint: WebhookEndpointTable;
  webhook_progress: WebhookProgressTable;
  webhook_event: WebhookEventTable;
  webhook_call: WebhookCallTable;
}

/** Where webhooks are sent, for as long as the subscription is good. */
interface WebhookEndpointTable {
  id: string;
  subscription_id: string;
  url: string;
  /** A JSON array of slugs. */
  games: string;
  /** A JSON array of types of events. */
  events: string;
  /** The secret that signs, encrypted, and the one before it. */
  secret: string;
  old_secret: string | null;
  old_secret_until: number | null;
  created_at: number;
  /** From when on nothing is sent until somebody switches it on again, and why; null while it is on. */
  off_at: number | null;
  off_reason: "failed" | "gone" | null;
  /** When it was last switched on: what failed before does not count any more. */
  resumed_at: number;
}

/** How far an endpoint was told. One that has no row has had nothing yet. */
interface WebhookProgressTable {
  endpoint_id: string;
  /** The last event that it had, or that is none of its. */
  seq: number;
  /** When that happened. */
  at: number;
  /** How often the next one has failed; when it is tried again, and since when nothing arrives. */
  tries: number;
  next_try_at: number;
  failing_since: number | null;
  /** How often it was called in all. */
  calls: number;
}

/** What happened in the rounds, numbered without gaps. The oldest are deleted. */
interface WebhookEventTable {
  seq: number;
  game: string;
  round: number;
  type: RoundEventType;
  at: number;
}

/** The last calls of an endpoint. A new one takes the slot of the oldest. */
interface WebhookCallTable {
  endpoint_id: string;
  /** 1 for those that a person asked for. */
  by_hand: 0 | 1;
  slot: number;
  /** The id of the webhook. */
  message: string;
  type: WebhookPayload["type"];
  at: number;
  /** The status of the answer; null if none came, with the reason. */
  status: number | null;
  fault: string | null;
  duration_ms: number;
}
