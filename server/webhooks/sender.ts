import type { Vault } from "../access/vault.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import { recordCall } from "./calls.ts";
import { NO_FAILURE } from "./endpoint-states.ts";
import type { Recipient } from "./endpoint-states.ts";
import { secretsAt, switchOff } from "./endpoints.ts";
import type { MailAccount } from "./endpoints.ts";
import { eventMessageId, nextFor } from "./event-log.ts";
import type { LogEnds, Next } from "./event-log.ts";
import type { Payloads } from "./payloads.ts";
import type { PostResult, Poster } from "./post.ts";
import { offReason, retryPause } from "./retries.ts";

export type WebhookOutcome = "delivered" | "failed" | "blocked" | "missed" | "switched_off";

export interface SenderDeps {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
  /** 0 to 1, such as `Math.random`. */
  readonly chance: () => number;
  readonly poster: Poster;
  readonly vault: () => Promise<Vault>;
  readonly mailAccount: () => Promise<MailAccount>;
  readonly log: Log;
  readonly count: (outcome: WebhookOutcome) => void;
}

/** Pause before retrying a webhook that cannot be created or sent yet. */
const RETRY_UNSENT_MS = 5_000;

/**
 * Creates the function that sends an endpoint its next webhook, if it has one, and advances its progress. It never
 * rejects.
 *
 * @param onUnsaved called with the error if the progress could not be stored.
 */
export function createSender(
  deps: SenderDeps,
  payloads: Payloads,
  onUnsaved: (error: unknown) => void,
): (recipient: Recipient, ends: LogEnds) => Promise<void> {
  const { store, now, poster, log, count } = deps;

  async function sendNext(recipient: Recipient, ends: LogEnds): Promise<void> {
    const { seq, seq_at: atMs } = recipient.progress;
    const next = await nextFor(store, recipient.endpoint, { seq, atMs }, ends);
    if (next === undefined) {
      // Events that the endpoint did not subscribe to count as received.
      Object.assign(recipient.progress, { seq: ends.last.seq, seq_at: ends.last.atMs });
      return;
    }
    const secrets = secretsAt(await deps.vault(), recipient.endpoint, now());
    if (secrets === undefined) {
      throw new Error(
        "The endpoint's secret was encrypted with a different key-encryption key. Restore that key.",
      );
    }
    const payload = await payloads.forNext(next, now());
    if (payload === undefined) {
      recipient.progress.next_try_at = now() + RETRY_UNSENT_MS;
      return;
    }
    const { id, url } = recipient.endpoint;
    const messageId =
      next.kind === "event" ? eventMessageId(id, next.event) : `${id}-missed-${next.seq}`;
    const sentAtMs = now();
    const body = JSON.stringify(payload);
    const response = await poster.post({ url, id: messageId, body, secrets, sentAtMs });
    if (response.fault === "interrupted") {
      // The server is stopping, so the endpoint did not fail.
      return;
    }
    await advance(recipient, next, response);
    const { type } = payload;
    const call = { ...response, messageId, type, atMs: sentAtMs, isManual: false };
    // After a crash before this, the same webhook is sent again. If this fails, the next call writes the progress.
    await store.lazyDb
      .transaction()
      .execute((transaction) => recordCall(transaction, id, call, recipient.progress))
      .catch(onUnsaved);
  }

  async function advance(recipient: Recipient, next: Next, response: PostResult): Promise<void> {
    const { progress } = recipient;
    const nowMs = now();
    if (response.status !== null && response.status >= 200 && response.status < 300) {
      Object.assign(progress, { seq: next.seq, seq_at: next.atMs, ...NO_FAILURE });
      count(next.kind === "event" ? "delivered" : "missed");
      return;
    }
    progress.tries += 1;
    progress.failing_since ??= nowMs;
    progress.next_try_at = nowMs + retryPause(progress.tries, deps.chance());
    count(response.fault === "blocked" ? "blocked" : "failed");
    const reason = offReason(response.status, progress.failing_since, nowMs);
    if (reason !== null) {
      const { id, resumedAtMs: sinceMs } = recipient.endpoint;
      await switchOff(store, { id, sinceMs, reason }, await deps.mailAccount(), nowMs);
      recipient.endpoint = { ...recipient.endpoint, off: { atMs: nowMs, reason } };
      count("switched_off");
      log("webhook endpoint off", { endpoint: id, reason });
    }
  }

  return (recipient, ends) =>
    sendNext(recipient, ends).catch((error: unknown) => {
      recipient.progress.next_try_at = now() + RETRY_UNSENT_MS;
      log("webhook postponed", { endpoint: recipient.endpoint.id, cause: String(error) });
    });
}
