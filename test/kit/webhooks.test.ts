import { Webhook as StandardWebhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "../../server/webhooks/signature.ts";
import { parseWebhook, WebhookError } from "../../src/kit/webhooks.ts";
import type { WebhookErrorCode, WebhookRequest } from "../../src/kit/webhooks.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const SECRET = newWebhookSecret();
const OTHER_SECRET = newWebhookSecret();
const PAYLOAD = { type: "test", timestamp: "2026-07-01T00:00:00.000Z", data: { endpoint: "ü" } };
const BODY = JSON.stringify(PAYLOAD);

function request(overrides: Partial<WebhookRequest> = {}): WebhookRequest {
  const headers = signedHeaders("hook_1-a", BODY, [SECRET], NOW_MS);
  return { body: BODY, headers, secret: SECRET, now: NOW_MS, ...overrides };
}

async function refusalOf(overrides: Partial<WebhookRequest>): Promise<WebhookErrorCode | null> {
  try {
    await parseWebhook(request(overrides));
    return null;
  } catch (error) {
    if (error instanceof WebhookError && error.message.endsWith(".")) {
      return error.code;
    }
    throw error;
  }
}

test("a webhook is parsed from any representation of its headers and body", async () => {
  const expected = { ...PAYLOAD, id: "hook_1-a" };
  const { headers } = request();
  const asHeaders = new Headers(headers as Record<string, string>);
  const upperCased = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value as string]),
  );
  expect(await parseWebhook(request())).toEqual(expected);
  expect(await parseWebhook(request({ headers: asHeaders }))).toEqual(expected);
  expect(await parseWebhook(request({ headers: upperCased }))).toEqual(expected);
  expect(await parseWebhook(request({ body: new TextEncoder().encode(BODY) }))).toEqual(expected);
});

test("either of two secrets is accepted while secrets are rotated", async () => {
  const both = signedHeaders("hook_1-a", BODY, [OTHER_SECRET, SECRET], NOW_MS);
  expect(await refusalOf({ headers: both })).toBeNull();
  expect(await refusalOf({ secret: [OTHER_SECRET, SECRET] })).toBeNull();
  expect(await refusalOf({ secret: OTHER_SECRET })).toBe("bad_signature");
});

test("webhooks signed by the reference library are accepted", async () => {
  const timestamp = new Date(NOW_MS);
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(NOW_MS / 1_000),
    "webhook-signature": `v2,abcd ${new StandardWebhook(SECRET).sign("msg_1", timestamp, BODY)}`,
  };
  expect(await refusalOf({ headers })).toBeNull();
});

const { headers } = request();
const without = (name: string) => ({ ...headers, [name]: undefined });

test.each<[string, Partial<WebhookRequest>, WebhookErrorCode]>([
  ["a different body", { body: `${BODY} ` }, "bad_signature"],
  ["a different id", { headers: { ...headers, "webhook-id": "hook_1-b" } }, "bad_signature"],
  [
    "a signature cut short",
    { headers: { ...headers, "webhook-signature": "v1,AAAA" } },
    "bad_signature",
  ],
  [
    "a signature with a different version",
    { headers: { ...headers, "webhook-signature": "v2,AAAA" } },
    "bad_signature",
  ],
  ["no signature", { headers: without("webhook-signature") }, "missing_header"],
  ["no id", { headers: without("webhook-id") }, "missing_header"],
  ["no timestamp", { headers: without("webhook-timestamp") }, "missing_header"],
  ["a malformed timestamp", { headers: { ...headers, "webhook-timestamp": "soon" } }, "too_old"],
  ["a timestamp six minutes old", { now: NOW_MS + 360_000 }, "too_old"],
  ["a timestamp six minutes ahead", { now: NOW_MS - 360_000 }, "too_new"],
  ["a parsed body", { body: {} as string }, "bad_body"],
  ["no secret", { secret: undefined as unknown as string }, "bad_secret"],
  // Cause: the time check came first, and hid mistakes that a program repeats with every webhook.
  ["no secret at a wrong time", { secret: [], now: NOW_MS + 360_000 }, "bad_secret"],
  ["a secret without its prefix", { secret: SECRET.slice(6) }, "bad_secret"],
  ["an empty secret", { secret: "whsec_" }, "bad_secret"],
  ["an empty list of secrets", { secret: [] }, "bad_secret"],
])("a webhook with %s is rejected", async (_what, overrides, code) => {
  expect(await refusalOf(overrides)).toBe(code);
});

test("a signed body that is not JSON is rejected", async () => {
  const signed = signedHeaders("hook_1-a", "{", [SECRET], NOW_MS);
  expect(await refusalOf({ body: "{", headers: signed })).toBe("not_json");
});
