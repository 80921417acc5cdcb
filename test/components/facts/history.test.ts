import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { LongHistory } from "../../../components/element/facts/history.ts";
import type { HistoryEntry } from "../../../src/wire/answers.ts";
import { StateApi } from "../../../src/wire/api.ts";
import { JITTER_MS } from "../../../src/wire/retry.ts";

/** The service's finished rounds, latest first, or that it is down. */
let service: readonly HistoryEntry[] | "down";
let requests: number;

beforeEach(() => {
  requests = 0;
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** From a round back to another one. */
function rounds(from: number, to: number): HistoryEntry[] {
  return Array.from({ length: from - to + 1 }, (_, index) => ({
    round: from - index,
    daily_round: from - index,
    date: "2026-11-22",
  }));
}

function open(): LongHistory {
  const answer: typeof fetch = () => {
    requests += 1;
    return service === "down"
      ? Promise.reject(new TypeError("down"))
      : Promise.resolve(Response.json(service));
  };
  return new LongHistory(new StateApi("http://service.test/", "dragontiger", answer));
}

const numbers = (entries: readonly HistoryEntry[]) => entries.map(({ round }) => round);
const arrived = () => vi.advanceTimersByTimeAsync(JITTER_MS);

test("is what the table has until more arrives, which is asked for once", async () => {
  service = rounds(300, 1);
  const history = open();
  const latest = rounds(300, 229);
  expect(history.with(latest)).toBe(latest);
  expect(history.with(latest)).toBe(latest);
  await arrived();
  expect(numbers(history.with(latest))).toEqual(numbers(rounds(300, 1)));
  // Facts are counted anew only for another list.
  expect(history.with(latest)).toBe(history.with(latest));
  expect(requests).toBe(1);
});

test("has no gap after a sleep: it asks again, and is what the table has until then", async () => {
  service = rounds(300, 1);
  const history = open();
  history.with(rounds(300, 229));
  await arrived();
  service = rounds(500, 1);
  const latest = rounds(500, 429);
  expect(history.with(latest)).toBe(latest);
  await arrived();
  expect(numbers(history.with(latest))).toEqual(numbers(rounds(500, 1)));
});

test("fills in a round that the table came to know late", async () => {
  service = rounds(300, 1);
  const history = open();
  history.with(rounds(300, 229));
  await arrived();
  history.with(rounds(302, 231).filter(({ round }) => round !== 301));
  expect(numbers(history.with(rounds(302, 231)))).toEqual(numbers(rounds(302, 1)));
});

test("asks again with the next round if the service did not answer", async () => {
  service = "down";
  const history = open();
  expect(numbers(history.with(rounds(300, 229)))).toHaveLength(72);
  await arrived();
  history.with(rounds(300, 229));
  await arrived();
  expect(requests).toBe(1);
  service = rounds(301, 1);
  history.with(rounds(301, 230));
  await arrived();
  expect(history.with(rounds(301, 230))).toHaveLength(301);
});
