import type { WebhookPayload } from "../wire/webhook-payload.ts";

export type {
  Missed,
  MissedRounds,
  RoundClosed,
  RoundOpened,
  RoundResult,
  WebhookPayload,
  WebhookTest,
} from "../wire/webhook-payload.ts";

/** A webhook whose signature was checked. */
export type Webhook<Fields = unknown> = WebhookPayload<Fields> & {
  /** The same each time it is sent: store it, and skip what you have had. */
  id: string;
};

/** Why a webhook is refused. Answer it with 400. */
export type WebhookErrorCode =
  | "missing_header"
  | "bad_secret"
  | "bad_signature"
  | "too_old"
  | "too_new"
  | "not_json";

/** A webhook that must not be believed. The message says what to do. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What came over HTTP, and what to check it with. */
export interface WebhookRequest {
  /** The body exactly as it arrived, before anything parsed it. */
  readonly body: string | Uint8Array;
  /** Those of Node, or those of a `Request`. */
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The endpoint's secret, `whsec_…`. During a rotation both, in any order. */
  readonly secret: string | readonly string[];
  /** How far the time of the signature may be from `now`, in seconds; 300 if left out. */
  readonly toleranceS?: number;
  /** Epoch ms; this machine's clock if left out. */
  readonly now?: number;
}

const PREFIX = "whsec_";
const TOLERANCE_S = 300;

/**
 * Checks the signature of a webhook, as Standard Webhooks says, and parses it. Works wherever there is
 * WebCrypto: in Node, Deno, Bun, workers and browsers.
 *
 * @throws WebhookError when it must not be believed.
 */
export async function parseWebhook<Fields = unknown>(
  request: WebhookRequest,
): Promise<Webhook<Fields>> {
  const { body, headers, secret, toleranceS = TOLERANCE_S, now = Date.now() } = request;
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signature = readHeader(headers, "webhook-signature");
  checkTime(timestamp, now, toleranceS);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0) {
    throw badSecret();
  }
  for (const each of secrets) {
    if (await isSignedWith(each, signed, signature)) {
      return { ...parse<Fields>(text), id };
    }
  }
  throw new WebhookError(
    "bad_signature",
    "The signature fits none of your secrets. Give the body exactly as it arrived, not parsed and written again, and the secret of this endpoint.",
  );
}

async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    throw badSecret();
  }
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  for (const versioned of signatures.split(" ")) {
    const given = versioned.startsWith("v1,") ? fromBase64(versioned.slice(3)) : undefined;
    // Takes the same time whatever differs.
    if (given !== undefined && (await crypto.subtle.verify(algorithm, key, given, signed))) {
      return true;
    }
  }
  return false;
}

function checkTime(timestamp: string, nowMs: number, toleranceS: number): void {
  const ageS = /^\d{1,12}$/.test(timestamp) ? nowMs / 1_000 - Number(timestamp) : Infinity;
  if (ageS > toleranceS) {
    throw new WebhookError(
      "too_old",
      "It was signed too long ago: it may be a replay. If this machine's clock is wrong, set it.",
    );
  }
  if (ageS < -toleranceS) {
    throw new WebhookError(
      "too_new",
      "It was signed in the future. This machine's clock is behind: set it.",
    );
  }
}

function parse<Fields>(text: string): WebhookPayload<Fields> {
  try {
    return JSON.parse(text) as WebhookPayload<Fields>;
  } catch {
    throw new WebhookError(
      "not_json",
      "The body is signed but is no JSON. Nothing of ours is that.",
    );
  }
}

function readHeader(headers: WebhookRequest["headers"], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "") {
    throw new WebhookError(
      "missing_header",
      `There is no header ${name}. Either this is no webhook, or a proxy in front of you has dropped it.`,
    );
  }
  return value;
}

function badSecret(): WebhookError {
  return new WebhookError(
    "bad_secret",
    "A secret is whsec_ and base64: copy all of what the endpoint's page showed.",
  );
}

/** Undefined for anything else. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  } catch {
    return undefined;
  }
}
