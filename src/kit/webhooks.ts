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

/** A webhook with a valid signature. */
export type Webhook<Fields = unknown> = WebhookPayload<Fields> & {
  /** The same for every delivery: store it, and skip webhooks that you already have. */
  id: string;
};

/** Why a webhook is rejected. Respond with 400. */
export type WebhookErrorCode =
  | "missing_header"
  | "bad_body"
  | "bad_secret"
  | "bad_signature"
  | "too_old"
  | "too_new"
  | "not_json";

/** Thrown for a webhook that must not be trusted. The message says what to do. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The received request, and the options for checking it. */
export interface WebhookRequest {
  /** The body exactly as it arrived, before parsing. */
  readonly body: string | Uint8Array;
  /** The headers from Node or a `Request`. */
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The endpoint's secret, `whsec_…`; during a rotation both, in any order. */
  readonly secret: string | readonly string[];
  /** Maximum difference between the signature's time and `now`, in seconds; 300 if omitted. */
  readonly toleranceS?: number;
  /** The current time, epoch ms; this machine's clock if omitted. */
  readonly now?: number;
}

const PREFIX = "whsec_";
const TOLERANCE_S = 300;

/**
 * Checks a webhook's Standard Webhooks signature, and parses its body. It needs WebCrypto, as in Node, Deno, Bun,
 * workers and browsers.
 *
 * @throws WebhookError if the webhook must not be trusted.
 */
export async function parseWebhook<Fields = unknown>(
  request: WebhookRequest,
): Promise<Webhook<Fields>> {
  const { body, headers, secret, toleranceS = TOLERANCE_S, now = Date.now() } = request;
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signature = readHeader(headers, "webhook-signature");
  const text = readBody(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const keys = readSecrets(secret);
  checkTime(timestamp, now, toleranceS);
  for (const key of keys) {
    if (await isSignedWith(key, signed, signature)) {
      return { ...parse<Fields>(text), id };
    }
  }
  throw new WebhookError(
    "bad_signature",
    "The signature matches none of your secrets. Pass the body exactly as it arrived, not parsed and serialised again, and the secret of this endpoint.",
  );
}

function readBody(body: unknown): string {
  if (typeof body === "string") {
    return body;
  }
  if (body instanceof Uint8Array) {
    return new TextDecoder().decode(body);
  }
  throw new WebhookError(
    "bad_body",
    "Pass the body as a string or bytes, before anything parses it (in Express, with express.raw).",
  );
}

function readSecrets(secret: WebhookRequest["secret"]): Uint8Array<ArrayBuffer>[] {
  const secrets = typeof secret === "string" ? [secret] : (secret ?? []);
  const keys = secrets.map((text) =>
    text.startsWith(PREFIX) ? fromBase64(text.slice(PREFIX.length)) : new Uint8Array(),
  );
  if (keys.length === 0 || keys.some(({ length }) => length === 0)) {
    throw new WebhookError(
      "bad_secret",
      "A secret is whsec_ followed by base64. Copy all of it from the endpoint's page.",
    );
  }
  return keys;
}

async function isSignedWith(
  bytes: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  for (const versioned of signatures.split(" ")) {
    const given = versioned.startsWith("v1,") ? fromBase64(versioned.slice(3)) : new Uint8Array();
    // `verify` takes constant time.
    if (await crypto.subtle.verify(algorithm, key, given, signed)) {
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
      "The webhook was signed too long ago and may be a replay. If this machine's clock is wrong, correct the clock.",
    );
  }
  if (ageS < -toleranceS) {
    throw new WebhookError(
      "too_new",
      "The webhook was signed in the future. This machine's clock is slow. Correct the clock.",
    );
  }
}

function parse<Fields>(text: string): WebhookPayload<Fields> {
  try {
    return JSON.parse(text) as WebhookPayload<Fields>;
  } catch {
    throw new WebhookError(
      "not_json",
      "The body is signed but is not JSON. The service never sends that.",
    );
  }
}

function readHeader(headers: WebhookRequest["headers"], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== "string" || value === "") {
    throw new WebhookError(
      "missing_header",
      `The ${name} header is missing. Either this is not a webhook, or a proxy has removed the header.`,
    );
  }
  return value;
}

/** Decodes base64; empty for anything else. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
