import { describe, expect, onTestFinished, test } from "vitest";
import { type Changes, watchChanges } from "../../../server/access/changes.ts";
import { createGate } from "../../../server/access/gate.ts";
import { newKeyText } from "../../../server/access/key-text.ts";
import { issue, renew, revoke } from "../../../server/access/keys.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { observeStore } from "../../support/observed-store.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 30 * DAY_MS, origins: ["https://a.example"] };

async function gated() {
  const { store } = await tempStore();
  const seen = observeStore(store);
  const changes = watchChanges(store, fail, manualRepeat().repeat);
  onTestFinished(() => changes.stop());
  await changes.start();
  return { store, seen, changes, gate: createGate(seen.store, changes) };
}

function fail(error: unknown): void {
  throw new Error("The store failed.", { cause: error });
}

describe("the verdict", () => {
  test("is ok for a key that runs, with the sites it is for", async () => {
    const { store, gate } = await gated();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    expect(await gate.check([keyText], NOW_MS)).toEqual({
      verdict: "ok",
      keyId: id,
      origins: ["https://a.example"],
      demo: false,
    });
  });

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
  ])("on %s is unauthorized without asking the database", async (_, keyTexts, reason) => {
    const { seen, gate } = await gated();
    expect(await gate.check(keyTexts, NOW_MS)).toEqual({ verdict: "unauthorized", reason });
    expect(seen.queries).toBe(0);
  });

  test("on a key that was never issued is unauthorized, and the database is asked once", async () => {
    const { seen, gate } = await gated();
    for (let i = 0; i < 3; i++) {
      const access = await gate.check([good], NOW_MS);
      expect(access).toEqual({ verdict: "unauthorized", reason: "unknown" });
    }
    expect(seen.queries).toBe(1);
  });

  test("turns to expired at the very end of the term, though the key is remembered", async () => {
    const { store, seen, gate } = await gated();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    expect((await gate.check([keyText], ORDER.endsAtMs - 1)).verdict).toBe("ok");
    expect(await gate.check([keyText], ORDER.endsAtMs)).toEqual({
      verdict: "expired",
      keyId: id,
      endedAtMs: ORDER.endsAtMs,
    });
    expect((await gate.check([keyText], ORDER.endsAtMs - 1)).verdict).toBe("ok");
    expect(seen.queries).toBe(1);
  });

  test("on a key that is revoked and over is unauthorized: revoked comes first", async () => {
    const { store, gate } = await gated();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    await revoke(store, id, NOW_MS);
    expect(await gate.check([keyText], ORDER.endsAtMs + 1)).toEqual({
      verdict: "unauthorized",
      reason: "revoked",
    });
  });
});

describe("a change", () => {
  test("of a remembered key counts from the next look on: revoked", async () => {
    const { store, changes, gate } = await gated();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    await gate.check([keyText], NOW_MS);
    await revoke(store, id, NOW_MS);
    await changes.look();
    expect(await gate.check([keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
  });

  test("of a remembered key counts from the next look on: renewed, with the same text", async () => {
    const { store, changes, gate } = await gated();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    const laterMs = ORDER.endsAtMs + DAY_MS;
    expect((await gate.check([keyText], laterMs)).verdict).toBe("expired");
    await renew(store, id, 1, laterMs);
    await changes.look();
    expect((await gate.check([keyText], laterMs + DAY_MS - 1)).verdict).toBe("ok");
    expect((await gate.check([keyText], laterMs + DAY_MS)).verdict).toBe("expired");
  });

  test("between a look-up and its answer is not lost: the old answer is not remembered", async () => {
    const { store, seen, changes, gate } = await gated();
    const { id, keyText } = await issue(store, ORDER, NOW_MS);
    await changes.look();
    const release = seen.holdAnswers();
    const early = gate.check([keyText], NOW_MS);
    // The question has been answered by the database; the answer is on its way.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await revoke(store, id, NOW_MS);
    await changes.look();
    release();
    expect((await early).verdict).toBe("ok");
    expect(await gate.check([keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
    await gate.check([keyText], NOW_MS);
    expect(seen.queries).toBe(2);
  });
});

describe("memory", () => {
  test("is not used while nobody looks for changes", async () => {
    const { store, seen, changes, gate } = await gated();
    const { keyText } = await issue(store, ORDER, NOW_MS);
    await changes.stop();
    await gate.check([keyText], NOW_MS);
    await gate.check([keyText], NOW_MS);
    expect(seen.queries).toBe(2);
  });

  test("is bounded, and made-up keys push no real one out of it", async () => {
    const { store } = await tempStore();
    const still: Changes = {
      revision: 1,
      onChange: () => undefined,
      start: async () => undefined,
      look: async () => undefined,
      stop: async () => undefined,
    };
    const { keyText } = await issue(store, ORDER, NOW_MS);
    const seen = observeStore(store);
    const gate = createGate(seen.store, still);
    const first = newKeyText();
    await gate.check([keyText], NOW_MS);
    await gate.check([first], NOW_MS);
    for (let i = 0; i < 10_000; i++) {
      await gate.check([newKeyText()], NOW_MS);
    }
    const before = seen.queries;
    await gate.check([keyText], NOW_MS);
    expect(seen.queries).toBe(before);
    await gate.check([first], NOW_MS);
    expect(seen.queries).toBe(before + 1);
  });

  test("does not hide that the database fails: an unknown key's check throws", async () => {
    const { store, seen, gate } = await gated();
    const { keyText } = await issue(store, ORDER, NOW_MS);
    await gate.check([keyText], NOW_MS);
    seen.failWith(new Error("the disk is gone"));
    expect((await gate.check([keyText], NOW_MS)).verdict).toBe("ok");
    await expect(gate.check([newKeyText()], NOW_MS)).rejects.toThrow("the disk is gone");
  });
});
