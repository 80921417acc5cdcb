import { describe, expect, test } from "vitest";
import { ensureDemoKey } from "../../../server/access/demo-key.ts";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { list, revoke } from "../../../server/access/keys.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import { readRevision } from "../../../server/store/revision.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { noFaults } from "../../support/no-faults.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

function check(store: Store, keyText: string, nowMs: number) {
  // A watch that was not started: nothing is remembered between checks.
  return createKeyChecker(store, watchStoreChanges(store, noFaults)).check([keyText], nowMs);
}

describe.each(engines)("the demo key on $name", ({ place }) => {
  test("opens the pages on localhost only, for ten years", async () => {
    const { store } = await tempStore(await place());
    const keyText = await ensureDemoKey(store, NOW_MS);
    const access = await check(store, keyText, NOW_MS + 3649 * DAY_MS);
    expect(access).toMatchObject({
      verdict: "ok",
      demo: true,
      origins: [
        "http://localhost:*",
        "https://localhost:*",
        "http://127.0.0.1:*",
        "https://127.0.0.1:*",
      ],
    });
  });

  test("is the same at each start, which changes nothing", async () => {
    const { store } = await tempStore(await place());
    const keyText = await ensureDemoKey(store, NOW_MS);
    const before = await readRevision(store);
    expect(await ensureDemoKey(store, NOW_MS + 1000 * DAY_MS)).toBe(keyText);
    expect(await readRevision(store)).toBe(before);
    expect((await list(store)).map((key) => key.label)).toEqual(["demo"]);
  });

  test("is the same for servers that start together", async () => {
    const { store } = await tempStore(await place());
    const texts = await Promise.all([1, 2, 3, 4].map(() => ensureDemoKey(store, NOW_MS)));
    expect(new Set(texts).size).toBe(1);
  });

  test.each([
    ["in its last year", 3300],
    ["when it is over", 5000],
  ])("is renewed %s, its text kept", async (_, days) => {
    const { store } = await tempStore(await place());
    const keyText = await ensureDemoKey(store, NOW_MS);
    const laterMs = NOW_MS + days * DAY_MS;
    expect(await ensureDemoKey(store, laterMs)).toBe(keyText);
    expect((await check(store, keyText, laterMs + 3649 * DAY_MS)).verdict).toBe("ok");
  });

  test("that was revoked by hand is replaced by a new one", async () => {
    const { store } = await tempStore(await place());
    const first = await ensureDemoKey(store, NOW_MS);
    const [listed] = await list(store);
    await revoke(store, listed?.id ?? "", NOW_MS);
    const second = await ensureDemoKey(store, NOW_MS);
    expect(second).not.toBe(first);
    expect(await ensureDemoKey(store, NOW_MS)).toBe(second);
  });
});
