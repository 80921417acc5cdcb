import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { InvalidInput, UnknownKey } from "../../../server/access/errors.ts";
import { issue, type KeyOrder, list, renew, revoke } from "../../../server/access/keys.ts";
import { listActs } from "../../../server/owner/acts.ts";
import { readRevision } from "../../../server/store/revision.ts";
import { engines, postgres } from "../../support/engines.ts";
import { anAccount } from "../../support/payments.ts";
import { tempFile, tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const ORDER: KeyOrder = { label: "Acme", endsAtMs: NOW_MS + 30 * DAY_MS, origins: [] };

describe.each(engines)("on $name", ({ place }) => {
  describe("issuing", () => {
    test("gives a key that is listed by everything but its text", async () => {
      const { store } = await tempStore(await place());
      const order = { ...ORDER, label: " Acme ", origins: ["HTTPS://A.example/"] };
      const { keyText, ...info } = await issue(store, order, NOW_MS);
      expect(info).toEqual({
        id: expect.stringMatching(/^key_[0-9A-Za-z]{10}$/),
        label: "Acme",
        hint: keyText.slice(-4),
        origins: ["https://a.example"],
        createdAtMs: NOW_MS,
        endsAtMs: ORDER.endsAtMs,
        revokedAtMs: undefined,
        isDamaged: false,
      });
      expect(await list(store)).toEqual([info]);
    });
  });

  describe("renewing", () => {
    test("adds to the end of a running subscription", async () => {
      const { store } = await tempStore(await place());
      const { id } = await issue(store, ORDER, NOW_MS);
      const renewed = await renew(store, id, 10, NOW_MS + 5 * DAY_MS);
      expect(renewed.endsAtMs).toBe(ORDER.endsAtMs + 10 * DAY_MS);
      expect((await list(store))[0]?.endsAtMs).toBe(renewed.endsAtMs);
    });

    test("starts now when the subscription has ended", async () => {
      const { store } = await tempStore(await place());
      const { id } = await issue(store, ORDER, NOW_MS);
      const laterMs = NOW_MS + 100 * DAY_MS;
      expect((await renew(store, id, 10, laterMs)).endsAtMs).toBe(laterMs + 10 * DAY_MS);
    });

    test("touches no other key", async () => {
      const { store } = await tempStore(await place());
      const { id } = await issue(store, ORDER, NOW_MS);
      const other = await issue(store, { ...ORDER, label: "Other" }, NOW_MS);
      await renew(store, id, 10, NOW_MS);
      const listed = (await list(store)).find((key) => key.id === other.id);
      expect(listed?.endsAtMs).toBe(ORDER.endsAtMs);
    });

    test("does not bring a revoked key back", async () => {
      const { store } = await tempStore(await place());
      const { id } = await issue(store, ORDER, NOW_MS);
      await revoke(store, id, NOW_MS);
      await expect(renew(store, id, 10, NOW_MS)).rejects.toThrow(/revoked.*issue a new one/);
      expect((await list(store))[0]?.endsAtMs).toBe(ORDER.endsAtMs);
    });
  });

  describe("revoking", () => {
    test("is for good, and its instant stays when it is done again", async () => {
      const { store } = await tempStore(await place());
      const { id } = await issue(store, ORDER, NOW_MS);
      await revoke(store, id, NOW_MS + 1);
      expect((await revoke(store, id, NOW_MS + 2)).revokedAtMs).toBe(NOW_MS + 1);
    });
  });

  test("what is done with a key stands in the owner's trail, with whose it is and never its text", async () => {
    const { store } = await tempStore(await place());
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    await anAccount(store, "ann");
    await store.db.updateTable("subscription").set({ account_id: "ann" }).execute();
    await renew(store, id, 10, NOW_MS + 1);
    await revoke(store, id, NOW_MS + 2);
    // Nothing is done by doing it again.
    await revoke(store, id, NOW_MS + 3);
    await expect(renew(store, id, 1, NOW_MS + 4)).rejects.toThrow("revoked");
    const acts = await listActs(store, 9);
    expect(acts.map(({ action, email, detail }) => [action, email, detail])).toEqual([
      ["key_revoked", "ann@operator.example", { key: id }],
      ["key_renewed", "ann@operator.example", { key: id, days: "10" }],
      // It was nobody's account then, and an act says whose it was.
      ["key_issued", null, { key: id, until: "2026-07-01T00:00:00.000Z" }],
    ]);
    expect(JSON.stringify(acts)).not.toContain(keyText);
  });

  test.each(["key_0000000000", "' or 1=1 --"])(
    "the unknown id %j is refused by name and changes nothing",
    async (id) => {
      const { store } = await tempStore(await place());
      await issue(store, ORDER, NOW_MS);
      const before = await readRevision(store);
      const attempts = [() => revoke(store, id, NOW_MS), () => renew(store, id, 1, NOW_MS)];
      for (const attempt of attempts) {
        const error: unknown = await attempt().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(UnknownKey);
        expect(String(error)).toContain(JSON.stringify(id));
      }
      expect(await readRevision(store)).toBe(before);
      expect((await list(store))[0]?.revokedAtMs).toBeUndefined();
    },
  );
});

test.each<[string, Partial<KeyOrder>]>([
  ["an empty label", { label: "" }],
  ["a blank label", { label: "   " }],
  ["a label of 101 characters", { label: "x".repeat(101) }],
  ["a line break in the label", { label: "a\nb" }],
  ["an escape sequence in the label", { label: "\u001b[31mred" }],
  ["an end that is now", { endsAtMs: NOW_MS }],
  ["an end that is no instant", { endsAtMs: Number.NaN }],
  ["an origin with a path", { origins: ["https://a.example/x"] }],
])("issuing refuses %s and keeps nothing", async (_, wrong) => {
  const { store } = await tempStore();
  const before = await readRevision(store);
  await expect((async () => issue(store, { ...ORDER, ...wrong }, NOW_MS))()).rejects.toThrow(
    InvalidInput,
  );
  expect(await list(store)).toEqual([]);
  expect(await readRevision(store)).toBe(before);
});

test("issuing leaves the key's text nowhere on the disk", async () => {
  const file = await tempFile();
  const { store } = await tempStore({ file });
  const { keyText } = await issue(store, ORDER, NOW_MS);
  async function kept(): Promise<string> {
    const names = await readdir(dirname(file));
    const contents = await Promise.all(
      names.map((name) => readFile(join(dirname(file), name), "latin1")),
    );
    return contents.join("");
  }
  // The label shows that the key's row is in what is read.
  expect(await kept()).toContain(ORDER.label);
  expect(await kept()).not.toContain(keyText.slice(0, 20));
  expect(await kept()).not.toContain(keyText.slice(9, 39));
  await store.db.destroy();
  expect(await kept()).toContain(ORDER.label);
  expect(await kept()).not.toContain(keyText.slice(9, 39));
});

test("renewals by several processes at once all count", async () => {
  const place = await postgres.place();
  const stores = await Promise.all([place, place, place].map(tempStore));
  const [first] = stores;
  const { id } = await issue(first!.store, ORDER, NOW_MS);
  const renewals = stores.flatMap(({ store }) =>
    [1, 2, 3].map((days) => renew(store, id, days, NOW_MS)),
  );
  await Promise.all(renewals);
  expect((await list(first!.store))[0]?.endsAtMs).toBe(ORDER.endsAtMs + 18 * DAY_MS);
});
