import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timerNap } from "../../../components/feed/nap.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

async function isOver(rest: Promise<void>): Promise<boolean> {
  let over = false;
  void rest.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

test("a nap takes as long as it was told", async () => {
  const rest = timerNap().rest(500, never);
  await vi.advanceTimersByTimeAsync(499);
  expect(await isOver(rest)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(rest)).toBe(true);
});

test("a call ends the nap", async () => {
  const nap = timerNap();
  const rest = nap.rest(500, never);
  nap.wake();
  expect(await isOver(rest)).toBe(true);
});

// A tab that came back while its last request was still under way slept through the call.
test("a call between two naps is not lost, and ends one of them only", async () => {
  const nap = timerNap();
  nap.wake();
  expect(await isOver(nap.rest(500, never))).toBe(true);
  expect(await isOver(nap.rest(500, never))).toBe(false);
});

test("an end of everything ends the nap", async () => {
  const running = new AbortController();
  const rest = timerNap().rest(500, running.signal);
  running.abort();
  expect(await isOver(rest)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("leaves nothing behind on a signal that outlives it", async () => {
  const { signal } = new AbortController();
  const nap = timerNap();
  const rest = nap.rest(500, signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  nap.wake();
  await rest;
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
