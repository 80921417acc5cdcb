/*
 * Four addresses that asked without end for little used up what there was for all: nobody else saw a
 * round that was not kept, nor the record of an old day.
 */
import { beforeEach, expect, test, vi } from "vitest";
import { createComputeBudget } from "../../../server/http/compute-budget.ts";
import { fairRateLimit } from "../../../server/http/fair-rate-limit.ts";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
  return () => void vi.useRealTimers();
});

const now = () => Date.now();
const STRANGERS = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"];

/** What the work of `ask` came to, while four strangers do theirs a hundred times a second. */
async function whileOthersAsk(other: (address: string) => Promise<void>, ask: () => Promise<void>) {
  const flood = setInterval(() => {
    for (const address of STRANGERS) {
      other(address).catch(() => {});
    }
  }, 10);
  await vi.advanceTimersByTimeAsync(20_000);
  const results: string[] = [];
  for (let time = 0; time < 15; time++) {
    ask().then(
      () => results.push("done"),
      () => results.push("refused"),
    );
    await vi.advanceTimersByTimeAsync(2_000);
  }
  clearInterval(flood);
  await vi.advanceTimersByTimeAsync(3_000);
  return results;
}

test("four addresses that ask without end shut nobody out of old rounds", async () => {
  const budget = createComputeBudget(now);
  const results = await whileOthersAsk(
    (address) => budget.spend(address, { dealt: 20, sent: 20 }),
    () => budget.spend("198.51.100.1", { dealt: 500, sent: 500 }),
  );
  expect(results).toEqual(Array(15).fill("done"));
});

test("nor out of the records of old days", async () => {
  const budget = createComputeBudget(now);
  const results = await whileOthersAsk(
    (address) => budget.spend(address, { days: 1 }),
    () => budget.spend("198.51.100.1", { days: 1 }),
  );
  expect(results).toEqual(Array(15).fill("done"));
});

test("what is not done takes nothing from an address", async () => {
  const limit = fairRateLimit({ burst: 2, everyMs: 100_000 }, { burst: 2, everyMs: 10_000 }, now);
  expect(await limit.take("a", 2, 2)).toBe(true);
  const refused = limit.take("b", 1, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await refused).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await limit.take("b", 2, 2)).toBe(true);
  // Has nothing left, and so is refused without a wait.
  expect(await limit.take("b", 1, 1)).toBe(false);
});

test("so many addresses that all of them are too much are refused in the end", async () => {
  const limit = fairRateLimit({ burst: 10, everyMs: 1 }, { burst: 100, everyMs: 100 }, now);
  const asked = Array.from({ length: 1_200 }, (_, index) => limit.take(`${index}`, 1, 1));
  await vi.advanceTimersByTimeAsync(2_000);
  const done = (await Promise.all(asked)).filter(Boolean).length;
  expect(done).toBeGreaterThanOrEqual(118);
  expect(done).toBeLessThanOrEqual(120);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(vi.getTimerCount()).toBe(0);
});
