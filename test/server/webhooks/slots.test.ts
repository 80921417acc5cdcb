import { expect, test } from "vitest";
import { createSlots } from "../../../server/webhooks/slots.ts";
import { eventually } from "../../support/eventually.ts";

const LONG_MS = 1_000_000;

function openSlots(patienceMs: number) {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const slots = createSlots<number>({ atOnce: 2, patienceMs }, (item) => {
    started.push(item);
    return new Promise((resolve) => ends.set(item, resolve));
  });
  return { slots, started, ends };
}

test("as many are under way as there are slots, the longest waiting first", async () => {
  const { slots, started, ends } = openSlots(LONG_MS);
  [1, 2, 3, 4].forEach(slots.add);
  await eventually(() => started.length === 2);
  ends.get(2)?.();
  await eventually(() => started.length === 3);
  expect(started).toEqual([1, 2, 3]);
  const stopped = slots.stop();
  ends.forEach((end) => end());
  await stopped;
  expect(started).toEqual([1, 2, 3]);
});

test("what takes long gives its slot away and is still waited for", async () => {
  const { slots, started, ends } = openSlots(1);
  [1, 2, 3, 4].forEach(slots.add);
  await eventually(() => started.length === 4);
  let isStopped = false;
  const stopped = slots.stop().then(() => (isStopped = true));
  [1, 2, 3].forEach((item) => ends.get(item)?.());
  await Promise.resolve();
  expect(isStopped).toBe(false);
  ends.get(4)?.();
  await stopped;
});
