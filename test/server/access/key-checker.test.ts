import { describe, expect, onTestFinished, test } from "vitest";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { newKeyText } from "../../../server/access/key-text.ts";
import { issue, renew, revoke } from "../../../server/access/keys.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import type { StorePlace } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { observeStore } from "../../support/observed-store.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 30 * DAY_MS, origins: ["https://a.example"] };

/** A checker whose questions are counted, and which a test can cut off from its database. */
async function aChecker(place?: StorePlace) {
  const { store } = await tempStore(place);
  const looks = observeStore(store);
  const questions = observeStore(store);
  const changes = watchStoreChanges(
    looks.store,
    { lost() {}, back() {}, mended() {} },
    manualRepeat().repeat,
  );
  onTestFinished(() => changes.stop());
  const checker = createKeyChecker(questions.store, changes);
  await changes.start();
  const atStart = questions.queries;
  return {
    store,
    changes,
    checker,
    /** How often the checker asked the database since its start. */
    asked: () => questions.queries - atStart,
    holdAnswers: questions.holdAnswers,
    held: () => questions.held,
    /** Cuts the checker off, or lets it through again, which the next look finds out. */
    async cutOff(error: Error | null) {
      looks.failWith(error);
      questions.failWith(error);
      await changes.look();
    },
  };
}

describe.each(engines)("the verdict on $name", ({ place }) => {
  test("is ok for a key that runs, with the sites it is for", async () => {
    const { store, checker } = await aChecker(await place());
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    expect(await checker.check([keyText], NOW_MS)).toEqual({
      verdict: "ok",
      keyId: id,
      origins: ["https://a.example"],
      demo: false,
    });
  });

  test("on a key that was never issued is unauthorized, and the database is asked once", async () => {
    const { asked, checker } = await aChecker(await place());
    const stranger = newKeyText();
    for (let i = 0; i < 3; i++) {
      const access = await checker.check([stranger], NOW_MS);
      expect(access).toEqual({ verdict: "unauthorized", reason: "unknown" });
    }
    expect(asked()).toBe(1);
  });

  test("turns to expired at the very end of the term, though the key is remembered", async () => {
    const { store, asked, checker } = await aChecker(await place());
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    expect((await checker.check([keyText], ORDER.endsAtMs - 1)).verdict).toBe("ok");
    expect(await checker.check([keyText], ORDER.endsAtMs)).toEqual({
      verdict: "expired",
      keyId: id,
      endedAtMs: ORDER.endsAtMs,
    });
    expect((await checker.check([keyText], ORDER.endsAtMs - 1)).verdict).toBe("ok");
    expect(asked()).toBe(1);
  });

  test("on a key that is revoked and over is unauthorized: revoked comes first", async () => {
    const { store, checker } = await aChecker(await place());
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    await revoke(store, id, NOW_MS);
    expect(await checker.check([keyText], ORDER.endsAtMs + 1)).toEqual({
      verdict: "unauthorized",
      reason: "revoked",
      keyId: expect.any(String),
    });
  });
});

describe("the verdict without asking the database", () => {
  const good = newKeyText();
  test.each<[string, string[], string]>([
    ["no key", [], "missing"],
    ["an empty key", [""], "missing"],
    ["two keys", [good, good], "malformed"],
    ["an empty key and a good one", ["", good], "malformed"],
    ["a good one and an empty key", [good, ""], "malformed"],
    ["garbage", ["garbage"], "malformed"],
    ["an upper-cased key", [good.toUpperCase()], "malformed"],
    ["5,000 letters", ["a".repeat(5000)], "malformed"],
    ["SQL", ["' or 1=1 --"], "malformed"],
    [
      "a letter off",
      [`${good.slice(0, 20)}${good[20] === "x" ? "y" : "x"}${good.slice(21)}`],
      "malformed",
    ],
  ])("on %s is unauthorized", async (_, keyTexts, reason) => {
    const { asked, checker } = await aChecker();
    expect(await checker.check(keyTexts, NOW_MS)).toEqual({ verdict: "unauthorized", reason });
    expect(asked()).toBe(0);
  });

  test("on a key that was issued before the last look is the same as with asking", async () => {
    const { store, changes, asked, checker } = await aChecker();
    const running = await issue(store, ORDER, NOW_MS);
    const revoked = await issue(store, ORDER, NOW_MS);
    await revoke(store, revoked.id, NOW_MS);
    await changes.look();
    expect(asked()).toBe(1);
    expect((await checker.check([running.keyText], NOW_MS)).verdict).toBe("ok");
    expect((await checker.check([running.keyText], ORDER.endsAtMs)).verdict).toBe("expired");
    expect(await checker.check([revoked.keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
    expect(asked()).toBe(1);
  });
});

describe("a change", () => {
  test("of a remembered key counts from the next look on: revoked", async () => {
    const { store, changes, checker } = await aChecker();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    await checker.check([keyText], NOW_MS);
    await revoke(store, id, NOW_MS);
    await changes.look();
    expect(await checker.check([keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
  });

  test("of a remembered key counts from the next look on: renewed, with the same text", async () => {
    const { store, changes, checker } = await aChecker();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    const laterMs = ORDER.endsAtMs + DAY_MS;
    expect((await checker.check([keyText], laterMs)).verdict).toBe("expired");
    await renew(store, id, 1, laterMs);
    await changes.look();
    expect((await checker.check([keyText], laterMs + DAY_MS - 1)).verdict).toBe("ok");
    expect((await checker.check([keyText], laterMs + DAY_MS)).verdict).toBe("expired");
  });

  test("between a look-up and its answer is not lost: the old answer is not remembered", async () => {
    const { store, changes, checker, holdAnswers, held } = await aChecker();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    const release = holdAnswers();
    const early = checker.check([keyText], NOW_MS);
    // The question has been answered by the database; the answer is on its way.
    await eventually(() => held() === 1);
    await revoke(store, id, NOW_MS);
    const looked = changes.look();
    await eventually(() => held() === 2);
    release();
    expect((await early).verdict).toBe("ok");
    await looked;
    expect(await checker.check([keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
  });
});

describe("memory", () => {
  test("nothing is cached before changes are watched", async () => {
    const { store } = await tempStore();
    const questions = observeStore(store);
    const checker = createKeyChecker(
      questions.store,
      watchStoreChanges(store, { lost() {}, back() {}, mended() {} }),
    );
    const { keyText } = await issue(store, ORDER, NOW_MS);
    await checker.check([keyText], NOW_MS);
    await checker.check([keyText], NOW_MS);
    expect(questions.queries).toBe(2);
  });

  test("is bounded, and made-up keys push no real one out of it", async () => {
    const { store, asked, checker } = await aChecker();
    const { keyText } = await issue(store, ORDER, NOW_MS);
    const first = newKeyText();
    await checker.check([keyText], NOW_MS);
    await checker.check([first], NOW_MS);
    for (let i = 0; i < 10_000; i++) {
      await checker.check([newKeyText()], NOW_MS);
    }
    const before = asked();
    await checker.check([keyText], NOW_MS);
    expect(asked()).toBe(before);
    await checker.check([first], NOW_MS);
    expect(asked()).toBe(before + 1);
  });
});

describe.each(engines)("while the database is away, on $name", ({ place }) => {
  const gone = new Error("the disk is gone");

  test("keys issued before are good until their end, also those nobody has used yet", async () => {
    const { store, changes, cutOff, checker } = await aChecker(await place());
    const { keyText } = await issue(store, ORDER, NOW_MS);
    await changes.look();
    await cutOff(gone);
    expect((await checker.check([keyText], NOW_MS)).verdict).toBe("ok");
    expect((await checker.check([keyText], ORDER.endsAtMs - 1)).verdict).toBe("ok");
    expect((await checker.check([keyText], ORDER.endsAtMs)).verdict).toBe("expired");
  });

  test("other keys get no verdict, also those that were unknown before", async () => {
    const { cutOff, checker } = await aChecker(await place());
    const stranger = newKeyText();
    expect((await checker.check([stranger], NOW_MS)).verdict).toBe("unauthorized");
    await cutOff(gone);
    for (const keyText of [stranger, newKeyText()]) {
      expect(await checker.check([keyText], NOW_MS)).toEqual({
        verdict: "unavailable",
        cause: gone,
      });
    }
  });

  test("text that cannot be a key is still refused as such", async () => {
    const { cutOff, checker } = await aChecker(await place());
    await cutOff(gone);
    expect(await checker.check(["garbage"], NOW_MS)).toMatchObject({ reason: "malformed" });
  });

  test("a missed change counts as soon as the database is back", async () => {
    const { store, changes, cutOff, checker } = await aChecker(await place());
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    await changes.look();
    await cutOff(gone);
    await revoke(store, id, NOW_MS);
    const { keyText: issuedMeanwhile } = await issue(store, ORDER, NOW_MS);
    expect((await checker.check([keyText], NOW_MS)).verdict).toBe("ok");
    await cutOff(null);
    expect(await checker.check([keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
    expect((await checker.check([issuedMeanwhile], NOW_MS)).verdict).toBe("ok");
  });
});
