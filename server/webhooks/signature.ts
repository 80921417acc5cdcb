import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const SECRET_BYTES = 32;

/** A new secret in the form that accounts see: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/**
 * A webhook's headers according to Standard Webhooks, signed with each secret.
 *
 * @param id stays the same for every retry.
 * @param sentAtMs epoch ms; receivers reject a signature older than five minutes.
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
