import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const SECRET_BYTES = 32;

/** A new secret as its account sees it: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/**
 * The headers of a webhook by Standard Webhooks, signed with each of the secrets.
 *
 * @param id stays the same for every retry.
 * @param sentAtMs epoch ms; receivers refuse a signature older than five minutes.
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  sentAtMs: number,
): Record<string, string> {
  const sentAt = new Date(sentAtMs);
  return {
    "content-type": "application/json",
    "user-agent": "Tableside-Webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAtMs / 1_000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(id, sentAt, body))
      .join(" "),
  };
}
