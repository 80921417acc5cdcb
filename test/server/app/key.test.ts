import { describe, expect, test } from "vitest";
import { newKeyText } from "../../../server/access/key-text.ts";
import { renew, revoke } from "../../../server/access/keys.ts";
import { eventually } from "../../support/eventually.ts";
import {
  issueKey,
  NOW_MS,
  sharedService,
  startService,
  withStoreOf,
} from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";

const AS_JSON = { headers: { accept: "application/json" } };
const MISSING = "The address carries no API key. Add ?key= and the key you were given.";
const INVALID = "The API key in the address is not valid. Check it against the one you were given.";

test("a good key opens every game's page", async () => {
  const service = await startService();
  const { keyText } = await issueKey(service);
  for (const slug of ["dragontiger", "baccarat", "bigsixball"]) {
    expect((await service.ask(`/embed/${slug}/?key=${keyText}`)).status).toBe(200);
  }
});

/** A good key's text, spoilt. */
const SPOILT: readonly (readonly [string, (good: string) => string, string])[] = [
  ["no query at all", () => "", MISSING],
  ["an empty query", () => "?", MISSING],
  ["an empty key", () => "?key=", MISSING],
  ["a key without a sign", () => "?key", MISSING],
  ["another parameter's name", (good) => `?Key=${good}`, MISSING],
  ["the key twice", (good) => `?key=${good}&key=${good}`, INVALID],
  ["an empty key beside the key", (good) => `?key=&key=${good}`, INVALID],
  [
    "one letter off",
    (good) => `?key=${good.slice(0, 20)}${swap(good[20])}${good.slice(21)}`,
    INVALID,
  ],
  ["the last letter off", (good) => `?key=${good.slice(0, -1)}${swap(good.at(-1))}`, INVALID],
  ["the prefix off", (good) => `?key=${good.replace("live", "test")}`, INVALID],
  ["in upper case", (good) => `?key=${good.toUpperCase()}`, INVALID],
  ["in lower case", (good) => `?key=${good.toLowerCase()}`, INVALID],
  ["cut short", (good) => `?key=${good.slice(0, -1)}`, INVALID],
  ["with a blank behind", (good) => `?key=${good}%20`, INVALID],
  ["with a line break behind", (good) => `?key=${good}%0A`, INVALID],
  ["with a null behind", (good) => `?key=${good}%00`, INVALID],
  ["encoded twice", (good) => `?key=${good.replaceAll("_", "%255F")}`, INVALID],
  ["5000 letters", () => `?key=${"x".repeat(5000)}`, INVALID],
  ["the prefix and 5000 letters", () => `?key=tbs_live_${"x".repeat(5000)}`, INVALID],
  ["SQL", () => `?key=${encodeURIComponent("' or 1=1 --")}`, INVALID],
  ["letters of another script", () => `?key=${encodeURIComponent("tbs_live_ключ")}`, INVALID],
  ["broken encoding", () => "?key=%E0%A4%A", INVALID],
  ["a key nobody was given", () => `?key=${newKeyText()}`, INVALID],
];

describe("a key in the address:", () => {
  const service = sharedService();

  test.each(SPOILT)("%s is 401 Unauthorized", async (_, spoil, detail) => {
    const { keyText } = await issueKey(service());
    const answer = await service().ask(`/embed/baccarat/${spoil(keyText)}`, AS_JSON);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('ApiKey realm="embed"');
    expect(await answer.json()).toEqual({
      title: "Unauthorized",
      status: 401,
      detail,
      code: detail === INVALID ? "key_invalid" : "key_missing",
    });
  });
});

test("a key may be percent-encoded: it is the same key", async () => {
  const service = await startService();
  const { keyText } = await issueKey(service);
  const encoded = keyText.replaceAll("_", "%5F");
  expect((await service.ask(`/embed/baccarat/?key=${encoded}`)).status).toBe(200);
});

test("a key is good up to the very end of its subscription, then 401 Expired", async () => {
  const service = await startService();
  const endsAtMs = NOW_MS + 1000;
  const { keyText } = await issueKey(service, { endsAtMs });
  const path = `/embed/baccarat/?key=${keyText}`;
  service.clock.nowMs = endsAtMs - 1;
  expect((await service.ask(path)).status).toBe(200);
  service.clock.nowMs = endsAtMs;
  const answer = await service.ask(path, AS_JSON);
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe('ApiKey realm="embed"');
  expect(await answer.json()).toEqual({
    title: "Expired",
    status: 401,
    detail: "The subscription of this API key is over. Renew it and the same key works again.",
    code: "key_expired",
  });
});

test("an expired key that is renewed works again, without a restart", async () => {
  const service = await startService();
  const { id, keyText } = await issueKey(service, { endsAtMs: NOW_MS - 1 });
  const path = `/embed/baccarat/?key=${keyText}`;
  expect((await service.ask(path)).status).toBe(401);
  await withStoreOf(service.dataDir, (store) => renew(store, id, 1, NOW_MS));
  await eventually(async () => (await service.ask(path)).status === 200);
});

describe("a revoked key", () => {
  test("is 401 Unauthorized, without a restart", async () => {
    const service = await startService();
    const { id, keyText } = await issueKey(service);
    const path = `/embed/baccarat/?key=${keyText}`;
    expect((await service.ask(path)).status).toBe(200);
    await withStoreOf(service.dataDir, (store) => revoke(store, id, NOW_MS));
    await eventually(async () => (await service.ask(path)).status === 401);
    expect(await (await service.ask(path, AS_JSON)).json()).toEqual({
      title: "Unauthorized",
      status: 401,
      detail: INVALID,
      code: "key_invalid",
    });
  });

  test("is Unauthorized, not Expired, when its subscription is over too", async () => {
    const service = await startService();
    const { id, keyText } = await issueKey(service, { endsAtMs: NOW_MS - 1 });
    await withStoreOf(service.dataDir, (store) => revoke(store, id, NOW_MS));
    const answer = await service.ask(`/embed/baccarat/?key=${keyText}`, AS_JSON);
    expect(await answer.json()).toMatchObject({ title: "Unauthorized" });
  });
});

test("the state API asks for no key and minds none", async () => {
  const { ask } = await startService();
  for (const part of ["current", "results", "schedule"]) {
    expect((await ask(`/embed/baccarat/api/${part}?key=wrong`)).status).toBe(200);
  }
});

test("a look at the key is logged by the key's id, never by its text", async () => {
  const service = await startService();
  const { id, keyText } = await issueKey(service);
  const over = await issueKey(service, { endsAtMs: NOW_MS - 1 });
  const stranger = newKeyText();
  for (const text of [keyText, over.keyText, stranger, "", "garbage"]) {
    await service.ask(`/embed/baccarat/?key=${text}`);
    await service.ask(`/embed/baccarat?key=${text}`);
    await service.ask(`/embed/nosuch/?key=${text}`);
    await service.ask(`/nothing?key=${text}`);
  }
  const time = new Date(NOW_MS).toISOString();
  const line = { time, event: "embed", slug: "baccarat" };
  expect(service.log.map((text) => JSON.parse(text))).toEqual([
    { ...line, verdict: "ok", key: id },
    { ...line, verdict: "expired", key: over.id },
    { ...line, verdict: "unauthorized", reason: "unknown" },
    { ...line, verdict: "unauthorized", reason: "missing" },
    { ...line, verdict: "unauthorized", reason: "malformed" },
  ]);
});

test("a key that cannot be checked is 503, not 401, and the page comes back by itself", async () => {
  const cause = new Error("The database cannot be reached.");
  const { ask, log } = stubApp({
    keyChecker: { check: async () => ({ verdict: "unavailable", cause }) },
  });
  const keyText = newKeyText();
  const answer = await ask(`/embed/baccarat/?key=${keyText}`, AS_JSON);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.json()).toEqual({
    title: "Service Unavailable",
    status: 503,
    detail: "This API key cannot be checked at the moment. It may well be good; try again shortly.",
    code: "key_unchecked",
  });
  const page = await (await ask(`/embed/baccarat/?key=${keyText}`)).text();
  expect(page).toContain('"retryAfterMs":5000');
  const fields = { slug: "baccarat", verdict: "unavailable", cause: String(cause) };
  expect(log[0]).toEqual({ event: "embed", fields });
});

function swap(letter: string | undefined): string {
  return letter === "a" ? "b" : "a";
}
