import { describe, expect, onTestFinished, test } from "vitest";
import { parseInstant } from "../../../server/access/end-date.ts";
import { InvalidInput } from "../../../server/access/invalid-input.ts";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { newKeyText } from "../../../server/access/key-text.ts";
import { issue, type KeyInput, list, renew, revoke } from "../../../server/access/keys.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import { listActions } from "../../../server/owner/lists-page.ts";
import { createMetrics } from "../../../server/runtime/metrics.ts";
import { readRevision } from "../../../server/store/serialized.ts";
import type { StorePlace } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { observeStore } from "../../support/observed-store.ts";
import { anAccount } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const INPUT: KeyInput = {
  label: "Acme",
  endsAtMs: NOW_MS + 30 * DAY_MS,
  origins: ["https://a.example"],
};

/** A checker whose database a test can observe and disconnect. */
async function aChecker(place?: StorePlace) {
  const { store } = await tempStore(place);
  const observed = observeStore(store);
  const changes = watchStoreChanges(observed.store, { log() {}, metrics: createMetrics() });
  onTestFinished(() => changes.stop());
  await changes.start();
  const checker = createKeyChecker(observed.store, changes, "live");
  const check = (keyText: string, nowMs = NOW_MS) => checker.check([keyText], nowMs);
  return { store, observed, changes, checker, check };
}

describe.each(engines)("on $name", ({ place }) => {
  test("an issued key opens tables until it expires", async () => {
    const { store, check } = await aChecker(await place());
    const input = { ...INPUT, label: " Acme ", origins: ["HTTPS://A.example/"] };
    const { keyText, ...info } = await issue(store, input, NOW_MS);
    expect(info).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{10}$/),
      subscriptionId: expect.stringMatching(/^sub_/),
      accountId: null,
      label: "Acme",
      hint: keyText.slice(-4),
      origins: ["https://a.example"],
      endsAtMs: INPUT.endsAtMs,
      revokedAtMs: undefined,
      isSuspended: false,
    });
    expect(await list(store)).toEqual([info]);
    const { origins } = INPUT;
    const ok = { verdict: "ok", keyId: info.id, origins };
    expect(await check(keyText, INPUT.endsAtMs - 1)).toEqual(ok);
    expect(await check(keyText, INPUT.endsAtMs)).toEqual({
      verdict: "expired",
      keyId: info.id,
    });
  });

  test("a renewal starts when the key expires, or now if it has expired", async () => {
    const { store, check } = await aChecker(await place());
    const { id, keyText } = await issue(store, INPUT, NOW_MS);
    await issue(store, { ...INPUT, label: "Other" }, NOW_MS);
    const renewed = await renew(store, id, 10, NOW_MS + 5 * DAY_MS);
    expect(renewed.endsAtMs).toBe(INPUT.endsAtMs + 10 * DAY_MS);
    const laterMs = NOW_MS + 100 * DAY_MS;
    expect((await check(keyText, laterMs)).verdict).toBe("expired");
    expect((await renew(store, id, 10, laterMs)).endsAtMs).toBe(laterMs + 10 * DAY_MS);
    expect((await check(keyText, laterMs)).verdict).toBe("ok");
    const other = (await list(store)).find(({ label }) => label === "Other");
    expect(other?.endsAtMs).toBe(INPUT.endsAtMs);
  });

  test("a revoked key does not work, even on a server whose clock is a second slow", async () => {
    const { store, check } = await aChecker(await place());
    const { id, keyText } = await issue(store, INPUT, NOW_MS);
    expect((await check(keyText)).verdict).toBe("ok");
    const { revokedAtMs } = await revoke(store, id, NOW_MS);
    for (const nowMs of [NOW_MS - 1_000, INPUT.endsAtMs + 1]) {
      const refused = { verdict: "unauthorized", reason: "revoked", keyId: id };
      expect(await check(keyText, nowMs)).toEqual(refused);
    }
    expect((await revoke(store, id, NOW_MS + 2)).revokedAtMs).toBe(revokedAtMs);
    await expect(renew(store, id, 10, NOW_MS)).rejects.toThrow(/revoked. Issue a new one/);
  });

  test("the error for an unknown key id names the id", async () => {
    const { store, check } = await aChecker(await place());
    expect(await check(newKeyText())).toEqual({ verdict: "unauthorized", reason: "unknown" });
    const before = await readRevision(store);
    for (const id of ["key_0000000000", "' or 1=1 --"]) {
      for (const attempt of [revoke, () => renew(store, id, 1, NOW_MS)]) {
        const error: unknown = await attempt(store, id, NOW_MS).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(InvalidInput);
        expect(String(error)).toContain(JSON.stringify(id));
      }
    }
    expect(await readRevision(store)).toBe(before);
  });

  test("a recently used key still works while the database is unreachable", async () => {
    const { store, observed, changes, check } = await aChecker(await place());
    const used = await issue(store, INPUT, NOW_MS);
    const unused = await issue(store, INPUT, NOW_MS);
    await check(used.keyText);
    const cause = new Error("the disk is gone");
    observed.failWith(cause);
    for (let looks = 0; looks < 2; looks++) {
      expect((await check(used.keyText, INPUT.endsAtMs - 1)).verdict).toBe("ok");
      expect((await check(used.keyText, INPUT.endsAtMs)).verdict).toBe("expired");
      expect(await check(unused.keyText)).toEqual({ verdict: "unavailable", cause });
      await changes.check();
    }
    await revoke(store, used.id, NOW_MS);
    expect((await check(used.keyText)).verdict).toBe("ok");
    observed.failWith(null);
    await changes.check();
    expect((await check(used.keyText)).verdict).toBe("unauthorized");
    expect((await check(unused.keyText)).verdict).toBe("ok");
  });

  test("key changes are recorded for its account", async () => {
    const { store } = await tempStore(await place());
    const { id, keyText } = await issue(store, INPUT, NOW_MS);
    await anAccount(store, "ann");
    await store.db.updateTable("subscription").set({ account_id: "ann" }).execute();
    await renew(store, id, 10, NOW_MS + 1);
    await revoke(store, id, NOW_MS + 2);
    await revoke(store, id, NOW_MS + 3);
    const actions = await listActions(store, 9);
    expect(actions.map(({ action, email, detail }) => [action, email, detail])).toEqual([
      ["key_revoked", "ann@operator.example", { key: id }],
      ["key_renewed", "ann@operator.example", { key: id, days: "10" }],
      ["key_issued", null, { key: id, until: "2026-07-01T00:00:00.000Z" }],
    ]);
    expect(JSON.stringify(actions)).not.toContain(keyText);
  });
});

describe("text that cannot be a key", () => {
  const good = newKeyText();
  test.each<[string, string[], string]>([
    ["no key", [], "missing"],
    ["an empty key", [""], "missing"],
    ["two keys", [good, good], "malformed"],
    ["a valid and an empty key", [good, ""], "malformed"],
    ["an upper-cased key", [good.toUpperCase()], "malformed"],
    ["5,000 letters", ["a".repeat(5000)], "malformed"],
    ["SQL", ["' or 1=1 --"], "malformed"],
    ["a test key", [newKeyText("test")], "other_mode"],
  ])("a request with %s is rejected without querying the database", async (_, keyTexts, reason) => {
    const { observed, checker } = await aChecker();
    observed.failWith(new Error("the database was queried"));
    expect(await checker.check(keyTexts, NOW_MS)).toEqual({ verdict: "unauthorized", reason });
  });
});

test.each<[string, Partial<KeyInput>]>([
  ["a blank label", { label: "   " }],
  ["a label of 101 characters", { label: "x".repeat(101) }],
  ["an escape sequence in the label", { label: "\u001b[31mred" }],
  ["an end date of now", { endsAtMs: NOW_MS }],
  ["an invalid end date", { endsAtMs: Number.NaN }],
  ["an origin with a path", { origins: ["https://a.example/x"] }],
])("no key is issued with %s", async (_, wrong) => {
  const { store } = await tempStore();
  expect(() => issue(store, { ...INPUT, ...wrong }, NOW_MS)).toThrow(InvalidInput);
  expect(await list(store)).toEqual([]);
});

describe("key expiry", () => {
  test.each([
    ["2031-12-31", "2031-12-31T00:00:00.000Z"],
    ["2032-02-29", "2032-02-29T00:00:00.000Z"],
    ["2031-12-31T18:30Z", "2031-12-31T18:30:00.000Z"],
    ["2031-12-31T18:30:15Z", "2031-12-31T18:30:15.000Z"],
  ])("an expiry is read from %s in UTC", (text, expected) => {
    expect(new Date(parseInstant(text)).toISOString()).toBe(expected);
  });

  test.each([
    "",
    "tomorrow",
    "2031-13-01",
    "2031-02-30",
    "31.12.2031",
    "2031-12-31T18:30",
    "1924992000000",
  ])('no expiry is read from "%s"', (text) =>
    expect(() => parseInstant(text)).toThrow(InvalidInput),
  );
});
