import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { interruptibleDelay } from "../../src/feed/interruptible-delay.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

async function isOver(rest: Promise<void>): Promise<boolean> {
  let over = false;
  void rest.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

test("a delay takes as long as it was given", async () => {
  const rest = interruptibleDelay().wait(500, never);
  await vi.advanceTimersByTimeAsync(499);
  expect(await isOver(rest)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(rest)).toBe(true);
});

test("an interrupt ends the delay", async () => {
  const delay = interruptibleDelay();
  const rest = delay.wait(500, never);
  delay.interrupt();
  expect(await isOver(rest)).toBe(true);
});

// A tab that returned while its last request was still under way missed the interrupt.
test("an interrupt between two waits is not lost, and ends only one of them", async () => {
  const delay = interruptibleDelay();
  delay.interrupt();
  expect(await isOver(delay.wait(500, never))).toBe(true);
  expect(await isOver(delay.wait(500, never))).toBe(false);
});

test("an abort ends the delay", async () => {
  const running = new AbortController();
  const rest = interruptibleDelay().wait(500, running.signal);
  running.abort();
  expect(await isOver(rest)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("leaves nothing behind on a signal that outlives it", async () => {
  const { signal } = new AbortController();
  const delay = interruptibleDelay();
  const rest = delay.wait(500, signal);
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  delay.interrupt();
  await rest;
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
